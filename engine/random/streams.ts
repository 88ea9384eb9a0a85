import { createHash } from "node:crypto";
import type { PhiloxKey } from "./philox.ts";

/**
 * What a draw is for: the second word of the generator's counter. The numbers are frozen; a new stream takes the next free
 * number, so that no other draw moves.
 */
export const STREAM = {
  cell: 0,
  trait: 1,
  na: 2,
  answer: 3,
  intensity: 4,
  reason: 5,
  quote: 6,
  run: 7,
  segmentRun: 8,
  model: 9,
} as const;

/** The largest seed: every integer up to it is exact in JSON. */
export const MAX_SEED = Number.MAX_SAFE_INTEGER;

/**
 * The generator's key for a seed and what the draw is about (a population, a topic, a question): the first 64 bits of a
 * SHA-256, so that seeds and subjects that look alike have unrelated draws.
 * @throws RangeError when the seed is not an integer from 0 to 2^53 − 1.
 */
export function streamKey(seed: number, ...subject: readonly string[]): PhiloxKey {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new RangeError(`Cannot use seed ${seed}: it is not an integer from 0 to 2^53 − 1`);
  }
  const digest = createHash("sha256").update(JSON.stringify(["philox4x32-10", seed, ...subject])).digest();
  return { lo: digest.readInt32LE(0), hi: digest.readInt32LE(4) };
}

/**
 * A question as it is hashed: compatibility-normalised, lower case, single spaces. Two spellings that a respondent would
 * read as the same text are asked of the same draws.
 */
export function canonicalQuestion(question: string): string {
  return question.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}
