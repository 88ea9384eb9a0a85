import { byteAt, integerAt, itemAt } from "../numeric/columns.ts";
import { dimensionIndex, type DimensionName, placesIn, segmentNames } from "../population/dimensions.ts";
import { type Frame, tableOver } from "../population/frame.ts";
import type { Margin } from "../population/ipf.ts";

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

/**
 * The margins that n agents can be raked to. A table's cells with too few expected respondents, or none drawn, join
 * neighbours; a margin of a single group is left out.
 * @param segment segment numbers of all agents, one column for each dimension in the frame's order.
 */
export function rakedMargins(frame: Frame, segment: readonly Uint8Array[], n: number): Margin[] {
  // A dimension needs no margin of its own once a two-way table without joined cells fixes it.
  const fixed = new Set<DimensionName>();
  const margins: Margin[] = [];
  for (const names of RAKED) {
    if (names.every((name) => fixed.has(name))) continue;
    const dimensions = names.map(dimensionIndex);
    const table = tableOver(frame, dimensions);
    const rowSize = segmentNames(itemAt(dimensions, dimensions.length - 1)).length;
    const margin = joinSmallCells(placesIn(segment, dimensions), table, n, rowSize);
    if (margin.target.length === table.length) names.forEach((name) => fixed.add(name));
    if (margin.target.length > 1) margins.push(margin);
  }
  return margins;
}

/**
 * Joins table cells to groups that are large enough: within a row of the table first, and with the group before where a row
 * or the table ends.
 * @param cell of each agent.
 * @param table population shares, row-major.
 */
function joinSmallCells(cell: Uint32Array, table: Float64Array, n: number, rowSize: number): Margin {
  const drawn = new Uint32Array(table.length);
  for (const c of cell) drawn[c] = integerAt(drawn, c) + 1;
  const groupOf = new Uint8Array(table.length);
  const target: number[] = [];
  /** The cells from \`first\` on have no group yet: their share, and the agents drawn in them. */
  let [first, share, agents] = [0, 0, 0];
  /** Adds them to the last group, or makes them the first. */
  const joinLast = (end: number) => {
    const last = Math.max(0, target.length - 1);
    groupOf.fill(last, first, end);
    target[last] = (target[last] ?? 0) + share;
    [first, share, agents] = [end, 0, 0];
  };
  let rowHasGroup = false;
  table.forEach((population, c) => {
    if (c % rowSize === 0) rowHasGroup = false;
    share += population;
    agents += integerAt(drawn, c);
    if (share * n >= minExpected(n) && agents > 0) {
      target.push(0);
      joinLast(c + 1);
      rowHasGroup = true;
    } else if (rowHasGroup && c % rowSize === rowSize - 1) {
      joinLast(c + 1);
    }
  });
  if (first < table.length) joinLast(table.length);
  return { group: Uint16Array.from(cell, (c) => byteAt(groupOf, c)), target: Float64Array.from(target) };
}
