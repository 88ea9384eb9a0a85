import type { ReferenceIndex } from "./reference-index.ts";
import type { SquareMatrix } from "./ridge.ts";

/** Ridge of the regression; chosen on the tuning questions, flat between 0.1 and 0.3. */
const RIDGE = 0.1;

/**
 * The kernel among references, with the ridge added. `rows` says which of the index's references `texts` are; by default
 * they are all of them.
 */
export function kernelMatrix(
  index: ReferenceIndex,
  texts: readonly string[],
  rows: readonly number[] = texts.map((_, r) => r),
): SquareMatrix {
  const size = texts.length;
  const values = new Float64Array(size * size);
  texts.forEach((text, i) => {
    const all = index.similarities(text);
    rows.forEach((row, j) => values[i * size + j] = (all[row] ?? 0) + (i === j ? RIDGE : 0));
  });
  return { size, values };
}

/** The regressions' scores of a text: about 1 for the class that it belongs to, about 0 for the others. */
export function scoresOf(similarities: Float64Array, columns: readonly Float64Array[]): Float64Array {
  return Float64Array.from(columns, (column) => {
    let sum = 0;
    for (let r = 0; r < column.length; r++) sum += (column[r] ?? 0) * (similarities[r] ?? 0);
    return sum;
  });
}
