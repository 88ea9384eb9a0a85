import type { SettingsReader } from "#shared/settings-reader.ts";
import { type ModelPrice, parseObject } from "./completion.ts";

/** A model at an OpenAI-compatible server. */
export type ServerConfig = Readonly<NonNullable<ReturnType<typeof readModelServer>>>;

/** The parts of the service that a model may serve: the setting without which there is none, and the milliseconds that a call may take. */
const PARTS = {
  AGENTS: { needs: "BASE_URL", timeoutMs: 60_000, longestMs: 600_000 },
  /** Compares questions with calibrated ones; routing and forecasts always use the encoder that their weights were fitted with. */
  EMBEDDINGS: { needs: "BASE_URL", timeoutMs: 10_000, longestMs: 60_000 },
  /** Is asked what share of people would say yes, once `deno task evaluate-forecasts` has measured it and let it pass. */
  FORECAST: { needs: "MODEL", timeoutMs: 20_000, longestMs: 120_000 },
  /** Rewrites the texts of Readings. */
  READING: { needs: "MODEL", timeoutMs: 30_000, longestMs: 300_000 },
} as const;

/**
 * Reads the model of a part from the environment:
 *
 * | setting | meaning |
 * |---|---|
 * | `<part>_BASE_URL` | an OpenAI-compatible server, such as `https://api.example.com/v1` |
 * | `<part>_MODEL` | the model's name there |
 * | `<part>_API_KEY` | sent as a bearer token; unset for servers without keys |
 * | `<part>_TIMEOUT_MS` | of one call, 1,000 to the part's longest |
 * | `MODEL_PRICES` | US dollars per million tokens: `{"<model>": {"input", "cached_input"?, "output", "as_of"}}` |
 *
 * Null where the setting that the part needs is unset. Adds a sentence to `read.faults` for every setting that is missing or wrong.
 */
export function readModelServer(read: SettingsReader, part: keyof typeof PARTS) {
  const { needs, timeoutMs, longestMs } = PARTS[part];
  if (read.optional(`${part}_${needs}`) === null) {
    const others = ["BASE_URL", "MODEL", "API_KEY"].filter((name) => name !== needs);
    read.orphans(`${part}_${needs}`, others.map((name) => `${part}_${name}`));
    return null;
  }
  const model = read.text(`${part}_MODEL`);
  return {
    /** Up to and including `/v1`; `/chat/completions` or `/embeddings` is added. */
    baseUrl: readBaseUrl(read, part),
    model,
    /** Null for servers that want none. */
    apiKey: read.secret(`${part}_API_KEY`),
    /** For one call, up to the body's last byte. */
    timeoutMs: read.number(`${part}_TIMEOUT_MS`, { min: 1_000, max: longestMs }, timeoutMs),
    /** Null where `MODEL_PRICES` has none for the model: costs are then unknown, not 0. */
    price: readModelPrices(read)[model] ?? null,
  };
}

/**
 * Reads `<prefix>_BASE_URL`, the address of an OpenAI-compatible server up to and including `/v1`, without a trailing slash.
 * Reports a URL that carries credentials, a query or a fragment.
 */
export function readBaseUrl(read: SettingsReader, prefix: string): string {
  const name = `${prefix}_BASE_URL`;
  const baseUrl = read.url(name, ["http:", "https:"]);
  if (!URL.canParse(baseUrl)) return baseUrl;
  const { username, password, search, hash } = new URL(baseUrl);
  if (username + password !== "") {
    read.faults.push(`${name} must not carry a user or password: use ${prefix}_API_KEY`);
  }
  if (search + hash !== "") read.faults.push(`${name} must have no query and no fragment`);
  return baseUrl;
}

/** Reads the price table `MODEL_PRICES`, which is JSON: the valid entries. Without the setting no model has a price. */
export function readModelPrices(read: SettingsReader): Readonly<Record<string, ModelPrice>> {
  const table = parseObject(read.optional("MODEL_PRICES") ?? "{}");
  if (table === null) {
    read.faults.push(
      `MODEL_PRICES must be JSON such as {"my-model":{"input":0.15,"output":0.6,"as_of":"2026-11-01"}}`,
    );
    return {};
  }
  const prices: Record<string, ModelPrice> = {};
  for (const [model, entry] of Object.entries(table)) {
    const fault = priceFault(entry);
    if (fault === null) prices[model] = entry as ModelPrice;
    else read.faults.push(`MODEL_PRICES: the price of ${model} ${fault}`);
  }
  return prices;
}

const PRICE_FIELDS = new Set(["input", "cached_input", "output", "as_of"]);

/** The predicate of a sentence about a faulty price, or null. */
function priceFault(entry: unknown): string | null {
  if (typeof entry !== "object" || entry === null) return "must be an object";
  const fields = entry as Record<string, unknown>;
  const unknown = Object.keys(fields).find((field) => !PRICE_FIELDS.has(field));
  if (unknown !== undefined) return `has an unknown field "${unknown}"`;
  for (const field of ["input", "output"]) {
    if (!isPrice(fields[field])) return `needs "${field}", US dollars per million tokens, 0 or more`;
  }
  if (fields.cached_input !== undefined && !isPrice(fields.cached_input)) {
    return `has a "cached_input" that isn't US dollars per million tokens, 0 or more`;
  }
  if (typeof fields.as_of !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(fields.as_of)) {
    return `needs "as_of", the ISO date of the price list, such as 2026-11-01`;
  }
  return null;
}

function isPrice(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
