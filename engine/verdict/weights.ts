import { floatAt } from "../numeric/columns.ts";
import { type Margin, sweep } from "../population/ipf.ts";
import type { AgentChunk } from "../sampling/answers.ts";
import { agentCount, inOrder, segmentColumn } from "../sampling/chunks.ts";
import type { PreparedSimulation } from "../sampling/prepared-simulation.ts";
import { rakedMargins } from "./raked-margins.ts";

const MAX_SWEEPS = 50;
/** Largest relative error of a margin at which raking ends. */
const TOLERANCE = 1e-6;
/** Weights stay between 1/3 and 3: in a small sample raking to many margins would otherwise silence some agents. */
const MAX_WEIGHT = 3;
/** Percentiles mean something from this many agents on. */
const MIN_TO_TRIM = 100;

/**
 * Weights that give the drawn agents the population's margins: raking, then trimming at the 1st and 99th
 * percentile and one more sweep (Pew's practice for its panel). Under 20 ms at 10,000 agents; the same agents give the same
 * weights to the bit.
 * @returns by agent index; rounded to six decimals, mean 1 to within that rounding.
 * @throws RangeError unless the chunks are the agents from 0 on, each once.
 */
export function rakeWeights(run: PreparedSimulation, chunks: readonly AgentChunk[]): Float64Array {
  const ordered = inOrder(chunks);
  const n = agentCount(ordered);
  const segment = run.places.map((_, place) => segmentColumn(ordered, run.places.indexOf(place)));
  const margins = rakedMargins(run.basis.frame, segment, n);

  const weight = new Float64Array(n).fill(1);
  rake(weight, margins);
  if (n >= MIN_TO_TRIM && trim(weight)) sweep(weight, margins, true);
  normalize(weight);
  return weight;
}

/** Sweeps until all margins are met, at most {@link MAX_SWEEPS} times. */
function rake(weight: Float64Array, margins: readonly Margin[]): void {
  let error = Infinity;
  for (let sweeps = 0; sweeps < MAX_SWEEPS && error >= TOLERANCE; sweeps++) {
    error = sweep(weight, margins, true);
    bound(weight);
  }
}

function bound(weight: Float64Array): void {
  for (let i = 0; i < weight.length; i++) {
    weight[i] = Math.min(Math.max(floatAt(weight, i), 1 / MAX_WEIGHT), MAX_WEIGHT);
  }
}

/** Scales weights to a mean of 1 and rounds them to six decimals. */
function normalize(weight: Float64Array): void {
  let sum = 0;
  for (let i = 0; i < weight.length; i++) sum += floatAt(weight, i);
  for (let i = 0; i < weight.length; i++) {
    weight[i] = Math.round(floatAt(weight, i) * weight.length / sum * 1e6) / 1e6;
  }
}

/** Cuts weights to their 1st and 99th percentile; returns whether it changed any. */
function trim(weight: Float64Array): boolean {
  const sorted = Float64Array.from(weight).sort();
  const low = floatAt(sorted, Math.floor(sorted.length / 100));
  const high = floatAt(sorted, sorted.length - 1 - Math.floor(sorted.length / 100));
  let trimmed = false;
  for (let i = 0; i < weight.length; i++) {
    const w = floatAt(weight, i);
    if (w >= low && w <= high) continue;
    weight[i] = w < low ? low : high;
    trimmed = true;
  }
  return trimmed;
}
