import type { TokenUsage } from "./usage.ts";

/** A model's list price in US dollars per million tokens, and the day it was read. */
export interface ModelPrice {
  readonly input: number;
  /** Input tokens that the server took from its prompt cache; absent: billed as `input`. */
  readonly cached_input?: number;
  /** Completion tokens, reasoning included. */
  readonly output: number;
  /** ISO date. */
  readonly as_of: string;
}

/** Prices by model name. */
export type ModelPrices = Readonly<Record<string, ModelPrice>>;

const PER_MILLION = 1_000_000;

/** US dollars, or null for a model without a known price: an unknown cost is never shown as 0. */
export function costUsd(usage: TokenUsage, price: ModelPrice | null): number | null {
  if (price === null) return null;
  const uncached = usage.prompt - usage.cached;
  return (uncached * price.input + usage.cached * (price.cached_input ?? price.input) +
    usage.completion * price.output) / PER_MILLION;
}

/** Reads a price table from JSON text; pushes one sentence per fault and returns what is valid. */
export function parsePrices(name: string, text: string, faults: string[]): ModelPrices {
  let table: unknown;
  try {
    table = JSON.parse(text);
  } catch {
    faults.push(`${name} must be JSON such as {"my-model":{"input":0.15,"output":0.6,"as_of":"2026-11-01"}}`);
    return {};
  }
  if (typeof table !== "object" || table === null || Array.isArray(table)) {
    faults.push(`${name} must be a JSON object of prices by model name`);
    return {};
  }
  const prices: Record<string, ModelPrice> = {};
  for (const [model, entry] of Object.entries(table)) {
    const fault = priceFault(entry);
    if (fault === null) prices[model] = entry as ModelPrice;
    else faults.push(`${name}: the price of ${model} ${fault}`);
  }
  return prices;
}

const PRICE_FIELDS = new Set(["input", "cached_input", "output", "as_of"]);

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
    return `needs "as_of", the day it was read, such as 2026-11-01`;
  }
  return null;
}

function isPrice(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
