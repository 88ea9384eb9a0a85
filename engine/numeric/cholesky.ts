import { addAt, floatAt } from "./columns.ts";

/** Solves symmetric positive definite systems of one matrix for many right-hand sides. */
export interface Cholesky {
  /** The x of `matrix · x = right`. */
  solve(right: Float64Array): Float64Array;
}

/**
 * Factors a matrix plus `ridge` on its diagonal, which picks one solution where the matrix is singular (Golub and Van Loan,
 * "Matrix Computations", 4.2.5). Takes n³/6 multiplications.
 * @param matrix n × n, row-major; only the lower triangle is read.
 * @param ridge above 0; the smallest square of a diagonal entry of the factor.
 */
export function cholesky(matrix: Float64Array, n: number, ridge: number): Cholesky {
  const lower = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = floatAt(matrix, i * n + j) + (i === j ? ridge : 0);
      for (let k = 0; k < j; k++) sum -= floatAt(lower, i * n + k) * floatAt(lower, j * n + k);
      lower[i * n + j] = i === j ? Math.sqrt(Math.max(sum, ridge)) : sum / floatAt(lower, j * n + j);
    }
  }
  return { solve: (right) => substitute(lower, n, right) };
}

/** Forward substitution with the factor, then backward substitution with its transpose. */
function substitute(lower: Float64Array, n: number, right: Float64Array): Float64Array {
  const x = Float64Array.from(right);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) addAt(x, i, -floatAt(lower, i * n + k) * floatAt(x, k));
    x[i] = floatAt(x, i) / floatAt(lower, i * n + i);
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) addAt(x, i, -floatAt(lower, k * n + i) * floatAt(x, k));
    x[i] = floatAt(x, i) / floatAt(lower, i * n + i);
  }
  return x;
}
