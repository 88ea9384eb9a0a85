import { addAt, floatAt, integerAt } from "../numeric/columns.ts";

/**
 * Iterative proportional fitting: scales a joint table, or a sample, until its margins are the given ones, and keeps its associations (the
 * odds ratios). Deming and Stephan, Annals of Mathematical Statistics 11 (1940).
 */

/** A margin to meet: the cells of each group together weigh `target[group]`. */
export interface Margin {
  /** Group of each cell. */
  readonly group: Uint16Array;
  readonly target: Float64Array;
}

/**
 * Fits `weight` in place: each sweep multiplies the cells of every group by target ÷ current weight, margin after margin, until
 * no margin is off by more than `tolerance` (relative).
 */
export function fitMargins(
  weight: Float64Array,
  margins: readonly Margin[],
  tolerance = 1e-9,
  maxSweeps = 100,
): void {
  let residual = Infinity;
  for (let sweeps = 0; sweeps < maxSweeps && residual > tolerance; sweeps++) {
    residual = sweep(weight, margins);
  }
}

/**
 * One pass over all margins; returns the largest relative error that it met.
 * @param isSample the weights add up to any sum, of which the targets are shares.
 */
export function sweep(weight: Float64Array, margins: readonly Margin[], isSample = false): number {
  return margins.reduce((largest, margin) => Math.max(largest, scaleToMargin(weight, margin, isSample)), 0);
}

/** Scales every group to its target, empty groups to 0. Returns the largest relative error that it met. */
function scaleToMargin(weight: Float64Array, { group, target }: Margin, isSample: boolean): number {
  const factor = new Float64Array(target.length);
  for (let cell = 0; cell < weight.length; cell++) {
    addAt(factor, integerAt(group, cell), floatAt(weight, cell));
  }
  const whole = isSample ? factor.reduce((sum, x) => sum + x, 0) : 1;
  let largest = 0;
  for (let g = 0; g < factor.length; g++) {
    const current = floatAt(factor, g) / whole;
    factor[g] = current > 0 ? floatAt(target, g) / current : 0;
    if (current > 0) largest = Math.max(largest, Math.abs(floatAt(factor, g) - 1));
  }
  for (let cell = 0; cell < weight.length; cell++) {
    weight[cell] = floatAt(weight, cell) * floatAt(factor, integerAt(group, cell));
  }
  return largest;
}

/** The values divided by their sum. */
export function normalized(values: Float64Array): Float64Array {
  const sum = values.reduce((total, x) => total + x, 0);
  return values.map((x) => x / sum);
}
