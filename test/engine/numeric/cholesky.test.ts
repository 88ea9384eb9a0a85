import assert from "node:assert/strict";
import fc from "fast-check";
import { cholesky, solve } from "#engine/numeric/cholesky.ts";

const SIZE = 4;

/** matrix · x, row-major. */
function product(matrix: Float64Array, x: Float64Array): number[] {
  return Array.from(x, (_, i) => x.reduce((sum, value, j) => sum + matrix[i * SIZE + j]! * value, 0));
}

describe("a Cholesky factor", () => {
  it("solves systems of any positive definite matrix", () => {
    const entry = fc.integer({ min: -20, max: 20 }).map((n) => n / 10);
    const root = fc.array(entry, { minLength: SIZE ** 2, maxLength: SIZE ** 2 });
    fc.assert(
      fc.property(root, fc.array(entry, { minLength: SIZE, maxLength: SIZE }), (cells, right) => {
        // Aᵀ · A + I is positive definite for any A.
        const matrix = Float64Array.from({ length: SIZE ** 2 }, (_, at) => {
          const [i, j] = [Math.floor(at / SIZE), at % SIZE];
          const dot = [0, 1, 2, 3].reduce((sum, k) => sum + cells[k * SIZE + i]! * cells[k * SIZE + j]!, 0);
          return dot + (i === j ? 1 : 0);
        });
        const x = solve(cholesky(matrix, SIZE, 1e-12), right);
        product(matrix, x).forEach((value, i) => assert.ok(Math.abs(value - right[i]!) < 1e-6));
      }),
      { seed: 9, numRuns: 200 },
    );
  });

  it("gives one solution of a singular system, by its ridge", () => {
    const x = solve(cholesky(Float64Array.of(1, 1, 1, 1), 2, 1e-9), Float64Array.of(2, 2));
    assert.ok(x.every((value) => Math.abs(value - 1) < 1e-6), `${x}`);
  });
});
