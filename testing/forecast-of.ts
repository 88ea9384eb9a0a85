import { newestMethodology } from "#engine/bank/catalogue.ts";
import type { Methodology } from "#engine/bank/methodology.ts";
import type { Forecast } from "#engine/forecast/forecast.ts";
import { Forecaster } from "#engine/forecast/forecaster.ts";
import { createBuiltInEmbedder } from "#providers/embeddings/built-in.ts";

/** One for all specs of a process. */
export const forecaster = new Forecaster(createBuiltInEmbedder());

/** The forecast of a question that fits its methodology's topic. */
export function forecastOf(
  question: string,
  slug: string | Methodology | null,
  scenario: Readonly<Record<string, unknown>> = {},
): Forecast {
  const methodology = typeof slug === "string" ? newestMethodology(slug)! : slug;
  const read = forecaster.read(question, methodology);
  return forecaster.forecast({ read, methodology, onTopic: true, scenario });
}
