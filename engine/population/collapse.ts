import { addAt, byteAt, floatAt, integerAt, itemAt, range } from "../numeric/columns.ts";
import { cellsOver, DIMENSION_NAMES, placesIn, slotOf, SLOTS } from "./dimensions.ts";
import { type Frame, oncePerFrame } from "./frame.ts";

/** A frame summed over the dimensions that do not matter: the same population in fewer cells. */
export interface CollapsedFrame {
  /** Number of dimensions that the cells tell apart. */
  readonly width: number;
  readonly cells: number;
  /** Share of each cell; adds up to 1. */
  readonly weight: Float64Array;
  /** `slot[cell · width + k]`: the slot of a cell in the k-th of its dimensions. */
  readonly slot: Uint8Array;
  /** `together[a · SLOTS + b]`: share of the population in slot a and in slot b. */
  readonly together: Float64Array;
}

/** The frame over these dimensions (numbers, in any order) only. Kept, since methodologies share them. */
export function collapse(frame: Frame, dimensions: Iterable<number>): CollapsedFrame {
  const requested = new Set(dimensions);
  return collapseTo(frame, range(DIMENSION_NAMES.length).filter((dimension) => requested.has(dimension)));
}

const collapseTo = oncePerFrame((frame, dimensions): CollapsedFrame => {
  const width = dimensions.length;
  const cellOf = placesIn(frame.segment, dimensions);
  const cells = cellsOver(dimensions);
  const weight = new Float64Array(cells);
  const slot = new Uint8Array(cells * width);
  frame.weight.forEach((share, c) => {
    const cell = integerAt(cellOf, c);
    if (floatAt(weight, cell) === 0) {
      dimensions.forEach((dimension, k) => {
        slot[cell * width + k] = slotOf(dimension, byteAt(itemAt(frame.segment, dimension), c));
      });
    }
    addAt(weight, cell, share);
  });
  return { width, cells, weight, slot, together: pairSums({ width, cells, slot }, weight) };
});

/** Sums a quantity of the cells over every pair of slots: `sums[a · SLOTS + b]` over the cells in both a and b; symmetric. */
function pairSums(
  { width, cells, slot }: Pick<CollapsedFrame, "width" | "cells" | "slot">,
  quantity: Float64Array,
): Float64Array {
  const sums = new Float64Array(SLOTS * SLOTS);
  for (let c = 0; c < cells; c++) {
    const q = floatAt(quantity, c);
    if (q === 0) continue;
    for (let k = 0; k < width; k++) {
      const row = byteAt(slot, c * width + k) * SLOTS;
      for (let l = k; l < width; l++) addAt(sums, row + byteAt(slot, c * width + l), q);
    }
  }
  for (let a = 0; a < SLOTS; a++) {
    for (let b = a + 1; b < SLOTS; b++) sums[b * SLOTS + a] = floatAt(sums, a * SLOTS + b);
  }
  return sums;
}
