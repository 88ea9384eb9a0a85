import { floatAt } from "../numeric/columns.ts";
import { logistic, logit } from "../random/normal.ts";

/**
 * Method of moments: the spread of the differences less what sampling alone would give, at least 0. Squared logits.
 * @param known differences from the overall share in logits, each with its sampling variance.
 */
export function varianceBeyondSampling(
  known: readonly { readonly difference: number; readonly variance: number }[],
): number {
  if (known.length < 2) return 0;
  const mean = known.reduce((sum, k) => sum + k.difference, 0) / known.length;
  const spread = known.reduce((sum, k) => sum + (k.difference - mean) ** 2, 0) / (known.length - 1);
  const sampling = known.reduce((sum, k) => sum + k.variance, 0) / known.length;
  return Math.max(0, spread - sampling);
}

/** A value on the line between the nearest known neighbours of `at`, or the nearest one's; 0 when none is known. */
export function interpolate(at: number, size: number, value: (at: number) => number | undefined): number {
  let low = at;
  while (low >= 0 && value(low) === undefined) low--;
  let high = at;
  while (high < size && value(high) === undefined) high++;
  const [below, above] = [value(low), value(high)];
  if (below !== undefined && above !== undefined && high > low) {
    return below + (above - below) * (at - low) / (high - low);
  }
  return below ?? above ?? 0;
}

/**
 * Shares whose mean over the margin is `overall`: logits move in proportion to their uncertainty. The common factor is found
 * by 80 bisections.
 */
export function benchmark(
  estimates: readonly { readonly difference: number; readonly uncertainty: number }[],
  margin: Float64Array,
  overall: number,
): number[] {
  const sharesMovedBy = (move: number) =>
    estimates.map(({ difference, uncertainty }) =>
      logistic(logit(overall) + difference + move * (uncertainty + 1e-4))
    );
  const meanOf = (shares: readonly number[]) => shares.reduce((sum, p, s) => sum + p * floatAt(margin, s), 0);
  let [low, high] = [-1e5, 1e5];
  for (let step = 0; step < 80; step++) {
    const middle = (low + high) / 2;
    if (meanOf(sharesMovedBy(middle)) < overall) low = middle;
    else high = middle;
  }
  return sharesMovedBy((low + high) / 2);
}
