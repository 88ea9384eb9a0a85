import { lazilyOf } from "#shared/lazily.ts";
import { addAt, byteAt, floatAt, integerAt, itemAt } from "../numeric/columns.ts";
import { dimensionIndex, type DimensionName, DIMENSIONS } from "../population/dimensions.ts";
import { placesIn } from "../population/ipf.ts";
import type { Frame } from "../population/frame.ts";

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

/**
 * A group with fewer expected respondents than this, or none drawn, joins a neighbour. Below 500 agents groups are larger and margins fewer:
 * with groups of five, 50 agents have a design effect of 1.7 and 100 one of 1.5, with groups of twenty 1.1 both.
 */
const minExpected = (n: number): number => n < 500 ? 20 : 5;

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
 * @throws RangeError when a dimension has no column.
 */
export function rakedMargins(
  frame: Frame,
  columns: ReadonlyMap<string, Uint8Array>,
  n: number,
): RakedMargin[] {
  // A dimension needs no margin of its own once a two-way table without joined cells fixes it.
  const fixed = new Set<DimensionName>();
  const margins: RakedMargin[] = [];
  for (const names of RAKED) {
    if (names.every((name) => fixed.has(name))) continue;
    const cell = placesIn(names.map((name) => ({ column: columnOf(columns, name), size: sizeOf(name) })), n);
    const rowSize = sizeOf(itemAt(names, names.length - 1));
    const { group, target, joined } = joinSmallCells(cell, populationTables(frame)(names), n, rowSize);
    if (joined === 0) names.forEach((name) => fixed.add(name));
    if (target.length > 1) margins.push({ group, target });
  }
  return margins;
}

function columnOf(columns: ReadonlyMap<string, Uint8Array>, name: string): Uint8Array {
  const column = columns.get(name);
  if (column === undefined) throw new RangeError(`Cannot rake: the sample has no dimension ${name}`);
  return column;
}

const sizeOf = (name: DimensionName): number => DIMENSIONS[name].length;

/** Population shares over the dimensions of an entry of `RAKED`, row-major. Cached by frame and entry. */
const populationTables = lazilyOf((frame: Frame) =>
  lazilyOf((names: readonly DimensionName[]) => {
    const columns = names.map((name) => ({
      column: itemAt(frame.segment, dimensionIndex(name)),
      size: sizeOf(name),
    }));
    const table = new Float64Array(columns.reduce((product, { size }) => product * size, 1));
    placesIn(columns, frame.cells).forEach((cell, c) => addAt(table, cell, floatAt(frame.weight, c)));
    return table;
  })
);

/**
 * Joins table cells to groups that are large enough: within a row of the table first, and with the group before where a row
 * or the table ends.
 * @param cell of each agent.
 * @param table population shares, row-major.
 */
function joinSmallCells(
  cell: Uint32Array,
  table: Float64Array,
  n: number,
  rowSize: number,
): RakedMargin & { joined: number } {
  const drawn = new Uint32Array(table.length);
  for (const c of cell) drawn[c] = integerAt(drawn, c) + 1;
  const groups = new CellGroups(table.length);
  let rowHasGroup = false;
  table.forEach((share, c) => {
    if (c % rowSize === 0) rowHasGroup = false;
    groups.add(c, share, integerAt(drawn, c));
    if (groups.pendingShare * n >= minExpected(n) && groups.pendingDrawn > 0) {
      groups.closeAsNew();
      rowHasGroup = true;
    } else if (rowHasGroup && c % rowSize === rowSize - 1) {
      groups.joinLast();
    }
  });
  groups.joinLast();
  return {
    group: Uint8Array.from(cell, (c) => byteAt(groups.groupOf, c)),
    target: Float64Array.from(groups.target),
    joined: table.length - groups.target.length,
  };
}

/** Cells in groups, and the cells that have no group yet. */
class CellGroups {
  /** Group of each cell. */
  readonly groupOf: Uint8Array;
  /** Population share of each group. */
  readonly target: number[] = [];
  /** Population share of the cells without a group, and the agents drawn in them. */
  pendingShare = 0;
  pendingDrawn = 0;
  #pending: number[] = [];

  constructor(cells: number) {
    this.groupOf = new Uint8Array(cells);
  }

  add(cell: number, share: number, drawn: number): void {
    this.#pending.push(cell);
    this.pendingShare += share;
    this.pendingDrawn += drawn;
  }

  /** Makes the pending cells a group. */
  closeAsNew(): void {
    this.target.push(0);
    this.joinLast();
  }

  /** Adds the pending cells, if any, to the last group, or makes them the first. */
  joinLast(): void {
    if (this.#pending.length === 0) return;
    if (this.target.length === 0) this.target.push(0);
    const last = this.target.length - 1;
    for (const cell of this.#pending) this.groupOf[cell] = last;
    this.target[last] = itemAt(this.target, last) + this.pendingShare;
    [this.#pending, this.pendingShare, this.pendingDrawn] = [[], 0, 0];
  }
}
