import { dimensionIndex, type DimensionName, segmentNames } from "../population/dimensions.ts";
import { type Frame } from "../population/frame.ts";

/** The margins that a sample is raked to: those of Pew's panel that the frame has, and every dimension by itself. */
const RAKED: readonly (readonly DimensionName[])[] = [
  ["sex", "age"],
  ["education", "age"],
  ["race", "education"],
  ["income"],
  ["urbanicity"],
  ["party"],
  ["region"],
  ["race"],
  ["education"],
  ["age"],
  ["sex"],
];

/** A group with fewer expected respondents than this, or none drawn, joins a neighbour. */
const LEAST_EXPECTED = 5;

/** A margin of the sample with its population shares. */
export interface RakedMargin {
  /** Group of each agent. */
  readonly group: Uint8Array;
  /** Population share by group. */
  readonly target: Float64Array;
}

/**
 * The margins that n agents can be raked to. A table's cells with too few expected respondents, or none drawn, join
 * neighbours; a margin of a single group is left out.
 * @param columns segment numbers of all agents by dimension.
 */
export function rakedMargins(
  frame: Frame,
  columns: ReadonlyMap<string, Uint8Array>,
  n: number,
): { margins: RakedMargin[]; collapsed: number } {
  let collapsed = 0;
  // A dimension that a whole two-way table fixes needs no margin of its own.
  const fixed = new Set<DimensionName>();
  const margins = RAKED.flatMap((names) => {
    if (names.every((name) => fixed.has(name))) return [];
    const cells = new Uint8Array(n);
    for (const name of names) {
      const size = segmentNames(dimensionIndex(name)).length;
      const column = columns.get(name) ?? new Uint8Array(n);
      for (let i = 0; i < n; i++) cells[i] = (cells[i] ?? 0) * size + (column[i] ?? 0);
    }
    const margin = joinSmallGroups(cells, populationTable(frame, names), n, rowLength(names));
    collapsed += margin.joined;
    if (margin.joined === 0) names.forEach((name) => fixed.add(name));
    return margin.target.length > 1 ? [margin] : [];
  });
  return { margins, collapsed };
}

const tables = new WeakMap<Frame, Map<string, Float64Array>>();

/** Population shares over these dimensions, row-major. */
function populationTable(frame: Frame, names: readonly DimensionName[]): Float64Array {
  const known = tables.get(frame) ?? new Map<string, Float64Array>();
  tables.set(frame, known);
  const cached = known.get(names.join());
  if (cached !== undefined) return cached;
  let cells = new Uint8Array(frame.cells);
  let size = 1;
  for (const d of names.map(dimensionIndex)) {
    const count = segmentNames(d).length;
    const column = frame.segment[d] ?? cells;
    cells = cells.map((cell, c) => cell * count + (column[c] ?? 0));
    size *= count;
  }
  const table = new Float64Array(size);
  for (let c = 0; c < frame.cells; c++) {
    const at = cells[c] ?? 0;
    table[at] = (table[at] ?? 0) + (frame.weight[c] ?? 0);
  }
  known.set(names.join(), table);
  return table;
}

const rowLength = (names: readonly DimensionName[]): number =>
  segmentNames(dimensionIndex(names[names.length - 1] ?? "sex")).length;

/** Joins table cells to groups that are large enough, within a row of the table first. */
function joinSmallGroups(
  cells: Uint8Array,
  table: Float64Array,
  n: number,
  rowSize: number,
): RakedMargin & { joined: number } {
  const drawn = new Uint32Array(table.length);
  for (const cell of cells) drawn[cell] = (drawn[cell] ?? 0) + 1;
  const groupOf = new Uint8Array(table.length);
  const target: number[] = [];
  let [open, expected, found, rowHasGroup] = [[] as number[], 0, 0, false];
  const close = (group: number) => {
    for (const cell of open) groupOf[cell] = group;
    target[group] = (target[group] ?? 0) + expected;
    [open, expected, found] = [[], 0, 0];
  };
  table.forEach((share, cell) => {
    if (cell % rowSize === 0) rowHasGroup = false;
    open.push(cell);
    expected += share;
    found += drawn[cell] ?? 0;
    if (expected * n >= LEAST_EXPECTED && found > 0) {
      close(target.length);
      rowHasGroup = true;
    } else if (cell % rowSize === rowSize - 1 && rowHasGroup) {
      close(target.length - 1);
    }
  });
  if (open.length > 0) close(Math.max(0, target.length - 1));
  return {
    group: cells.map((cell) => groupOf[cell] ?? 0),
    target: Float64Array.from(target),
    joined: table.length - target.length,
  };
}
