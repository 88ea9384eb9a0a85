import { logistic, logit } from "../random/normal.ts";
import type { Shares } from "./shares.ts";
import type { QuestionTable, SegmentTableRow } from "./tables.ts";
import { floatAt, groupedBy } from "../numeric/columns.ts";

/**
 * Shrinkage of segments towards the overall share (empirical Bayes) by two methods of moments. A survey's tables weigh segments by
 * precision, since theirs differ a hundredfold; the fit of a calibration table counts its few rows alike. Stored tables and
 * simulations follow from each, so neither takes the other's place.
 */

/** A segment's shares after shrinkage, beside what was observed. */
export interface ShrunkRow extends Shares {
  readonly dimension: string;
  readonly segment: string;
  /** Observed row. */
  readonly observed: SegmentTableRow;
}

/** A share on the logit scale with its sampling variance; half a respondent of continuity keeps 0 and 1 finite. */
export function logitOf(share: number, effectiveN: number): { value: number; variance: number } {
  const n = Math.max(effectiveN, 1);
  const p = (share * n + 0.5) / (n + 1);
  return { value: logit(p), variance: 1 / (n * p * (1 - p)) };
}

type Answer = "yes" | "no";

interface Difference {
  readonly value: number;
  readonly variance: number;
}

function difference(row: SegmentTableRow, table: QuestionTable, answer: Answer): Difference {
  const segment = logitOf(row[answer], row.effective_n);
  return {
    value: segment.value - logitOf(table.overall[answer], table.overall.effective_n).value,
    variance: segment.variance,
  };
}

/** Method of moments, weighted by precision (DerSimonian and Laird 1986): the spread beyond sampling, at least 0. */
function spreadBeyondSampling(differences: readonly Difference[]): number {
  if (differences.length < 2) return 0;
  const weights = differences.map((each) => 1 / each.variance);
  const sum = weights.reduce((total, w) => total + w, 0);
  const mean = differences.reduce((total, each, i) => total + each.value * (weights[i] ?? 0), 0) / sum;
  const q = differences.reduce((total, each, i) => total + (weights[i] ?? 0) * (each.value - mean) ** 2, 0);
  const squares = weights.reduce((total, w) => total + w * w, 0);
  const scale = sum - squares / sum;
  return Math.max(0, (q - (differences.length - 1)) / scale);
}

/** How far segments of each dimension differ from the overall share, logits squared, pooled over a survey's questions. */
export type PooledSpread = ReadonlyMap<string, number>;

/** The mean over questions of the spread beyond sampling, for one answer. */
export function poolSpread(tables: readonly QuestionTable[], answer: Answer): PooledSpread {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const table of tables) {
    for (const [dimension, rows] of byDimension(table)) {
      const variance = spreadBeyondSampling(rows.map((row) => difference(row, table, answer)));
      const entry = sums.get(dimension) ?? { sum: 0, count: 0 };
      sums.set(dimension, { sum: entry.sum + variance, count: entry.count + 1 });
    }
  }
  return new Map(Array.from(sums, ([dimension, { sum, count }]) => [dimension, sum / count]));
}

/** Weight of the pooled spread beside a question's own, in segments: with few segments a question's own says little. */
const POOLED_SEGMENTS = 4;

/**
 * Shrinks every segment towards the overall share on the logit scale (empirical Bayes): of a difference with sampling
 * variance v the part τ² / (τ² + v) is kept, where τ² mixes the question's own spread of the dimension with the pooled one.
 * Yes and no are shrunk each; maybe is what is left, and what is left is not below zero.
 */
export function shrink(
  table: QuestionTable,
  pooled: { readonly yes: PooledSpread; readonly no: PooledSpread },
): ShrunkRow[] {
  return byDimension(table).flatMap(([dimension, rows]) => {
    const of = (answer: Answer) => shrinkAnswer(rows, table, answer, pooled[answer].get(dimension) ?? 0);
    const [yes, no] = [of("yes"), of("no")];
    return rows.map((row, k) => {
      const [y = 0, n = 0] = [yes[k], no[k]];
      const scale = table.has_maybe ? 1 / Math.max(1, y + n) : 1 / (y + n);
      return {
        dimension,
        segment: row.segment,
        yes: y * scale,
        maybe: table.has_maybe ? Math.max(0, 1 - (y + n) * scale) : 0,
        no: n * scale,
        observed: row,
      };
    });
  });
}

function shrinkAnswer(
  rows: readonly SegmentTableRow[],
  table: QuestionTable,
  answer: Answer,
  pooled: number,
): number[] {
  const differences = rows.map((row) => difference(row, table, answer));
  const count = differences.length;
  const spread = (count * spreadBeyondSampling(differences) + POOLED_SEGMENTS * pooled) /
    (count + POOLED_SEGMENTS);
  const overall = logitOf(table.overall[answer], table.overall.effective_n).value;
  return differences.map(({ value, variance }) => logistic(overall + keptPart(spread, variance) * value));
}

/** A table's rows by dimension, in order. */
export function byDimension({ segments }: QuestionTable): [string, SegmentTableRow[]][] {
  return [...groupedBy(segments, ({ dimension }) => dimension)];
}

/** How much of a difference with a sampling variance is kept, 0 to 1: τ² / (τ² + v). */
export const keptPart = (spread: number, variance: number): number => spread / (spread + variance);

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
