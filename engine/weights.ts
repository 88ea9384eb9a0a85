import type { AgentChunk } from "./answers.ts";
import { agentCount, inOrder, segmentColumn } from "./chunks.ts";
import type { DimensionName } from "./population/dimensions.ts";
import { dimensionIndex, type Frame, segmentNames } from "./population/frame.ts";
import type { Run } from "./run.ts";

export interface WeightReport {
  /** Sweeps over all margins, the one after trimming included. */
  readonly iterations: number;
  /** Largest difference left between a raked group's weighted share and the population's: a fraction. */
  readonly max_residual: number;
  readonly min_weight: number;
  readonly max_weight: number;
  /** Weights cut to the 1st or 99th percentile. */
  readonly trimmed: number;
  /** Groups that were too small to rake on their own and joined a neighbour. */
  readonly collapsed: number;
}

export interface Weights {
  /** By agent index; rounded to six decimals, mean 1 to within that rounding. */
  readonly weight: Float64Array;
  readonly report: WeightReport;
}

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
const MOST_SWEEPS = 50;
const TOLERANCE = 1e-6;
/** Weights stay between 1/3 and 3: in a small sample raking to many margins would otherwise silence some agents. */
const LARGEST_WEIGHT = 3;
/** Percentiles say something from this many agents on. */
const LEAST_TO_TRIM = 100;

interface RakedMargin {
  /** Group of each agent. */
  readonly group: Uint8Array;
  /** Population share by group. */
  readonly target: Float64Array;
}

/**
 * Weights that give the drawn agents the population's margins: raking, then trimming at the 1st and 99th percentile and one
 * more sweep (Pew's practice for its panel). Under 20 ms at 10,000 agents; the same agents give the same weights to the bit.
 * @throws RangeError unless the chunks are the agents from 0 on, each once.
 */
export function rakeWeights(run: Run, chunks: readonly AgentChunk[]): Weights {
  const ordered = inOrder(chunks);
  const n = agentCount(ordered);
  const columns = new Map(run.dimensions.map(({ name }, d) => [name, segmentColumn(ordered, d)]));
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
    const margin = joinSmallGroups(cells, populationTable(run.basis.frame, names), n, rowLength(names));
    collapsed += margin.joined;
    if (margin.joined === 0) names.forEach((name) => fixed.add(name));
    return margin.target.length > 1 ? [margin] : [];
  });

  const weight = new Float64Array(n).fill(1);
  let iterations = 0;
  while (iterations < MOST_SWEEPS) {
    iterations++;
    const error = sweep(weight, margins);
    bound(weight);
    if (error < TOLERANCE) break;
  }
  const trimmed = n >= LEAST_TO_TRIM ? trim(weight) : 0;
  if (trimmed > 0) {
    sweep(weight, margins);
    iterations++;
  }
  let sum = 0;
  for (let i = 0; i < n; i++) sum += weight[i] ?? 0;
  let [least, most] = [Infinity, 0];
  for (let i = 0; i < n; i++) {
    const rounded = Math.round((weight[i] ?? 0) * n / sum * 1e6) / 1e6;
    weight[i] = rounded;
    least = Math.min(least, rounded);
    most = Math.max(most, rounded);
  }
  const report = {
    iterations,
    max_residual: residual(weight, margins),
    min_weight: n === 0 ? 0 : least,
    max_weight: most,
    trimmed,
    collapsed,
  };
  return { weight, report };
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

/** One pass over all margins; returns the largest relative error met on the way. */
function sweep(weight: Float64Array, margins: readonly RakedMargin[]): number {
  let largest = 0;
  for (const margin of margins) {
    const { group, target } = margin;
    const factor = shares(weight, margin);
    for (let g = 0; g < factor.length; g++) {
      const current = factor[g] ?? 0;
      const ratio = current > 0 ? (target[g] ?? 0) / current : 1;
      largest = Math.max(largest, Math.abs(ratio - 1));
      factor[g] = ratio;
    }
    for (let i = 0; i < weight.length; i++) weight[i] = (weight[i] ?? 0) * (factor[group[i] ?? 0] ?? 1);
  }
  return largest;
}

function bound(weight: Float64Array): void {
  for (let i = 0; i < weight.length; i++) {
    weight[i] = Math.min(Math.max(weight[i] ?? 1, 1 / LARGEST_WEIGHT), LARGEST_WEIGHT);
  }
}

/** Weighted share of each group. */
function shares(weight: Float64Array, { group, target }: RakedMargin): Float64Array {
  const sums = new Float64Array(target.length);
  for (let i = 0; i < weight.length; i++) {
    const g = group[i] ?? 0;
    sums[g] = (sums[g] ?? 0) + (weight[i] ?? 0);
  }
  const total = sums.reduce((sum, part) => sum + part, 0);
  return sums.map((sum) => sum / total);
}

function residual(weight: Float64Array, margins: readonly RakedMargin[]): number {
  let largest = 0;
  for (const margin of margins) {
    shares(weight, margin).forEach((share, g) => {
      largest = Math.max(largest, Math.abs(share - (margin.target[g] ?? 0)));
    });
  }
  return largest;
}

/** Cuts weights to their 1st and 99th percentile; returns how many it changed. */
function trim(weight: Float64Array): number {
  const sorted = Float64Array.from(weight).sort();
  const low = sorted[Math.floor(sorted.length / 100)] ?? 0;
  const high = sorted[sorted.length - 1 - Math.floor(sorted.length / 100)] ?? Infinity;
  let cut = 0;
  for (let i = 0; i < weight.length; i++) {
    const w = weight[i] ?? 0;
    if (w >= low && w <= high) continue;
    weight[i] = w < low ? low : high;
    cut++;
  }
  return cut;
}
