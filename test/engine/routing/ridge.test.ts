import assert from "node:assert/strict";
import fc from "fast-check";
import { factorise, inverseDiagonal, solve, type SquareMatrix } from "#engine/routing/ridge.ts";

/** BBᵀ + 1 on the diagonal: symmetric and positive definite. */
function positive(numbers: readonly number[], size: number): SquareMatrix {
  const b = (i: number, k: number) => numbers[(i * size + k) % numbers.length] ?? 0;
  const values = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      let sum = i === j ? 1 : 0;
      for (let k = 0; k < size; k++) sum += b(i, k) * b(j, k);
      values[i * size + j] = sum;
    }
  }
  return { size, values };
}

describe("the regression's linear algebra", () => {
  it("solves what it factorised, and knows the inverse's diagonal", () => {
    const number = fc.double({ min: -1, max: 1, noNaN: true });
    const input = fc.tuple(
      fc.integer({ min: 1, max: 7 }),
      fc.array(number, { minLength: 50, maxLength: 50 }),
    );
    fc.assert(fc.property(input, ([size, numbers]) => {
      const matrix = positive(numbers, size);
      const original = matrix.values.slice();
      factorise(matrix);
      const diagonal = inverseDiagonal(matrix);
      for (let unit = 0; unit < size; unit++) {
        const b = new Float64Array(size);
        b[unit] = 1;
        const x = solve(matrix, b);
        for (let i = 0; i < size; i++) {
          const product = x.reduce((sum, xj, j) => sum + original[i * size + j]! * xj, 0);
          assert.ok(Math.abs(product - (i === unit ? 1 : 0)) < 1e-9);
        }
        assert.ok(Math.abs(x[unit]! - diagonal[unit]!) < 1e-9);
      }
    }));
  });

  it("refuses a matrix whose rows depend on each other", () => {
    assert.throws(() => factorise({ size: 2, values: Float64Array.of(1, 1, 1, 1) }), RangeError);
  });
});
