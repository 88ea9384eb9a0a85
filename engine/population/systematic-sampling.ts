import { floatAt, integerAt } from "../numeric/columns.ts";
import { firstUniform, type PhiloxKey, STREAM } from "../random/philox.ts";

/** Fractional part of the golden ratio: its multiples fill [0, 1) more evenly than random numbers do. */
const GOLDEN = 0.6180339887498949;

/** Equal slices of [0, 1) whose first cells are tabled: about three cells a slice in the largest frame. */
const SLICES = 1 << 15;

/** A table's cells as parts of [0, 1), in table order. */
export type SamplingTable = Readonly<ReturnType<typeof samplingTable>>;

/** The sampling table of cells with these shares, which add up to 1. */
export function samplingTable(shares: Float64Array) {
  let sum = 0;
  /** Upper end of each cell's part. Rounded to 1e-12, so that no machine's last bit moves a boundary; the last is 1. */
  const cumulative = shares.map((share) => Math.round((sum += share) * 1e12) / 1e12);
  cumulative[cumulative.length - 1] = 1;
  /** The first cell that can hold a point of each slice. */
  const guide = new Uint32Array(SLICES);
  let cell = 0;
  for (let slice = 0; slice < SLICES; slice++) {
    while (floatAt(cumulative, cell) <= slice / SLICES) cell++;
    guide[slice] = cell;
  }
  return { cumulative, guide };
}

/** The start of a seed's systematic sequence, on (0, 1). */
export function sequenceStart(key: PhiloxKey): number {
  return firstUniform(key, 0, STREAM.cell);
}

/**
 * The cell of agent `index`: the one that holds frac(start + index × golden ratio). It depends on the seed and the index alone,
 * so a shorter run is the prefix of a longer one.
 *
 * Of 1,000 agents the worst margin among region, race, education, age and sex is off by about 0.9 points (independent draws:
 * 2.2). Party, income and urbanicity, sorted last, do no better than independent draws; raking corrects them.
 */
export function cellAt({ cumulative, guide }: SamplingTable, start: number, index: number): number {
  const point = start + index * GOLDEN;
  const u = point - Math.floor(point);
  let cell = integerAt(guide, Math.floor(u * guide.length));
  while (floatAt(cumulative, cell) <= u) cell++;
  return cell;
}
