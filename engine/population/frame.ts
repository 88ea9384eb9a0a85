import { DIMENSION_NAMES, type DimensionName, DIMENSIONS } from "./dimensions.ts";
import { cellColumns } from "./ipf.ts";
import { buildUsAdults2024 } from "./us-adults-2024.ts";

/** A population as a joint table: who there is, and how many of each. Cells are sorted hierarchically, see `DIMENSIONS`. */
export interface Frame {
  /** The frame's name, followed by its restriction if it has one: part of the generator's keys. */
  readonly id: string;
  readonly cells: number;
  /** Share of each cell; adds up to 1. */
  readonly weight: Float64Array;
  /** Cumulative share up to and including each cell, rounded to 1e-12 so that no machine's last bit moves a boundary. */
  readonly cumulative: Float64Array;
  /** One column of segment numbers a dimension, in the order of `DIMENSION_NAMES`. */
  readonly segment: readonly Uint8Array[];
  /** First cell that can hold a point of each of `guide.length` equal slices of [0, 1). */
  readonly guide: Uint32Array;
}

/** The frames that can be asked, by name. Each is built once in a process, in about 40 ms. */
const BUILDERS: Readonly<Record<string, () => Float64Array>> = { "us-adults-2024": buildUsAdults2024 };

export const FRAME_NAMES: readonly string[] = Object.keys(BUILDERS);

const built = new Map<string, Frame>();

/** `dimension → segments`: only people in one of the segments of every dimension named. */
export type Where = Readonly<Record<string, readonly string[]>>;

/**
 * The frame of that name, or the part of it that `where` keeps, scaled to 1.
 * @throws RangeError for an unknown frame, dimension or segment, or when nobody is left.
 */
export function frameOf(name: string, where: Where = {}): Frame {
  const id = frameId(name, where);
  const known = built.get(id);
  if (known !== undefined) return known;
  const build = BUILDERS[name];
  if (build === undefined) {
    throw new RangeError(`Cannot find frame ${name}: known are ${FRAME_NAMES.join(", ")}`);
  }
  const frame = Object.keys(where).length === 0
    ? makeFrame(id, build(), cellColumns(DIMENSION_NAMES.map((d) => DIMENSIONS[d].length)))
    : restricted(frameOf(name), id, where);
  built.set(id, frame);
  return frame;
}

function frameId(name: string, where: Where): string {
  const parts = Object.keys(where).sort().map((dimension) =>
    `${dimension}=${[...(where[dimension] ?? [])].sort().join("|")}`
  );
  return [name, ...parts].join("&");
}

function restricted(whole: Frame, id: string, where: Where): Frame {
  const keep = new Uint8Array(whole.cells).fill(1);
  for (const [name, wanted] of Object.entries(where)) {
    const d = dimensionIndex(name);
    const names: readonly string[] = DIMENSIONS[DIMENSION_NAMES[d] as DimensionName];
    const unknown = wanted.find((segment) => !names.includes(segment));
    if (unknown !== undefined) throw new RangeError(`Cannot restrict ${name} to ${unknown}: no such segment`);
    const column = whole.segment[d] ?? new Uint8Array();
    for (let c = 0; c < whole.cells; c++) {
      if (!wanted.includes(names[column[c] ?? 0] ?? "")) keep[c] = 0;
    }
  }
  const kept = (_: unknown, c: number) => keep[c] === 1;
  const weight = whole.weight.filter(kept);
  const sum = weight.reduce((total, w) => total + w, 0);
  if (!(sum > 0)) throw new RangeError(`Cannot ask ${id}: nobody is left`);
  return makeFrame(id, weight.map((w) => w / sum), whole.segment.map((column) => column.filter(kept)));
}

/**
 * The place of a dimension in a frame's columns.
 * @throws RangeError for a name that is no dimension.
 */
export function dimensionIndex(name: string): number {
  const d = (DIMENSION_NAMES as readonly string[]).indexOf(name);
  if (d < 0) throw new RangeError(`Cannot find dimension ${name}: known are ${DIMENSION_NAMES.join(", ")}`);
  return d;
}

/** The segments of a dimension by its place. */
export function segmentNames(dimension: number): readonly string[] {
  const name = DIMENSION_NAMES[dimension];
  return name === undefined ? [] : DIMENSIONS[name];
}

/** Share of each segment of a dimension. */
export function marginOf(frame: Frame, dimension: number): Float64Array {
  const margin = new Float64Array(segmentNames(dimension).length);
  const column = frame.segment[dimension] ?? new Uint8Array();
  for (let c = 0; c < frame.cells; c++) {
    const s = column[c] ?? 0;
    margin[s] = (margin[s] ?? 0) + (frame.weight[c] ?? 0);
  }
  return margin;
}

function makeFrame(id: string, weight: Float64Array, segment: readonly Uint8Array[]): Frame {
  const cells = weight.length;
  const cumulative = new Float64Array(cells);
  let sum = 0;
  for (let c = 0; c < cells; c++) {
    sum += weight[c] ?? 0;
    cumulative[c] = Math.round(sum * 1e12) / 1e12;
  }
  cumulative[cells - 1] = 1;
  const guide = new Uint32Array(1 << 15);
  let cell = 0;
  for (let slice = 0; slice < guide.length; slice++) {
    while ((cumulative[cell] ?? 1) <= slice / guide.length) cell++;
    guide[slice] = cell;
  }
  return { id, cells, weight, cumulative, segment, guide };
}
