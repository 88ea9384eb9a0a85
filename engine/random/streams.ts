import { createHash } from "node:crypto";
import type { PhiloxKey } from "./philox.ts";

/**
 * The purpose of a draw: the second word of the generator's counter. The numbers are frozen. A new stream takes the next free
 * number, so it changes no other draw.
 */
export const STREAM = {
  /** Where a population's systematic sequence starts. */
  cell: 0,
  /** An agent's persistent trait, general and topical. */
  trait: 1,
  /** Whether the question fits the agent (n_a), and why not. */
  na: 2,
  /** The answer's own error. */
  answer: 3,
  intensity: 4,
  reason: 5,
  /** Whether the agent speaks, and with which words. */
  quote: 6,
  /** The shift of a whole run, and of its segments. */
  run: 7,
  segmentRun: 8,
  /** Draws for agents that a language model answers. */
  model: 9,
} as const;

/** The largest seed: every integer up to it is exact in JSON. */
export const MAX_SEED = Number.MAX_SAFE_INTEGER;

/**
 * The generator's key for a seed and a subject (a population, a topic, a question): the first 64 bits of the SHA-256 of their
 * JSON, so that similar seeds and subjects have unrelated draws.
 * @throws RangeError when the seed is not an integer from 0 to {@link MAX_SEED}.
 */
export function streamKey(seed: number, ...subject: readonly string[]): PhiloxKey {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new RangeError(`Cannot use seed ${seed}: it is not an integer from 0 to 2^53 − 1`);
  }
  const digest = createHash("sha256").update(JSON.stringify(["philox4x32-10", seed, ...subject])).digest();
  return { lo: digest.readInt32LE(0), hi: digest.readInt32LE(4) };
}

/**
 * A question as `streamKey` hashes it: compatibility-normalised (NFKC), lower case, single spaces. Spellings that a respondent
 * reads as the same text get the same draws.
 */
export function canonicalQuestion(question: string): string {
  return question.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}
