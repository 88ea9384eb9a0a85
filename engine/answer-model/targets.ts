import type { CalibrationRow, Methodology } from "../methodologies/methodology.ts";
import { logistic, logit } from "../random/normal.ts";
import { DIMENSION_NAMES, findSegment, ORDERED } from "../population/dimensions.ts";
import { type Frame, marginOf } from "../population/frame.ts";
import { benchmarked, interpolated, varianceBeyondSampling } from "./shrinkage.ts";

/** Shares of the four answers; they add up to 1. */
export interface Shares {
  readonly yes: number;
  readonly maybe: number;
  readonly no: number;
  readonly n_a: number;
}

/** What the engine is to reproduce: the overall shares, and those of every segment of the dimensions with fitting rows. */
export interface Targets {
  readonly overall: Shares;
  /** `dimension place → shares by segment number`. */
  readonly byDimension: ReadonlyMap<number, readonly Shares[]>;
}

interface Observed {
  readonly row: CalibrationRow;
  /** The same question's overall row, or the pooled overall shares. */
  readonly base: Shares;
}

const sharesOf = (row: CalibrationRow): Shares => {
  const sum = row.yes_pct + row.maybe_pct + row.no_pct + row.n_a_pct;
  return { yes: row.yes_pct / sum, maybe: row.maybe_pct / sum, no: row.no_pct / sum, n_a: row.n_a_pct / sum };
};

const pooled = (rows: readonly CalibrationRow[]): Shares => {
  const n = rows.reduce((sum, row) => sum + row.n, 0);
  const mean = (of: (shares: Shares) => number) =>
    rows.reduce((sum, row) => sum + of(sharesOf(row)) * row.n / n, 0);
  return {
    yes: mean((s) => s.yes),
    maybe: mean((s) => s.maybe),
    no: mean((s) => s.no),
    n_a: mean((s) => s.n_a),
  };
};

/**
 * The shares to reproduce, from the calibration rows that were not held out.
 *
 * Overall: the `overall` rows, pooled by respondents. A segment: its rows' difference from the same question's overall row on
 * the logit scale, shrunk towards none by empirical Bayes, `B = v / (v + τ²)` with v the row's sampling variance and τ² the
 * dimension's variance beyond sampling (method of moments). A segment without rows takes, in an ordered dimension, the line
 * between its neighbours or the nearest one's value (the posterior mean of a random walk, Gao et al. 2021), and elsewhere
 * none. Last, each dimension is benchmarked: its segments move, in proportion to what is uncertain about each, until they add
 * up to the overall share.
 * @throws RangeError when the table has no overall row to fit, or names an unknown segment.
 */
export function fitTargets(methodology: Methodology, frame: Frame): Targets {
  const rows = methodology.calibration.rows.filter((row) => !row.held_out && row.n > 0);
  const overallRows = rows.filter((row) => row.segment === "overall");
  if (overallRows.length === 0) {
    throw new RangeError(
      `Cannot fit ${methodology.slug}: its calibration table has no overall row outside the held-out ones`,
    );
  }
  const overall = pooled(overallRows);
  const baseOf = (question: string): Shares => {
    const same = overallRows.filter((row) => row.question === question);
    return same.length > 0 ? pooled(same) : overall;
  };

  const observed = new Map<number, Map<number, Observed[]>>();
  for (const row of rows) {
    if (row.segment === "overall") continue;
    const found = findSegment(row.segment);
    if (found === null) {
      throw new RangeError(`Cannot fit ${methodology.slug}: no segment is called ${row.segment}`);
    }
    const d = DIMENSION_NAMES.indexOf(found.dimension);
    const segments = observed.get(d) ?? new Map<number, Observed[]>();
    observed.set(
      d,
      segments.set(found.index, [...segments.get(found.index) ?? [], { row, base: baseOf(row.question) }]),
    );
  }

  const byDimension = new Map<number, readonly Shares[]>();
  for (const [d, segments] of observed) {
    const margin = marginOf(frame, d);
    const ordered = ORDERED.has(DIMENSION_NAMES[d] ?? "");
    const of = (answer: "yes" | "no" | "n_a") =>
      fitDimension(segments, margin, overall[answer], answer, ordered);
    const [yes, no, na] = [of("yes"), of("no"), of("n_a")];
    byDimension.set(d, Array.from(margin, (_, s) => completed(yes[s] ?? 0, no[s] ?? 0, na[s] ?? 0)));
  }
  return { overall, byDimension };
}

/** Yes and n_a as given; maybe is what is left, and no gives way where nothing would be. */
function completed(yes: number, no: number, n_a: number): Shares {
  const kept = Math.min(no, Math.max(0, 1 - yes - n_a));
  return { yes, no: kept, n_a, maybe: Math.max(0, 1 - yes - n_a - kept) };
}

/** One answer's share in every segment of a dimension. */
function fitDimension(
  segments: ReadonlyMap<number, readonly Observed[]>,
  margin: Float64Array,
  overall: number,
  answer: "yes" | "no" | "n_a",
  ordered: boolean,
): number[] {
  if (overall <= 0) return Array.from(margin, () => 0);
  const known = new Map(
    Array.from(segments, ([s, rows]) => {
      // Respondents weigh the rows; a logit's sampling variance is 1 / (n p (1 − p)), with half a respondent of continuity.
      let sum = 0;
      let n = 0;
      for (const { row, base } of rows) {
        const half = 0.5 / row.n;
        const p = Math.min(Math.max(sharesOf(row)[answer], half), 1 - half);
        sum += row.n * (logit(p) - logit(base[answer]));
        n += row.n;
      }
      const difference = sum / n;
      const p = logistic(logit(overall) + difference);
      return [s, { difference, variance: 1 / (n * p * (1 - p)) }] as const;
    }),
  );
  const between = varianceBeyondSampling([...known.values()]);
  const shrunk = new Map(
    Array.from(known, ([s, { difference, variance }]) => {
      const kept = between / (between + variance);
      return [s, { difference: kept * difference, uncertainty: kept * variance }] as const;
    }),
  );
  const estimates = Array.from(margin, (_, s) =>
    shrunk.get(s) ?? {
      difference: ordered ? interpolated(s, margin.length, (at) => shrunk.get(at)?.difference) : 0,
      uncertainty: between,
    });
  return benchmarked(estimates, margin, overall);
}
