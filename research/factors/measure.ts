import type { CalibratedQuestion } from "#engine/bank/calibrated-survey.ts";
import { newestMethodology } from "#engine/bank/catalogue.ts";
import type { Methodology } from "#engine/bank/methodology.ts";
import { itemAt } from "#engine/numeric/columns.ts";
import { type Forecast, NOTHING } from "#engine/forecast/forecast.ts";
import { answerAgents } from "#engine/sampling/answer-agents.ts";
import { latentOf, profileOfTable } from "#engine/sampling/loadings.ts";
import { calibratedKey } from "#engine/forecast/resembling.ts";
import { type PreparedSimulation, prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import { markdownTable, withSections } from "#testing/documentation-page.ts";
import { fitLoadings, LOADINGS } from "./loadings.ts";
import { comparePhis, type Pair, type Said } from "./pairs.ts";

const AGENTS = 5_000;
const SEED = 28;
/** Its segments are reported for all surveyed questions. */
const POPULATION = "public-spending";

/** Compares the crosstabs of two runs of one seed with those of people, with joint tables left out in three ways. */
export function measureCrosstabs(questions: readonly CalibratedQuestion[], pairs: readonly Pair[]) {
  const methodology = newestMethodology(POPULATION);
  if (methodology === undefined) throw new RangeError(`Cannot find methodology ${POPULATION}`);
  const runs = questions.map((question) => preparedRun(question, methodology));
  const profiles = questions.map(profileOfTable);
  const fit = (known: readonly Pair[]): Said =>
    saidOf(runs, questions, fitLoadings(profiles, known).questions);
  const isOut = ({ a, b }: Pair) => part(`${a}/${b}`, 5) === 0;
  const half = questions.map(({ battery }) => part(battery, 2));
  const halfOf = (place: number) => itemAt(half, place);
  const within = pairs.filter(({ a, b }) => halfOf(a) === halfOf(b));
  const alone = saidOf(runs, questions, questions.map(() => new Float64Array()));
  const leftOut = [
    {
      held_out: "a fifth of the pairs",
      held: pairs.filter(isOut),
      factors: fit(pairs.filter((pair) => !isOut(pair))),
    },
    {
      held_out: "all pairs across two halves of each survey's batteries",
      held: pairs.filter(({ a, b }) => halfOf(a) !== halfOf(b)),
      factors: fit(within),
    },
    {
      held_out: "all pairs of one half, and so its questions' own loadings",
      held: within.filter(({ a }) => halfOf(a) === 1),
      factors: fit(within.filter(({ a }) => halfOf(a) === 0)),
    },
  ];
  return leftOut.flatMap(({ held_out, held, factors }) => [
    { agents: "segments alone", held_out, ...comparePhis(held, alone) },
    { agents: "factors", held_out, ...comparePhis(held, factors) },
  ]);
}

const CROSSTABS = [
  ...["joint tables left out", "agents", "pairs", "mean error of phi", "bias", "correlation with people's"],
  ...["error where people's is ≥ 0.3", "off by more than 0.2"],
];

/** The page `docs/agents.md` with the figures of a fit. */
export function agentsPage(
  page: string,
  pairs: readonly Pair[],
  questions: number,
  crosstabs: ReturnType<typeof measureCrosstabs>,
): string {
  const count = (n: number) => n.toLocaleString("en");
  const sampling = pairs.reduce((sum, { effective_n }) => sum + 1 / Math.sqrt(effective_n), 0) / pairs.length;
  return withSections(page, {
    fit: markdownTable(
      ["questions", "pairs of them", "factors", "sampling error of people's phi, on the mean"],
      [[questions, count(pairs.length), LOADINGS.factors, sampling.toFixed(3)]],
    ),
    crosstabs: markdownTable(
      CROSSTABS,
      crosstabs.map(({ held_out, agents, pairs, error, bias, correlation, strong_error, far }) => [
        ...[held_out, agents, count(pairs), error.toFixed(3), bias.toFixed(3), correlation.toFixed(2)],
        ...[strong_error.toFixed(3), `${(100 * far).toFixed(1)} %`],
      ]),
    ),
  });
}

/** A run of a question whose table is known, as tier 1 prepares it. */
function preparedRun(question: CalibratedQuestion, methodology: Methodology): PreparedSimulation {
  const forecast: Forecast = {
    ...NOTHING,
    tier: 1,
    evidence: "survey_matched",
    issues: [],
    overall: { ...question.overall, n_a: 0 },
    segments: new Map(
      question.segments.map((each) => [`${each.dimension}=${each.segment}`, { ...each, n_a: 0 }] as const),
    ),
    resembling: [{ name: calibratedKey(question), weight: 1 }],
    similarity: 1,
    calibrated: question,
    scenario: null,
  };
  return prepareSimulation({ seed: SEED, methodology, forecast });
}

function saidOf(
  runs: readonly PreparedSimulation[],
  questions: readonly CalibratedQuestion[],
  loadings: readonly Float64Array[],
): Said {
  return runs.map((run, q) => {
    const name = calibratedKey(itemAt(questions, q));
    const latent = latentOf(SEED, run.basis.frame.id, itemAt(loadings, q), [{ name, weight: 1 }]);
    return answerAgents({ ...run, latent }, 0, AGENTS).answer.map((answer) => answer === 0 ? 1 : 0);
  });
}

/** A part from 0 to `parts` − 1 for a name, alike in each run. */
function part(name: string, parts: number): number {
  let hash = 7;
  for (const letter of name) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  return ((hash ^ (hash >>> 15)) >>> 0) % parts;
}
