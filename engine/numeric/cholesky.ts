/** Solves symmetric positive definite systems of one matrix for many right-hand sides. */
export interface Cholesky {
  solve(right: Float64Array): Float64Array;
}

/** Factors the n × n row-major matrix plus `ridge` on its diagonal, which picks one solution where the matrix is singular. */
export function cholesky(matrix: Float64Array, n: number, ridge: number): Cholesky {
  const lower = new Float64Array(n * n);
  const at = (i: number, j: number) => lower[i * n + j] ?? 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = (matrix[i * n + j] ?? 0) + (i === j ? ridge : 0);
      for (let k = 0; k < j; k++) sum -= at(i, k) * at(j, k);
      lower[i * n + j] = i === j ? Math.sqrt(Math.max(sum, ridge)) : sum / at(j, j);
    }
  }
  return {
    solve(right) {
      const x = Float64Array.from(right);
      for (let i = 0; i < n; i++) {
        let sum = x[i] ?? 0;
        for (let k = 0; k < i; k++) sum -= at(i, k) * (x[k] ?? 0);
        x[i] = sum / at(i, i);
      }
      for (let i = n - 1; i >= 0; i--) {
        let sum = x[i] ?? 0;
        for (let k = i + 1; k < n; k++) sum -= at(k, i) * (x[k] ?? 0);
        x[i] = sum / at(i, i);
      }
      return x;
    },
  };
}
