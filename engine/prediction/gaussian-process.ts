/** A lower triangle, row by row: entry (i, j), j ≤ i, is at i (i + 1) / 2 + j. */
export type Triangle = Float64Array;

/**
 * Cholesky factor of a symmetric n × n matrix (row-major) plus `noise` on its diagonal.
 * @returns undefined when the matrix is not positive definite.
 */
export function factor(matrix: Float64Array, n: number, noise: number): Triangle | undefined {
  const lower = new Float64Array(n * (n + 1) / 2);
  for (let i = 0; i < n; i++) {
    const row = i * (i + 1) / 2;
    for (let j = 0; j <= i; j++) {
      const other = j * (j + 1) / 2;
      let sum = (matrix[i * n + j] ?? 0) + (i === j ? noise : 0);
      for (let k = 0; k < j; k++) sum -= (lower[row + k] ?? 0) * (lower[other + k] ?? 0);
      if (i === j && !(sum > 0)) return undefined;
      lower[row + j] = i === j ? Math.sqrt(sum) : sum / (lower[other + j] ?? 1);
    }
  }
  return lower;
}

/** Solves L x = b. */
export function solveLower(lower: Triangle, right: ArrayLike<number>): Float64Array {
  const n = right.length;
  const x = Float64Array.from(right);
  for (let i = 0; i < n; i++) {
    const row = i * (i + 1) / 2;
    let sum = x[i] ?? 0;
    for (let k = 0; k < i; k++) sum -= (lower[row + k] ?? 0) * (x[k] ?? 0);
    x[i] = sum / (lower[row + i] ?? 1);
  }
  return x;
}

/** Solves L Lᵀ x = b. */
export function solve(lower: Triangle, right: ArrayLike<number>): Float64Array {
  const x = solveLower(lower, right);
  for (let i = x.length - 1; i >= 0; i--) {
    let sum = x[i] ?? 0;
    for (let k = i + 1; k < x.length; k++) sum -= (lower[k * (k + 1) / 2 + i] ?? 0) * (x[k] ?? 0);
    x[i] = sum / (lower[i * (i + 1) / 2 + i] ?? 1);
  }
  return x;
}

/** Half of the log determinant of L Lᵀ. */
export function halfLogDeterminant(lower: Triangle, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += Math.log(lower[i * (i + 1) / 2 + i] ?? 1);
  return sum;
}

export const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
};

/** A Gaussian process with a constant mean by generalised least squares, fitted to one target. */
export interface Fitted {
  readonly mean: number;
  readonly alpha: Float64Array;
}

/** What fits to any target share: the factor, and the weights of the constant mean. */
export interface Design {
  readonly lower: Triangle;
  readonly noise: number;
  /** (K + noise I)⁻¹ 1, and the precision of the mean 1ᵀ (K + noise I)⁻¹ 1. */
  readonly ones: Float64Array;
  readonly precision: number;
}

/** @throws RangeError when the kernel is not positive definite. */
export function designOf(kernel: Float64Array, n: number, noise: number): Design {
  const lower = factor(kernel, n, noise);
  if (lower === undefined) {
    throw new RangeError(`Cannot factor a kernel of ${n} questions: it is not positive definite`);
  }
  const ones = solve(lower, new Float64Array(n).fill(1));
  return { lower, noise, ones, precision: ones.reduce((sum, x) => sum + x, 0) };
}

export function fitTarget(design: Design, target: ArrayLike<number>): Fitted {
  const mean = dot(design.ones, target) / design.precision;
  return { mean, alpha: solve(design.lower, Array.from(target, (y) => y - mean)) };
}

/** Mean of a new question whose kernel with the fitted ones is `k`. */
export const predictMean = (fitted: Fitted, k: Float64Array): number => fitted.mean + dot(fitted.alpha, k);

/** Variance of a new question, with its own noise and that of the mean; `own` is its kernel with itself. */
export function predictVariance(design: Design, k: Float64Array, own: number): number {
  const half = solveLower(design.lower, k);
  const rest = 1 - dot(k, design.ones);
  return Math.max(0, own - dot(half, half)) + design.noise + rest * rest / design.precision;
}
