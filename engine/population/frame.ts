import { lazilyFor, lazilyOf } from "#shared/lazily.ts";
import { LRUCache } from "lru-cache";
import { addAt, byteAt, floatAt, integerAt, itemAt, range } from "../numeric/columns.ts";
import { frameId, type Where } from "./audience.ts";
import {
  cellColumns,
  cellsOver,
  DIMENSION_NAMES,
  dimensionIndex,
  placesIn,
  segmentNames,
  slotOf,
  SLOTS,
} from "./dimensions.ts";
import { fitMargins, normalized } from "./ipf.ts";
import { type SamplingTable, samplingTable } from "./systematic-sampling.ts";
import usAdults from "./us-adults-2024.json" with { type: "json" };

/** A population as a joint table of cells, sorted hierarchically by `DIMENSIONS`, with the share of people in each. */
export interface Frame extends SamplingTable {
  /** The frame's name, followed by its restriction if it has one: part of the generator's keys. */
  readonly id: string;
  readonly cells: number;
  /** Share of each cell; adds up to 1. */
  readonly weight: Float64Array;
  /** One column of segment numbers for each dimension, in the order of `DIMENSION_NAMES`. */
  readonly segment: readonly Uint8Array[];
  /** `dimension=segment` of those that the population does not have, and reports therefore leave out. */
  readonly absent?: ReadonlySet<string>;
}

/** The frame of U.S. adults, which others are restrictions of or take their associations from. */
export const US_ADULTS = "us-adults-2024";

/** Customers choose restrictions, so they are no constant number; each is at most 3 MB, and cut out of the whole in some 5 ms. */
const MAX_RESTRICTED = 12;
const restrictedFrames = new LRUCache<string, Frame>({ max: MAX_RESTRICTED });

/**
 * The frame of that name, or the part of it that `where` admits, scaled to 1.
 * @throws RangeError for an unknown frame, dimension or segment, or when `where` admits no part of the frame.
 */
export function frameOf(name: string, where: Where = {}): Frame {
  if (Object.keys(where).length === 0) return wholeFrame(name);
  const id = frameId(name, where);
  const restricted = restrictedFrames.get(id) ?? restrictFrame(wholeFrame(name), id, where);
  restrictedFrames.set(id, restricted);
  return restricted;
}

/** A process builds it once. */
const wholeFrame = lazilyFor((name: string): Frame => {
  if (name !== US_ADULTS) throw new RangeError(`Cannot find frame ${name}: known is ${US_ADULTS}`);
  const segment = cellColumns(range(DIMENSION_NAMES.length));
  return frameOfCells(name, usAdultsWeight(segment), segment);
});

/** The share of a frame's people, 0 to 1, that `where` admits. @throws RangeError for an unknown dimension or segment */
export function shareOf(frame: Frame, where: Where): number {
  const admitted = admittedCells(frame, where);
  return frame.weight.reduce((sum, w, cell) => sum + w * byteAt(admitted, cell), 0);
}

/** 1 for each cell that `where` admits. */
function admittedCells(frame: Frame, where: Where): Uint8Array {
  const admitted = new Uint8Array(frame.cells).fill(1);
  for (const [name, segments] of Object.entries(where)) {
    const dimension = dimensionIndex(name);
    const numbers = new Set(segments.map((segment) => segmentNumber(dimension, name, segment)));
    itemAt(frame.segment, dimension).forEach((segment, cell) => {
      if (!numbers.has(segment)) admitted[cell] = 0;
    });
  }
  return admitted;
}

/** The part of a frame that `where` admits, scaled to 1. @throws RangeError where it admits no one */
export function restrictFrame(frame: Frame, id: string, where: Where): Frame {
  const admitted = admittedCells(frame, where);
  const isAdmitted = (_: number, cell: number) => byteAt(admitted, cell) === 1;
  const weight = normalized(frame.weight.filter(isAdmitted));
  if (!weight.some((w) => w > 0)) throw new RangeError(`Cannot ask ${id}: nobody is left`);
  return frameOfCells(id, weight, frame.segment.map((column) => column.filter(isAdmitted)));
}

function segmentNumber(dimension: number, name: string, segment: string): number {
  const number = segmentNames(dimension).indexOf(segment);
  if (number < 0) throw new RangeError(`Cannot restrict ${name} to ${segment}: no such segment`);
  return number;
}

/** A frame of cells that add up to 1. */
export function frameOfCells(id: string, weight: Float64Array, segment: readonly Uint8Array[]): Frame {
  return { id, cells: weight.length, weight, segment, ...samplingTable(weight) };
}

/** Has a part of a frame computed once for some dimensions: going through its cells takes milliseconds. */
function oncePerFrame<Part>(create: (frame: Frame, dimensions: readonly number[]) => Part) {
  const parts = lazilyOf((frame: Frame) =>
    lazilyFor((names: string) => create(frame, names === "" ? [] : names.split(",").map(Number)))
  );
  return (frame: Frame, dimensions: readonly number[]): Part => parts(frame)(dimensions.join());
}

/** Shares of a frame's people over some dimensions, row-major. */
export const tableOver = oncePerFrame((frame, dimensions) => {
  const table = new Float64Array(cellsOver(dimensions));
  placesIn(frame.segment, dimensions).forEach((place, c) => addAt(table, place, floatAt(frame.weight, c)));
  return table;
});

/** Share of each segment of a dimension. */
export const marginOf = (frame: Frame, dimension: number): Float64Array => tableOver(frame, [dimension]);

/** The frame's published margins, dimension by dimension in table order, in any scale. */
export const US_ADULTS_2024_MARGINS: readonly (readonly number[])[] = usAdults.margins.map(({ figures }) =>
  figures
);

/**
 * The weight of every cell of the frame `us-adults-2024`, in table order, adding up to 1: associations of all pairs of
 * dimensions, and of party with race and education, from survey microdata and published tables, raked to the current margins, which
 * leaves every odds ratio as it is (Deming and Stephan 1940). `us-adults-2024.json` has both with their sources: of an association the
 * factor of each combination of segments, natural logarithm, row-major; no respondents' rows. About 40 ms.
 */
function usAdultsWeight(columns: readonly Uint8Array[]): Float64Array {
  const logs = new Float64Array(itemAt(columns, 0).length);
  for (const { dimensions, log_factors } of usAdults.associations) {
    placesIn(columns, dimensions.map(dimensionIndex))
      .forEach((place, c) => addAt(logs, c, itemAt(log_factors, place)));
  }
  const weight = logs.map(Math.exp);
  const margins = US_ADULTS_2024_MARGINS.map((figures, d) => ({
    group: Uint16Array.from(itemAt(columns, d)),
    target: normalized(Float64Array.from(figures)),
  }));
  fitMargins(weight, margins, 1e-10, 200);
  return normalized(weight);
}

/** A frame summed over the dimensions that do not matter: the same population in fewer cells. */
export type CollapsedFrame = Readonly<ReturnType<typeof collapseTo>>;

/** The frame over these dimensions (numbers, in any order) only. Kept, since methodologies share them. */
export function collapse(frame: Frame, dimensions: Iterable<number>): CollapsedFrame {
  const requested = new Set(dimensions);
  return collapseTo(frame, range(DIMENSION_NAMES.length).filter((dimension) => requested.has(dimension)));
}

const collapseTo = oncePerFrame((frame, dimensions) => {
  /** Number of dimensions that the cells tell apart. */
  const width = dimensions.length;
  const cellOf = placesIn(frame.segment, dimensions);
  const cells = cellsOver(dimensions);
  /** Share of each cell; adds up to 1. */
  const weight = new Float64Array(cells);
  /** `slot[cell · width + k]`: the slot of a cell in the k-th of its dimensions. */
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
  /** `together[a · SLOTS + b]`: share of the population in slot a and in slot b. */
  const together = pairSums(width, slot, weight);
  return { width, cells, weight, slot, together };
});

/** Sums a quantity of the cells over every pair of slots: `sums[a · SLOTS + b]` over the cells in both a and b; symmetric. */
function pairSums(width: number, slot: Uint8Array, quantity: Float64Array): Float64Array {
  const sums = new Float64Array(SLOTS * SLOTS);
  for (let c = 0; c < quantity.length; c++) {
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
