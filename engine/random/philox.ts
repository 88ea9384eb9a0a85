import { integerAt } from "../numeric/columns.ts";
import { createHash } from "node:crypto";

/**
 * Philox4x32-10, a counter-based random generator: a pure function from a 128-bit counter and a 64-bit key to four 32-bit words.
 * It has no state, so any process can draw any agent. Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
 * 1, 2, 3" (SC11, 2011); the specs hold its authors' known answers.
 */

/** The 64-bit key as two signed 32-bit words. */
export interface PhiloxKey {
  readonly lo: number;
  readonly hi: number;
}

/**
 * Writes the four words of a counter (c0 … c3) under a key into `out`, as signed 32-bit integers. Products of 32 × 32 bits are
 * put together from 16-bit halves: exact, without BigInt and without allocation, about 50 ns.
 */
export function philox4x32(
  out: Int32Array,
  c0: number,
  c1: number,
  c2: number,
  c3: number,
  keyLo: number,
  keyHi: number,
): void {
  let k0 = keyLo | 0;
  let k1 = keyHi | 0;
  c0 |= 0;
  c1 |= 0;
  c2 |= 0;
  c3 |= 0;
  for (let round = 0; round < 10; round++) {
    // High words of 0xD2511F53 · c0 and 0xCD9E8D57 · c2.
    const a0 = c0 & 0xffff;
    const a1 = c0 >>> 16;
    const aMid = (Math.imul(a1, 0x1f53) + (Math.imul(a0, 0x1f53) >>> 16)) | 0;
    const aLow = (Math.imul(a0, 0xd251) + (aMid & 0xffff)) | 0;
    const aHigh = (Math.imul(a1, 0xd251) + (aMid >>> 16) + (aLow >>> 16)) | 0;
    const b0 = c2 & 0xffff;
    const b1 = c2 >>> 16;
    const bMid = (Math.imul(b1, 0x8d57) + (Math.imul(b0, 0x8d57) >>> 16)) | 0;
    const bLow = (Math.imul(b0, 0xcd9e) + (bMid & 0xffff)) | 0;
    const bHigh = (Math.imul(b1, 0xcd9e) + (bMid >>> 16) + (bLow >>> 16)) | 0;

    const n1 = Math.imul(c2, 0xcd9e8d57);
    const n3 = Math.imul(c0, 0xd2511f53);
    c0 = bHigh ^ c1 ^ k0;
    c2 = aHigh ^ c3 ^ k1;
    c1 = n1;
    c3 = n3;
    k0 = (k0 + 0x9e3779b9) | 0;
    k1 = (k1 + 0xbb67ae85) | 0;
  }
  out[0] = c0;
  out[1] = c1;
  out[2] = c2;
  out[3] = c3;
}

/**
 * A uniform on (0, 1) from two words: (x + ½) / 2^53 of their upper 53 bits x, the centre of the x-th of 2^53 cells. The last
 * centre is no double and would round to 1, so the largest double below 1 takes its place.
 */
export function uniform53(a: number, b: number): number {
  const u = ((a >>> 5) * 67108864 + (b >>> 6) + 0.5) / 9007199254740992;
  return u < 1 ? u : 1 - Number.EPSILON / 2;
}

const block = new Int32Array(4);

/**
 * Writes the two uniforms of (key, agent, stream, draw) into `out`. The counter's third word, the number of a repetition, is
 * always 0: runs differ by their key.
 * @param stream one of `STREAM`.
 * @param draw number of the draw within its agent and stream, from 0.
 */
export function uniformPair(
  out: Float64Array,
  key: PhiloxKey,
  agent: number,
  stream: number,
  draw = 0,
): void {
  philox4x32(block, agent, stream, 0, draw, key.lo, key.hi);
  out[0] = uniform53(integerAt(block, 0), integerAt(block, 1));
  out[1] = uniform53(integerAt(block, 2), integerAt(block, 3));
}

/** The first of the two uniforms that {@link uniformPair} writes. */
export function firstUniform(key: PhiloxKey, agent: number, stream: number, draw = 0): number {
  philox4x32(block, agent, stream, 0, draw, key.lo, key.hi);
  return uniform53(integerAt(block, 0), integerAt(block, 1));
}

/**
 * The purpose of a draw: the second word of the generator's counter. The numbers are frozen; 7 and 8 are retired. A new stream
 * takes the next free number, so it changes no other draw.
 */
export const STREAM = {
  /** Where a population's systematic sequence starts. */
  cell: 0,
  /** What an agent brings to all questions. */
  factor: 1,
  /** Whether the question fits the agent (n_a), and why not. */
  na: 2,
  /** The answer's own error. */
  answer: 3,
  intensity: 4,
  reason: 5,
  /** Whether the agent speaks, and with which words. */
  quote: 6,
  /** Draws for agents that a language model answers. */
  model: 9,
} as const;

/** The largest seed: every integer up to it is exact in JSON. */
export const MAX_SEED = Number.MAX_SAFE_INTEGER;

/**
 * The generator's key for a seed and a subject (a population, a topic): the first 64 bits of the SHA-256 of their
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
