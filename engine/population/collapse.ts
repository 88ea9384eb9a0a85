import { DIMENSION_NAMES, STRIDE } from "./dimensions.ts";
import { type Frame, segmentNames } from "./frame.ts";

/** Slots of tables by dimension and segment: `dimension place · STRIDE + segment number`. */
export const SLOTS = DIMENSION_NAMES.length * STRIDE;

/** A frame summed over the dimensions that do not matter: the same population in fewer cells. */
export interface CollapsedFrame {
  /** Kept dimensions in a cell. */
  readonly width: number;
  readonly cells: number;
  readonly weight: Float64Array;
  /** `slot[c · width + k]`: the slot of cell c in the k-th kept dimension. */
  readonly slot: Uint8Array;
  /** `together[a · SLOTS + b]`: share of the population in slot a and in slot b. */
  readonly together: Float64Array;
}

const cache = new WeakMap<Frame, Map<string, CollapsedFrame>>();

/** The frame over these dimensions (places, in any order) only; kept, since methodologies share them. */
export function collapse(frame: Frame, dimensions: Iterable<number>): CollapsedFrame {
  const wanted = new Set(dimensions);
  const kept = DIMENSION_NAMES.map((_, d) => d).filter((d) => wanted.has(d));
  const byKey = cache.get(frame) ?? new Map<string, CollapsedFrame>();
  cache.set(frame, byKey);
  const known = byKey.get(kept.join());
  if (known !== undefined) return known;
  const made = collapsed(frame, kept);
  byKey.set(kept.join(), made);
  return made;
}

function collapsed(frame: Frame, kept: readonly number[]): CollapsedFrame {
  const width = kept.length;
  const place = new Uint32Array(frame.cells);
  let size = 1;
  for (const d of kept) {
    const column = frame.segment[d] ?? new Uint8Array();
    const count = segmentNames(d).length;
    size *= count;
    for (let c = 0; c < frame.cells; c++) place[c] = (place[c] ?? 0) * count + (column[c] ?? 0);
  }
  const weight = new Float64Array(size);
  const slot = new Uint8Array(size * width);
  for (let c = 0; c < frame.cells; c++) {
    const p = place[c] ?? 0;
    if (weight[p] === 0) {
      kept.forEach((d, k) => slot[p * width + k] = d * STRIDE + (frame.segment[d]?.[c] ?? 0));
    }
    weight[p] = (weight[p] ?? 0) + (frame.weight[c] ?? 0);
  }
  return { width, cells: size, weight, slot, together: pairSums({ width, cells: size, slot }, weight) };
}

/** Sums a quantity of the cells over every pair of slots. */
export function pairSums(
  { width, cells, slot }: Pick<CollapsedFrame, "width" | "cells" | "slot">,
  quantity: Float64Array,
): Float64Array {
  const sums = new Float64Array(SLOTS * SLOTS);
  for (let c = 0; c < cells; c++) {
    const q = quantity[c] ?? 0;
    if (q === 0) continue;
    for (let k = 0; k < width; k++) {
      const row = (slot[c * width + k] ?? 0) * SLOTS;
      for (let l = k; l < width; l++) {
        const at = row + (slot[c * width + l] ?? 0);
        sums[at] = (sums[at] ?? 0) + q;
      }
    }
  }
  for (let a = 0; a < SLOTS; a++) {
    for (let b = a + 1; b < SLOTS; b++) sums[b * SLOTS + a] = sums[a * SLOTS + b] ?? 0;
  }
  return sums;
}
