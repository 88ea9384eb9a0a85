import { itemAt } from "../numeric/columns.ts";
import type { Shares } from "./answer-model.ts";
import type { CalibrationRow, Methodology } from "../bank/methodology.ts";
import {
  cellsOver,
  DIMENSION_NAMES,
  dimensionIndex,
  findSegment,
  ORDERED,
  segmentKeys,
  segmentNames,
} from "../population/dimensions.ts";
import { type Frame, marginOf } from "../population/frame.ts";
import type { Forecast } from "./forecast.ts";
import { boundedLogit, invertedShares } from "../bank/shares.ts";
import { logit } from "../random/normal.ts";
import { samplingVariance } from "./uncertainty.ts";
import { benchmark, interpolate, keptPart, varianceBeyondSampling } from "../bank/tables.ts";

/** The shares that the engine reproduces: overall, and of every segment of the dimensions with fitting rows. */
export interface Targets {
  readonly overall: Shares;
  /** `dimension number → shares by segment number`. */
  readonly byDimension: ReadonlyMap<number, readonly Shares[]>;
}

/** The rows of a dimension by segment number. */
type SegmentRows = Map<number, CalibrationRow>;

/**
 * The shares to reproduce, from the calibration rows that were not held out.
 *
 * A segment: its row's difference from the overall row on the logit scale, times τ² / (v + τ²) (empirical Bayes) with v the row's sampling
 * variance and τ² the dimension's variance beyond sampling (method of moments). A segment without a row takes, in an ordered dimension, the
 * line between its neighbours or the nearest one's value (the posterior mean of a random walk, Gao et al. 2021), and elsewhere none. Last, each
 * dimension is benchmarked: its segments move, in proportion to what is uncertain about each, until they add up to the overall share.
 * @throws RangeError when the table has no overall row to fit, or names an unknown segment.
 */
export function fitTargets(methodology: Methodology, frame: Frame): Targets {
  const rows = methodology.calibration.rows.filter((row) => !row.held_out && row.n > 0);
  const whole = rows.find((row) => row.segment === "overall");
  if (whole === undefined) {
    throw new RangeError(
      `Cannot fit ${methodology.slug}: its calibration table has no overall row outside the held-out ones`,
    );
  }
  const overall = sharesOf(whole);
  const byDimension = new Map<number, readonly Shares[]>();
  for (const [dimension, segments] of segmentRows(methodology.slug, rows)) {
    const isOrdered = ORDERED.has(itemAt(DIMENSION_NAMES, dimension));
    const margin = marginOf(frame, dimension);
    const estimatesOf = (answer: Fitted) =>
      estimatesFrom(answer, segments, margin, overall[answer], isOrdered);
    byDimension.set(dimension, fitDimension(margin, overall, estimatesOf));
  }
  return { overall, byDimension };
}

/** How uncertain segments' differences are beside each other, squared logits: all alike, so benchmarking moves all alike. */
const FORECAST_UNCERTAINTY = 0.05;

/**
 * The targets of a forecast in the direction in which agents are drawn. Each reported dimension is benchmarked to the overall share,
 * since the survey's people are not exactly the frame's.
 * @param reported numbers of dimensions.
 * @param always numbers of those that are fitted in any case.
 */
export function targetsOfShares(
  forecast: Forecast,
  frame: Frame,
  reported: readonly number[],
  always: readonly number[] = [],
): Targets {
  const overall = invertedShares(forecast.overall, forecast.inverted);
  const fitted = widestDimensions(forecast, reported, always);
  const byDimension = new Map(fitted.map((dimension) => {
    const shares = segmentKeys(dimension).map((key) =>
      invertedShares(forecast.segments.get(key) ?? forecast.overall, forecast.inverted)
    );
    const estimatesOf = (answer: Fitted) =>
      shares.map((each) => ({
        difference: logit(each[answer]) - logit(overall[answer]),
        uncertainty: FORECAST_UNCERTAINTY,
      }));
    return [dimension, fitDimension(marginOf(frame, dimension), overall, estimatesOf)] as const;
  }));
  return { overall, byDimension };
}

/** The collapsed table of a forecast has at most this many cells, so that its fit takes some 10 ms. */
const MAX_CELLS = 15_000;

/** The dimensions whose segments differ most, as many as the table may have; the others follow by association. */
function widestDimensions(
  { overall, segments, inverted }: Forecast,
  reported: readonly number[],
  always: readonly number[],
): number[] {
  const answer = inverted ? "no" : "yes";
  const spread = (dimension: number) =>
    segmentKeys(dimension).reduce((sum, key, _, { length }) => {
      const own = segments.get(key) ?? overall;
      return sum + (logit(own[answer]) - logit(overall[answer])) ** 2 / length;
    }, 0);
  let cells = cellsOver(always);
  const others = reported.filter((dimension) => !always.includes(dimension)).map((dimension) => ({
    dimension,
    spread: spread(dimension),
  }))
    .sort((a, b) => b.spread - a.spread || a.dimension - b.dimension)
    .filter(({ dimension }) => {
      const size = cells * segmentNames(dimension).length;
      if (size > MAX_CELLS) return false;
      cells = size;
      return true;
    })
    .map(({ dimension }) => dimension);
  return [...always, ...others];
}

/** The rows about segments, by dimension number and segment number. */
function segmentRows(slug: string, rows: readonly CalibrationRow[]): Map<number, SegmentRows> {
  const found = new Map<number, SegmentRows>();
  for (const row of rows) {
    if (row.segment === "overall") continue;
    const ref = findSegment(row.segment);
    if (ref === null) throw new RangeError(`Cannot fit ${slug}: no segment is called ${row.segment}`);
    const dimension = dimensionIndex(ref.dimension);
    const segments: SegmentRows = found.get(dimension) ?? new Map();
    found.set(dimension, segments.set(ref.index, row));
  }
  return found;
}

function sharesOf({ yes_pct, maybe_pct, no_pct, n_a_pct }: CalibrationRow): Shares {
  const sum = yes_pct + maybe_pct + no_pct + n_a_pct;
  return { yes: yes_pct / sum, maybe: maybe_pct / sum, no: no_pct / sum, n_a: n_a_pct / sum };
}

/** The answers that are fitted; maybe is the rest. */
type Fitted = "yes" | "no" | "n_a";
type Estimates = Parameters<typeof benchmark>[0];

/** Shares of every segment of a dimension, benchmarked answer by answer: no where yes and n_a leave room for it. */
function fitDimension(
  margin: Float64Array,
  overall: Shares,
  estimatesOf: (answer: Fitted) => Estimates,
): Shares[] {
  const fit = (answer: Fitted) =>
    overall[answer] <= 0
      ? Array.from(margin, () => 0)
      : benchmark(estimatesOf(answer), margin, overall[answer]);
  const [yeses, nos, nas] = [fit("yes"), fit("no"), fit("n_a")];
  return yeses.map((yes, s) => {
    const n_a = itemAt(nas, s);
    const room = Math.max(0, 1 - yes - n_a);
    if (overall.maybe <= 0) return { yes, maybe: 0, no: room, n_a };
    const no = Math.min(itemAt(nos, s), room);
    return { yes, no, n_a, maybe: Math.max(0, 1 - yes - n_a - no) };
  });
}

/** What is expected of one answer in every segment of a dimension. */
function estimatesFrom(
  answer: Fitted,
  segments: SegmentRows,
  margin: Float64Array,
  overall: number,
  isOrdered: boolean,
): Estimates {
  const observed = Array.from(segments, ([segment, row]) => {
    const share = sharesOf(row)[answer];
    const difference = boundedLogit(share, 0.5 / row.n) - logit(overall);
    return { segment, difference, variance: samplingVariance(share, row.n) };
  });
  const between = varianceBeyondSampling(observed);
  const shrunk = new Map(observed.map(({ segment, difference, variance }) => {
    const trust = keptPart(between, variance);
    return [segment, { difference: trust * difference, uncertainty: trust * variance }];
  }));
  return Array.from(margin, (_, segment) =>
    shrunk.get(segment) ?? {
      difference: isOrdered ? interpolate(segment, margin.length, (at) => shrunk.get(at)?.difference) : 0,
      uncertainty: between,
    });
}
