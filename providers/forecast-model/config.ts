import type { SettingsReader } from "#shared/settings-reader.ts";
import { type PricedServerConfig, readBaseUrl, readModelPrices } from "../openai/settings.ts";

export type ForecastModelConfig = PricedServerConfig;

/**
 * Reads from the environment which model is asked what share of people would say yes:
 *
 * | setting | meaning |
 * |---|---|
 * | `FORECAST_MODEL` | the model's name; unset: forecasts rest on surveys alone |
 * | `FORECAST_BASE_URL` | an OpenAI-compatible server, such as `https://api.example.com/v1` |
 * | `FORECAST_API_KEY` | sent as a bearer token; unset for servers without keys |
 * | `FORECAST_TIMEOUT_MS` | of one call, 1,000 to 120,000 (20,000) |
 * | `MODEL_PRICES` | JSON, US dollars per million tokens, for the metrics |
 *
 * A model counts only after `deno task evaluate-forecasts` has measured it and let it pass. Returns null without a model; adds a sentence to
 * `read.faults` for every setting that is missing or wrong.
 */
export function readForecastModelConfig(read: SettingsReader): ForecastModelConfig | null {
  const model = read.optional("FORECAST_MODEL");
  if (model === null) {
    read.orphans("FORECAST_MODEL", ["FORECAST_BASE_URL", "FORECAST_API_KEY"]);
    return null;
  }
  return {
    model,
    baseUrl: readBaseUrl(read, "FORECAST"),
    apiKey: read.secret("FORECAST_API_KEY"),
    timeoutMs: read.number("FORECAST_TIMEOUT_MS", { min: 1_000, max: 120_000 }, 20_000),
    price: readModelPrices(read)[model] ?? null,
  };
}
