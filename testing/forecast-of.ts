import type { PreparedSimulation } from "#engine/sampling/prepared-simulation.ts";
import { newestMethodology } from "#engine/bank/catalogue.ts";
import type { Methodology } from "#engine/bank/methodology.ts";
import type { Forecast } from "#engine/forecast/forecast.ts";
import { Forecaster } from "#engine/forecast/forecaster.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";

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

/** A run whose interval is sampling alone, as if its table were people's answers without any error. */
export function samplingAlone(run: PreparedSimulation): PreparedSimulation {
  const none = [{ weight: 1, offset: 0, sd: 0 }];
  const overall = { yes: none, maybe: none, no: none };
  return {
    ...run,
    evidence: "survey_matched",
    uncertainty: { basis: "held_out_questions", overall, segments: new Map() },
  };
}
