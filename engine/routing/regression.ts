import { type Cholesky, cholesky } from "../numeric/cholesky.ts";
import type { ReferenceIndex } from "./reference-index.ts";

/** Ridge of the regression; chosen on the tuning questions, flat between 0.1 and 0.3. */
const RIDGE = 0.1;

/** The similarities of each text to the references `rows`, a row a text. */
export function kernelOf(
  index: ReferenceIndex,
  texts: readonly string[],
  rows: readonly number[],
): Float64Array {
  const kernel = new Float64Array(texts.length * rows.length);
  texts.forEach((text, i) => {
    const all = index.similarities(text);
    rows.forEach((row, j) => kernel[i * rows.length + j] = all[row] ?? 0);
  });
  return kernel;
}

/** Kernel ridge regression on `count` references, whose square kernel is given: solves for the coefficients of any targets. */
export function ridgeRegression(kernel: Float64Array, count: number): Cholesky {
  return cholesky(kernel, count, RIDGE);
}

/** The regressions' scores of a text: about 1 for the class that it belongs to, about 0 for the others. */
export function scoresOf(similarities: Float64Array, columns: readonly Float64Array[]): Float64Array {
  return Float64Array.from(columns, (column) => {
    let sum = 0;
    for (let r = 0; r < column.length; r++) sum += (column[r] ?? 0) * (similarities[r] ?? 0);
    return sum;
  });
}
