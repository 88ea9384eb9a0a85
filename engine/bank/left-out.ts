import { tenths } from "../numeric/rounding.ts";
import { cholesky } from "../numeric/cholesky.ts";
import { DIMENSION_NAMES, DIMENSIONS, ORDERED, SLOTS, STRIDE } from "../population/dimensions.ts";
import { interpolate } from "./shrinkage.ts";
import type { Respondents } from "./respondents.ts";
import type { QuestionTable } from "./tables.ts";

/** What a segment answers when predicted without it, beside what it answered. */
export interface LeftOutRow {
  readonly variable: string;
  readonly dimension: string;
  readonly segment: string;
  readonly effective_n: number;
  readonly observed_yes: number;
  readonly predicted_yes: number;
  /** The share of everybody outside the segment. */
  readonly baseline_yes: number;
}

export interface LeftOutAccuracy {
  readonly rows: readonly LeftOutRow[];
  /** 100 − MAPE of the predictions, one decimal, at least 0; null without a usable row. */
  readonly accuracy_pct: number | null;
  /** The same of the others' share alone. */
  readonly baseline_pct: number | null;
  /** Mean absolute error in points: prediction, baseline. */
  readonly mae_points: number | null;
  readonly baseline_mae_points: number | null;
}

/** Ridge of the effects, as respondents of mean weight who answered like everybody. */
const RIDGE = 20;
/** Segments under this effective n say more about sampling than about the prediction. */
const MIN_EFFECTIVE_N = 50;
/** A percentage error of a share below this says little. */
const MIN_OBSERVED = 0.05;

/** Party runs from Republican to Democrat, so it has neighbours too. */
const WITH_NEIGHBOURS: ReadonlySet<string> = new Set([...ORDERED, "party"]);

/**
 * Predicts every segment's answer from the people outside it alone: their share, plus the effects of the other dimensions' segments (ridge
 * regression of yes on membership, weighted), averaged over the segment's own people and less their average over the others, plus, in an
 * ordered dimension, the effect interpolated between the neighbours.
 */
export function leftOutAccuracy(
  respondents: Respondents,
  question: number,
  table: QuestionTable,
): LeftOutAccuracy {
  const people = new Memberships(respondents, question);
  const rows = table.segments.flatMap((row): LeftOutRow[] => {
    if (row.effective_n < MIN_EFFECTIVE_N) return [];
    // Segments that the survey did not tell apart are predicted once.
    if (
      row.merged_with.some((other) => indexOf(row.dimension, other) < indexOf(row.dimension, row.segment))
    ) return [];
    const without = people.predictedWithout(row.dimension, row.segment, row.merged_with);
    return without === undefined ? [] : [{
      variable: table.variable,
      dimension: row.dimension,
      segment: row.segment,
      effective_n: row.effective_n,
      observed_yes: row.yes,
      predicted_yes: Math.min(1, Math.max(0, without.predicted)),
      baseline_yes: without.others,
    }];
  });
  return summary(rows);
}

/** Accuracy over rows of one or several questions. */
function summary(rows: readonly LeftOutRow[]): LeftOutAccuracy {
  const used = rows.filter((row) => row.observed_yes >= MIN_OBSERVED);
  const score = (of: (row: LeftOutRow) => number) =>
    used.length === 0 ? null : Math.max(
      0,
      tenths(
        100 - 100 * mean(used.map((row) => Math.abs(of(row) - row.observed_yes) / row.observed_yes)),
      ),
    );
  const points = (of: (row: LeftOutRow) => number) =>
    rows.length === 0
      ? null
      : tenths(10 * 100 * mean(rows.map((row) => Math.abs(of(row) - row.observed_yes)))) / 10;
  return {
    rows,
    accuracy_pct: score((row) => row.predicted_yes),
    baseline_pct: score((row) => row.baseline_yes),
    mae_points: points((row) => row.predicted_yes),
    baseline_mae_points: points((row) => row.baseline_yes),
  };
}

/** The slots that each respondent to a question is in, with weight and answer. */
class Memberships {
  readonly #slots: readonly (readonly number[])[];
  readonly #bits: readonly Uint8Array[];
  readonly #who: readonly number[];
  readonly #weight: readonly number[];
  readonly #yes: readonly number[];

  constructor(respondents: Respondents, question: number) {
    const answers = respondents.answers[question] ?? new Uint8Array();
    this.#who = Array.from(answers.keys()).filter((i) => (answers[i] ?? 3) < 3);
    this.#bits = respondents.segments;
    this.#weight = this.#who.map((i) => respondents.weights[question]?.[i] ?? 0);
    this.#yes = this.#who.map((i) => answers[i] === 0 ? 1 : 0);
    this.#slots = this.#who.map((i) =>
      DIMENSION_NAMES.flatMap((_, d) => {
        const bits = respondents.segments[d]?.[i] ?? 0;
        // Who may be in several segments counts with none of them.
        return bits !== 0 && (bits & (bits - 1)) === 0 ? [d * STRIDE + 31 - Math.clz32(bits)] : [];
      })
    );
  }

  /** The yes share of a segment as the others predict it, and theirs; undefined without others. */
  predictedWithout(
    dimension: string,
    segment: string,
    merged: readonly string[],
  ): { predicted: number; others: number } | undefined {
    const d = DIMENSION_NAMES.indexOf(dimension as never);
    const place = indexOf(dimension, segment);
    const out = [place, ...merged.map((name) => indexOf(dimension, name))].reduce(
      (bits, s) => bits | (1 << s),
      0,
    );
    const isIn = this.#who.map((i) => ((this.#bits[d]?.[i] ?? 0) & out) !== 0);
    const others = this.#weight.reduce((sum, w, k) => sum + (isIn[k] ? 0 : w), 0);
    if (others <= 0) return undefined;
    const mean = this.#weight.reduce((sum, w, k) => sum + (isIn[k] ? 0 : w * (this.#yes[k] ?? 0)), 0) /
      others;
    const effect = this.#effects(isIn, mean);
    const size = segmentsOf(dimension).length;
    const own = WITH_NEIGHBOURS.has(dimension)
      ? interpolate(
        place,
        size,
        (s) => (out & (1 << s)) !== 0 || s < 0 || s >= size ? undefined : effect[d * STRIDE + s],
      )
      : 0;
    const inside = this.#averageEffect(effect, d, isIn);
    const outside = this.#averageEffect(effect, d, isIn.map((is) => !is));
    return inside === undefined || outside === undefined
      ? undefined
      : { predicted: mean + inside - outside + own, others: mean };
  }

  /** The effects of all dimensions but one, averaged over these people. */
  #averageEffect(effect: Float64Array, without: number, who: readonly boolean[]): number | undefined {
    let sum = 0;
    let total = 0;
    this.#slots.forEach((slots, k) => {
      if (!who[k]) return;
      const w = this.#weight[k] ?? 0;
      total += w;
      for (const slot of slots) if (Math.floor(slot / STRIDE) !== without) sum += w * (effect[slot] ?? 0);
    });
    return total > 0 ? sum / total : undefined;
  }

  /** Ridge regression of yes, less its mean, on membership, over the people who are not left out. */
  #effects(leftOut: readonly boolean[], mean: number): Float64Array {
    const matrix = new Float64Array(SLOTS * SLOTS);
    const right = new Float64Array(SLOTS);
    this.#slots.forEach((slots, k) => {
      if (leftOut[k]) return;
      const w = this.#weight[k] ?? 0;
      const y = w * ((this.#yes[k] ?? 0) - mean);
      for (const a of slots) {
        right[a] = (right[a] ?? 0) + y;
        for (const b of slots) matrix[a * SLOTS + b] = (matrix[a * SLOTS + b] ?? 0) + w;
      }
    });
    return cholesky(matrix, SLOTS, RIDGE).solve(right);
  }
}

const segmentsOf = (dimension: string): readonly string[] =>
  DIMENSIONS[dimension as keyof typeof DIMENSIONS] ?? [];
const indexOf = (dimension: string, segment: string): number => segmentsOf(dimension).indexOf(segment);
const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
