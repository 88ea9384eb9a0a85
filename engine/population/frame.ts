import { lazilyFor, lazilyOf } from "#shared/lazily.ts";
import { LRUCache } from "lru-cache";
import { addAt, byteAt, floatAt, itemAt } from "../numeric/columns.ts";
import { frameId, type Where } from "./audience.ts";
import { DIMENSION_NAMES, dimensionIndex, DIMENSIONS, segmentNames } from "./dimensions.ts";
import { cellColumns } from "./ipf.ts";
import { type SamplingTable, samplingTable } from "./systematic-sampling.ts";
import { buildUsAdults2024 } from "./us-adults-2024.ts";

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

/** The frames by name. A process builds each once, in about 40 ms. */
const BUILDERS: Readonly<Record<string, () => Float64Array>> = { "us-adults-2024": buildUsAdults2024 };

const FRAME_NAMES = Object.keys(BUILDERS);

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

const wholeFrame = lazilyFor((name: string): Frame => {
  const build = BUILDERS[name];
  if (build === undefined) {
    throw new RangeError(`Cannot find frame ${name}: known are ${FRAME_NAMES.join(", ")}`);
  }
  return frameOfCells(name, build(), cellColumns(DIMENSION_NAMES.map((d) => DIMENSIONS[d].length)));
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

/** The part of a frame that `where` admits, scaled to 1. @throws RangeError where it admits nobody */
export function restrictFrame(frame: Frame, id: string, where: Where): Frame {
  const admitted = admittedCells(frame, where);
  const isAdmitted = (_: number, cell: number) => byteAt(admitted, cell) === 1;
  const weight = frame.weight.filter(isAdmitted);
  const sum = weight.reduce((total, w) => total + w, 0);
  if (!(sum > 0)) throw new RangeError(`Cannot ask ${id}: nobody is left`);
  return frameOfCells(
    id,
    weight.map((w) => w / sum),
    frame.segment.map((column) => column.filter(isAdmitted)),
  );
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

/** Share of each segment of a dimension. Adding up a frame's cells takes milliseconds, so a process does it once for each dimension. */
export function marginOf(frame: Frame, dimension: number): Float64Array {
  return marginsOf(frame)(dimension);
}

const marginsOf = lazilyOf((frame: Frame) =>
  lazilyFor((dimension: number) => {
    const margin = new Float64Array(segmentNames(dimension).length);
    itemAt(frame.segment, dimension).forEach((segment, cell) => {
      addAt(margin, segment, floatAt(frame.weight, cell));
    });
    return margin;
  })
);
