import { addAt, floatAt, groupedBy } from "../numeric/columns.ts";
import { DIMENSION_NAMES, type DimensionName, DIMENSIONS } from "../population/dimensions.ts";
import { CalibrationFault, type SurveyMapping } from "./mapping.ts";
import { type DesignErrors, designErrors, type Domain, effectiveByDesign } from "./design.ts";
import type { Respondents } from "./respondents.ts";
import { type Shares, sharesOfBoth } from "./shares.ts";
import { logistic, logit } from "../random/normal.ts";

/** One line of a table: the shares of those who answered. */
export interface TableRow extends Shares {
  /** Respondents who answered. */
  readonly respondents: number;
  /**
   * The number of equally weighted respondents of a simple random sample that are worth as much: Kish's (Σw)² / Σw², or, where the mapping
   * names clusters or strata, the design's.
   */
  readonly effective_n: number;
}

interface SegmentTableRow extends TableRow {
  readonly dimension: DimensionName;
  readonly segment: string;
}

export interface QuestionTable {
  readonly variable: string;
  readonly overall: TableRow;
  /** Standard errors of the overall shares. */
  readonly errors: DesignErrors;
  /** Segments with at least one respondent, in the frame's order. */
  readonly segments: readonly SegmentTableRow[];
  /** Whether any answer counts as maybe. */
  readonly has_maybe: boolean;
}

/** Fewer effective respondents to a question than this say too little about a population: rows that one weight outweighs are one person. */
export const MIN_RESPONDENTS = 100;

/** The answers of a domain's people. */
export function rowOf({ answers, weights, isIn }: Domain): TableRow {
  const byAnswer = new Float64Array(3);
  let [squared, respondents] = [0, 0];
  answers.forEach((answer, i) => {
    if (answer > 2 || !isIn(i)) return;
    const weight = floatAt(weights, i);
    addAt(byAnswer, answer, weight);
    squared += weight * weight;
    respondents++;
  });
  const [yes = 0, maybe = 0, no = 0] = byAnswer;
  const sum = yes + maybe + no;
  return {
    yes: yes / sum,
    maybe: maybe / sum,
    no: no / sum,
    respondents,
    effective_n: sum * sum / squared,
  };
}

/**
 * Weighted shares of yes, maybe and no for every question, overall and for every segment.
 * @throws CalibrationFault when a question has fewer than {@link MIN_RESPONDENTS} effective respondents.
 */
export function tabulate(mapping: SurveyMapping, respondents: Respondents): QuestionTable[] {
  const { design, count } = respondents;
  const hasDesign = mapping.clusters !== undefined || mapping.strata !== undefined;
  const byDesign = (row: TableRow, domain: Domain): TableRow =>
    hasDesign ? { ...row, effective_n: effectiveByDesign(row, designErrors(design, domain, row)) } : row;
  return mapping.questions.map(({ variable, answers }, q) => {
    const among = (isIn: Domain["isIn"]): Domain => ({
      answers: respondents.answers[q] ?? new Uint8Array(count),
      weights: respondents.weights[q] ?? new Float64Array(count),
      isIn,
    });
    const everybody = among(() => true);
    const kish = rowOf(everybody);
    const overall = byDesign(kish, everybody);
    checkEnough(variable, overall);
    const segments = DIMENSION_NAMES.flatMap((dimension, d) =>
      DIMENSIONS[dimension].flatMap((segment, s) => {
        const own = among((i) => ((respondents.segments[d]?.[i] ?? 0) & (1 << s)) !== 0);
        const row = rowOf(own);
        return row.respondents === 0 ? [] : [{ dimension, segment, ...byDesign(row, own) }];
      })
    );
    const errors = designErrors(design, everybody, kish);
    return { variable, overall, errors, segments, has_maybe: Object.values(answers).includes("maybe") };
  });
}

/** @throws CalibrationFault `too_few_respondents`; no respondents have no effective number. */
function checkEnough(variable: string, { respondents, effective_n }: TableRow): void {
  if (effective_n >= MIN_RESPONDENTS) return;
  const worth = respondents < MIN_RESPONDENTS
    ? `${respondents} people answered it`
    : `the ${respondents} people who answered it are worth ${
      effective_n.toFixed(1)
    } after weights and clusters (effective n)`;
  throw new CalibrationFault(
    "too_few_respondents",
    `Cannot calibrate on ${variable}: ${worth}, at least ${MIN_RESPONDENTS} are needed`,
  );
}

/**
 * Shrinkage of segments towards the overall share (empirical Bayes) by two methods of moments. A survey's tables weigh segments by
 * precision, since theirs differ a hundredfold; the fit of a calibration table counts its few rows alike. Stored tables and
 * simulations follow from each, so neither takes the other's place.
 */

/** A share on the logit scale with its sampling variance; half a respondent of continuity keeps 0 and 1 finite. */
export function logitOf(share: number, effectiveN: number): { value: number; variance: number } {
  const n = Math.max(effectiveN, 1);
  const p = (share * n + 0.5) / (n + 1);
  return { value: logit(p), variance: 1 / (n * p * (1 - p)) };
}

type Answer = "yes" | "no";

type Difference = ReturnType<typeof logitOf>;

/** How far segments differ from the overall share, in logits. */
function differencesOf(rows: readonly SegmentTableRow[], { overall }: QuestionTable, answer: Answer) {
  const whole = logitOf(overall[answer], overall.effective_n).value;
  return rows.map((row): Difference => {
    const { value, variance } = logitOf(row[answer], row.effective_n);
    return { value: value - whole, variance };
  });
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
type PooledSpread = ReadonlyMap<string, number>;

/** The mean over questions of the spread beyond sampling, for one answer. */
export function poolSpread(tables: readonly QuestionTable[], answer: Answer): PooledSpread {
  const spreads = tables.flatMap((table) =>
    byDimension(table).map(([dimension, rows]) => {
      return { dimension, spread: spreadBeyondSampling(differencesOf(rows, table, answer)) };
    })
  );
  const meanOf = (own: typeof spreads) => own.reduce((sum, { spread }) => sum + spread, 0) / own.length;
  const groups = groupedBy(spreads, ({ dimension }) => dimension);
  return new Map(Array.from(groups, ([dimension, own]) => [dimension, meanOf(own)]));
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
) {
  return byDimension(table).flatMap(([dimension, rows]) => {
    const of = (answer: Answer) => shrinkAnswer(rows, table, answer, pooled[answer].get(dimension) ?? 0);
    const [yes, no] = [of("yes"), of("no")];
    return rows.map((row, k) => {
      const shares = sharesOfBoth(yes[k] ?? 0, no[k] ?? 0, table.has_maybe);
      return { dimension, segment: row.segment, ...shares, observed: row };
    });
  });
}

function shrinkAnswer(
  rows: readonly SegmentTableRow[],
  table: QuestionTable,
  answer: Answer,
  pooled: number,
): number[] {
  const differences = differencesOf(rows, table, answer);
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
