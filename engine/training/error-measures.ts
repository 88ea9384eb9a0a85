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

/** A predicted and an observed yes share, in percent, 0 to 100. */
export interface ScoredRow {
  readonly segment: string;
  readonly predicted_yes_pct: number;
  readonly observed_yes_pct: number;
  /** Respondents behind the observed share, or null. */
  readonly n: number | null;
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
export type ErrorMeasures = ReturnType<Sums["measures"]>;

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
