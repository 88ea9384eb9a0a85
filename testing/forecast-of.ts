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
