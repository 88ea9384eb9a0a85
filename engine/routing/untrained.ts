import type { ReferenceIndex } from "./reference-index.ts";
import { kernelOf, ridgeRegression } from "./regression.ts";

/** How many of the other references an untrained methodology is told apart from: those most like its own. */
const RIVALS = 300;

/**
 * Coefficients of a methodology that the weights know nothing of: the regression of `train.ts`, but only against the
 * references that resemble its own, which is what tells it apart. References `first` … `first + count − 1` are its own.
 */
export function learnUntrained(
  index: ReferenceIndex,
  texts: readonly string[],
  first: number,
  count: number,
): Float64Array {
  const nearest = new Float64Array(texts.length);
  for (let own = first; own < first + count; own++) {
    index.similarities(texts[own] ?? "").forEach((similarity, r) => {
      nearest[r] = Math.max(nearest[r] ?? 0, similarity);
    });
  }
  const isOwn = (r: number) => r >= first && r < first + count;
  const rivals = texts.map((_, r) => r).filter((r) => !isOwn(r))
    .sort((a, b) => (nearest[b] ?? 0) - (nearest[a] ?? 0)).slice(0, RIVALS);
  const rows = [...Array.from({ length: count }, (_, k) => first + k), ...rivals];
  const kernel = kernelOf(index, rows.map((r) => texts[r] ?? ""), rows);
  const solved = ridgeRegression(kernel, rows.length).solve(Float64Array.from(rows, (r) => isOwn(r) ? 1 : 0));
  const coefficients = new Float64Array(texts.length);
  rows.forEach((r, k) => coefficients[r] = solved[k] ?? 0);
  return coefficients;
}
