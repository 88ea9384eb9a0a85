import type { AgentChunk } from "../simulation/answers.ts";
import { agentCount, inOrder, segmentColumn } from "../simulation/chunks.ts";
import { type RakedMargin, rakedMargins } from "./raked-margins.ts";
import type { Run } from "../simulation/run.ts";

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

const MOST_SWEEPS = 50;
const TOLERANCE = 1e-6;
/** Weights stay between 1/3 and 3: in a small sample raking to many margins would otherwise silence some agents. */
const LARGEST_WEIGHT = 3;
/** Percentiles say something from this many agents on. */
const LEAST_TO_TRIM = 100;

/**
 * Weights that give the drawn agents the population's margins: raking, then trimming at the 1st and 99th percentile and one
 * more sweep (Pew's practice for its panel). Under 20 ms at 10,000 agents; the same agents give the same weights to the bit.
 * @throws RangeError unless the chunks are the agents from 0 on, each once.
 */
export function rakeWeights(run: Run, chunks: readonly AgentChunk[]): Weights {
  const ordered = inOrder(chunks);
  const n = agentCount(ordered);
  const columns = new Map(run.dimensions.map(({ name }, d) => [name, segmentColumn(ordered, d)]));
  const { margins, collapsed } = rakedMargins(run.basis.frame, columns, n);

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
  let total = 0;
  for (let g = 0; g < sums.length; g++) total += sums[g] ?? 0;
  for (let g = 0; g < sums.length; g++) sums[g] = (sums[g] ?? 0) / total;
  return sums;
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
