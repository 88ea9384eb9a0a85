import { answerAgents } from "#engine/sampling/answer-agents.ts";
import type { Methodology } from "#engine/bank/methodology.ts";
import { methodologyVersion, newestMethodology, PUBLISHED } from "#engine/bank/catalogue.ts";
import type { ReadingInput } from "#engine/readings/input.ts";
import { prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import { rakeWeights, verdict } from "#engine/verdict/verdict.ts";
import type { Forecast } from "#engine/forecast/forecast.ts";
import { Forecaster } from "#engine/forecast/forecaster.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";

export interface EngineRun {
  readonly methodology: Methodology | null;
  readonly tier: 1 | 2 | 3;
  readonly agents: number;
  readonly seed: number;
  readonly question?: string;
}

/** A simulation answered by the embedded engine, as a Reading sees it. */
export function engineRun(run: EngineRun): ReadingInput {
  const { methodology, tier, agents, seed } = run;
  const question = run.question ?? methodology?.kpi_question ?? "Is the moon nice tonight?";
  const prepared = prepareSimulation({ seed, methodology, tier });
  const half = Math.ceil(agents / 2);
  const chunks = [answerAgents(prepared, 0, half)];
  if (agents > half) chunks.push(answerAgents(prepared, half, agents - half));
  const weight = rakeWeights(prepared, chunks);
  return {
    simulation_id: "019f0000-0000-7000-8000-00000000000e",
    seed,
    question,
    methodology: methodology &&
      { name: methodology.name },
    boundary: {
      tier,
      people: "U.S. adults",
      basis: "predicted from surveys of 2006 to 2020",
      answers: null,
      polarity: null,
      evidence: methodology?.calibration.illustrative === true ? "demo" : "general_population",
    },
    textSource: "templates",
    verdict: verdict(prepared, chunks, weight),
    chunks,
    weights: weight,
    earlier_runs: [],
    dimensions: prepared.dimensions.slice(0, prepared.reported),
    // The segments of the methodology are known exactly.
    segment_sd: {},
  };
}

/** The published methodology of this slug. */
export function published(slug: string): Methodology {
  const found = PUBLISHED.find((candidate) => candidate.slug === slug);
  if (found === undefined) throw new Error(`No methodology ${slug}`);
  return methodologyVersion(slug, found.version)!;
}

/** One for all specs of a process. */
export const forecaster = new Forecaster(new Encoder());

/** The forecast of a question that fits its methodology's topic. */
export async function forecastOf(
  question: string,
  slug: string | Methodology | null,
  scenario: Readonly<Record<string, unknown>> = {},
): Promise<Forecast> {
  const methodology = typeof slug === "string" ? newestMethodology(slug)! : slug;
  const read = await forecaster.read(question, methodology);
  return forecaster.forecast({ read, methodology, onTopic: true, scenario });
}
