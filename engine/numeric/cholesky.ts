import { floatAt } from "./columns.ts";

/**
 * Cholesky factors of symmetric positive definite matrices (Golub and Van Loan, "Matrix Computations", 4.2.5), n³/6 multiplications
 * each. Fits and forecasts are stored to the last bit, so the order of the sums is part of the results: the factor of `ml-matrix`
 * sums first and subtracts once, and would change them.
 */

/** A lower triangle, row by row: entry (i, j), j ≤ i, is at i (i + 1) / 2 + j. */
export type Triangle = Float64Array;

/**
 * The factor of a matrix that may be singular, plus `ridge` on its diagonal, which picks one of its solutions.
 * @param ridge above 0; also the smallest square of a diagonal entry of the factor.
 */
export function cholesky(matrix: Float64Array, n: number, ridge: number): Triangle {
  const lower = factor(matrix, n, ridge, ridge);
  if (lower === undefined) {
    throw new RangeError(`Cannot factor a matrix with ridge ${ridge}: it must be above 0`);
  }
  return lower;
}

/**
 * The factor of a matrix plus `ridge` on its diagonal; undefined where that is not positive definite.
 * @param matrix n × n, row-major; only the lower triangle is read.
 * @param least smallest square of a diagonal entry; 0 gives up where there is one of 0 or less.
 */
export function factor(matrix: Float64Array, n: number, ridge: number, least = 0): Triangle | undefined {
  const lower = new Float64Array(n * (n + 1) / 2);
  for (let i = 0; i < n; i++) {
    const row = i * (i + 1) / 2;
    for (let j = 0; j <= i; j++) {
      const other = j * (j + 1) / 2;
      let sum = floatAt(matrix, i * n + j) + (i === j ? ridge : 0);
      for (let k = 0; k < j; k++) sum -= floatAt(lower, row + k) * floatAt(lower, other + k);
      if (i === j && least === 0 && !(sum > 0)) return undefined;
      lower[row + j] = i === j ? Math.sqrt(Math.max(sum, least)) : sum / floatAt(lower, other + j);
    }
  }
  return lower;
}

/** Solves L x = b by forward substitution. */
export function solveLower(lower: Triangle, right: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(right);
  for (let i = 0; i < x.length; i++) {
    const row = i * (i + 1) / 2;
    let sum = floatAt(x, i);
    for (let k = 0; k < i; k++) sum -= floatAt(lower, row + k) * floatAt(x, k);
    x[i] = sum / floatAt(lower, row + i);
  }
  return x;
}

/** Solves L Lᵀ x = b: forward substitution, then backward substitution with the transpose. */
export function solve(lower: Triangle, right: ArrayLike<number>): Float64Array {
  const x = solveLower(lower, right);
  for (let i = x.length - 1; i >= 0; i--) {
    let sum = floatAt(x, i);
    for (let k = i + 1; k < x.length; k++) sum -= floatAt(lower, k * (k + 1) / 2 + i) * floatAt(x, k);
    x[i] = sum / floatAt(lower, i * (i + 1) / 2 + i);
  }
  return x;
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
