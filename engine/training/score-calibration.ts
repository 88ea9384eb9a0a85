import { type Observation, questionKey } from "./calibration-row.ts";
import type { Methodology } from "../bank/methodology.ts";
import { groupedBy, itemAt } from "../numeric/columns.ts";
import { findSegment } from "../population/dimensions.ts";
import { type Forecast, isIllustrative, type Tier } from "../forecast/forecast.ts";

/** Called once for each distinct question of a file. */
export type PredictQuestion = (question: string) => Promise<Predicted> | Predicted;

export type CalibrationScore = Awaited<ReturnType<typeof scoreCalibration>>;

/**
 * Predicts every row and compares it with the observed share. A training run's name is free and names no methodology, so each
 * question is predicted as an auto-routed simulation of it would be. Memory holds a digest and a prediction of each distinct question.
 *
 * @throws RangeError where a prediction is not a share. Errors of `rows`, such as CalibrationFileFault, and of `predict` pass
 *     through unchanged.
 */
export async function scoreCalibration(
  rows: AsyncIterable<Observation>,
  predict: PredictQuestion,
) {
  const sums = new AccuracySums();
  const questions = new Map<string, Predicted>();
  for await (const row of rows) {
    const key = questionKey(row.question);
    const prediction = questions.get(key) ?? await predict(row.question);
    questions.set(key, prediction);
    const { yes_pct, from } = prediction.of(row.segment);
    if (!(yes_pct >= 0 && yes_pct <= 100)) {
      throw new RangeError(`Cannot score a row: ${yes_pct} is not a share from 0 to 100`);
    }
    sums.add({ ...row, predicted_yes_pct: yes_pct, unknown_segment: from === "unknown" });
  }
  // How the questions of the file were predicted.
  const by_basis = rankedBases(Array.from(questions.values(), ({ basis }) => basis));
  return { accuracy: sums.result(), questions: { distinct: questions.size, by_basis } };
}

/** What questions were predicted by, with the number of each: most questions first, then by slug and tier. */
function rankedBases(bases: readonly PredictionBasis[]) {
  const keyOf = ({ methodology, tier, illustrative }: PredictionBasis) =>
    JSON.stringify([methodology?.slug ?? "", methodology?.version, tier, illustrative]);
  return [...groupedBy(bases, keyOf)]
    .sort(([a, few], [b, many]) => many.length - few.length || (a < b ? -1 : 1))
    .map(([, alike]) => ({ ...itemAt(alike, 0), questions: alike.length }));
}

/**
 * How far predicted yes shares are from observed ones. One pass, a few sums for each segment: memory does not grow with the rows.
 *
 * Rows count equally. They are not weighted by `n`: a survey's rows overlap (its women are also in its age groups), and each is
 * one statement to predict.
 */

/**
 * Percentage points. A row observed below it is left out of MAPE, where dividing by a share near zero would let a single row
 * decide the mean, and is counted as dropped. MAE and sMAPE keep it.
 */
export const SMALL_ACTUAL_POINTS = 5;

/** An observation with its prediction, in percent, 0 to 100. */
export interface ScoredRow extends Omit<Observation, "question"> {
  readonly predicted_yes_pct: number;
  /** True where the population lacks the segment, so that the overall share was predicted. */
  readonly unknown_segment: boolean;
}

/** Sums over rows; {@link AccuracySums.result} gives their figures so far. The same rows in the same order give the same figures. */
export class AccuracySums {
  readonly #overall = new Sums();
  readonly #segments = new Map<string, Sums>();
  #withN = 0;
  #sampling = 0;

  add(row: ScoredRow): void {
    let segment = this.#segments.get(row.segment);
    if (segment === undefined) this.#segments.set(row.segment, segment = new Sums());
    this.#overall.add(row);
    segment.add(row);
    if (row.n !== null) {
      const p = row.observed_yes_pct / 100;
      this.#withN++;
      this.#sampling += 100 * Math.sqrt((2 / Math.PI) * p * (1 - p) / row.n);
    }
  }

  result() {
    return {
      ...this.#overall.measures(),
      /** In the order in which the segments first appear. */
      by_segment: [...this.#segments].map(([segment, sums]) => ({ segment, ...sums.measures() })),
      /** Rows that give a number of respondents. */
      rows_with_n: this.#withN,
      /**
       * The MAE, in points, that sampling error alone gives a perfect prediction, over the rows with `n`: the mean of
       * 100·√(2/π · p(1−p)/n), the mean absolute deviation of a normal with a simple random sample's variance. Null without such rows.
       */
      sampling_mae_points: mean(this.#sampling, this.#withN),
    };
  }
}

export type Accuracy = ReturnType<AccuracySums["result"]>;

class Sums {
  #rows = 0;
  #small = 0;
  #unknown = 0;
  #points = 0;
  #relative = 0;
  #symmetric = 0;

  add({ predicted_yes_pct: predicted, observed_yes_pct: observed, unknown_segment }: ScoredRow): void {
    const points = Math.abs(predicted - observed);
    this.#rows++;
    this.#points += points;
    this.#symmetric += points === 0 ? 0 : 200 * points / (predicted + observed);
    if (observed < SMALL_ACTUAL_POINTS) this.#small++;
    else this.#relative += 100 * points / observed;
    if (unknown_segment) this.#unknown++;
  }

  measures() {
    return {
      /** Rows, those dropped from MAPE included. */
      observations: this.#rows,
      /** Mean of 100·|predicted − observed| ÷ observed, rows observed at {@link SMALL_ACTUAL_POINTS} or more; null without any. */
      mape: mean(this.#relative, this.#rows - this.#small),
      /** Rows observed below {@link SMALL_ACTUAL_POINTS}. */
      small_actuals: this.#small,
      /** Mean of |predicted − observed| in percentage points; null without rows. */
      mae_points: mean(this.#points, this.#rows),
      /** Mean of 200·|predicted − observed| ÷ (predicted + observed), 0 to 200, where 0 ÷ 0 is 0; null without rows. */
      smape: mean(this.#symmetric, this.#rows),
      /** Rows whose segment the population lacks. */
      unknown_segment: this.#unknown,
    };
  }
}

/** Rounded to a millionth, so that the last bits of a sum are not shown as figures. */
function mean(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round(sum / count * 1e6) / 1e6;
}

/** A prediction for a segment, in percent of everybody in it (n_a included). */
export interface Prediction {
  readonly yes_pct: number;
  /** `unknown` for a segment that the population does not have: its prediction is the overall share. */
  readonly from: "overall" | "segment" | "unknown";
}

/** What a prediction rests on. */
export interface PredictionBasis {
  /** Null where the question fits none: tier 3. */
  readonly methodology: Pick<Methodology, "slug" | "version"> | null;
  readonly tier: Tier;
  /** Whether its figures are made up. */
  readonly illustrative: boolean;
}

/**
 * The yes shares of one question's forecast, which a simulation of the question draws its agents from. It keeps some 3 kB of the
 * forecast's 20 kB, so that a file's questions fit into memory.
 * @param methodology that takes the question; null for none.
 */
export function questionPrediction(
  forecast: Pick<Forecast, "tier" | "sources" | "overall" | "segments">,
  methodology: Methodology | null,
) {
  const fitting = forecast.tier === 3 ? null : methodology;
  const basis: PredictionBasis = {
    methodology: fitting === null ? null : { slug: fitting.slug, version: fitting.version },
    tier: forecast.tier,
    illustrative: isIllustrative(forecast),
  };
  const overall = 100 * forecast.overall.yes;
  const { where = {} } = fitting?.population ?? {};
  const isAdmitted = (name: string) => {
    const [dimension = "", segment = ""] = name.split("=");
    return where[dimension]?.includes(segment) !== false;
  };
  /** Percent by `dimension=segment`; NaN where the population has no people, nothing where the forecast says nothing. */
  const bySegment = new Map(
    [...forecast.segments].filter(([name]) => isAdmitted(name)).map(([name, { yes }]) => [name, 100 * yes]),
  );
  /** The yes share of `overall`, of `dimension=segment`, or of a segment by its label; the overall share of any other, as `unknown`. */
  const of = (segment: string): Prediction => {
    if (segment.trim().toLowerCase() === "overall") return { yes_pct: overall, from: "overall" };
    const found = findSegment(segment);
    const yes_pct = found === null ? NaN : bySegment.get(`${found.dimension}=${found.segment}`) ?? NaN;
    return Number.isNaN(yes_pct) ? { yes_pct: overall, from: "unknown" } : { yes_pct, from: "segment" };
  };
  return { basis, of };
}

type Predicted = ReturnType<typeof questionPrediction>;
