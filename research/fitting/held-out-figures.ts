import { itemAt } from "#engine/numeric/columns.ts";
import { logistic } from "#engine/random/normal.ts";
import { type BankQuestion, boundedLogit, type Shares, sharesFromLogits } from "#engine/bank/shares.ts";
import {
  effectiveHumanN,
  maybeLogit,
  type PredictionErrors,
  spreadOf,
  Z95,
} from "#engine/forecast/uncertainty.ts";
import { houseOf, type LeftOutPrediction, type Protocol } from "./leave-out.ts";

/**
 * Share of the held-out answers that the constants make intervals hold, measured over all wordings of a question: those that
 * come are worded by others.
 */
const HELD_SHARE = 0.95;

/** Segments with fewer respondents say more about sampling. */
const MIN_SEGMENT = 100;

/** Measures the errors of held-out predictions: the constants make 95 % of the intervals hold what people answered. */
export function measureErrors(held: readonly LeftOutPrediction[]): PredictionErrors {
  const overall = held.flatMap(({ question, logits }) =>
    (["yes", "no"] as const).map((answer) =>
      Math.abs(boundedLogit(question.overall[answer]) - logits[answer]) / Math.sqrt(logits.variance)
    )
  );
  const maybe = held.filter(({ question }) => question.has_maybe).map(({ question, logits }) =>
    Math.abs(boundedLogit(question.overall.maybe) - maybeLogit(logits))
  );
  const rows = held.flatMap(({ question, segments }) =>
    question.segments.filter(({ respondents }) => respondents >= MIN_SEGMENT).map((row) => {
      const apart = (answer: keyof Shares) =>
        boundedLogit(row.observed[answer], 0.01) - boundedLogit(question.overall[answer], 0.01);
      const { yes, no } = segments.get(`${row.dimension}=${row.segment}`) ?? { yes: 0, no: 0 };
      return {
        dimension: row.dimension,
        errors: [apart("yes") - yes, apart("no") - no],
        maybe: question.has_maybe ? [apart("maybe")] : [],
      };
    })
  );
  const bySegment = Map.groupBy(rows, ({ dimension }) => dimension);
  return {
    factor: heldQuantile(overall) / Z95,
    maybe: heldQuantile(maybe) / Z95,
    segments: Object.fromEntries(
      Array.from(bySegment, ([name, own]) => [name, rootMeanSquare(own.flatMap(({ errors }) => errors))]),
    ),
    maybeSegments: rootMeanSquare(rows.flatMap((row) => row.maybe)),
  };
}

/** The 95 % interval of a share, 0 to 1, from its logit and standard deviation in logits: never outside, not symmetric. */
const intervalOf = (center: number, sd: number): [number, number] => [
  logistic(center - Z95 * sd),
  logistic(center + Z95 * sd),
];

function heldQuantile(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = HELD_SHARE * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? 0;
  return low + ((sorted[Math.ceil(at)] ?? low) - low) * (at - Math.floor(at));
}

const rootMeanSquare = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / Math.max(1, values.length));

/** One question as its calibrated wording was predicted without it; shares in percent. */
export type HeldOutRow = ReturnType<typeof heldOutRows>[number];

/** The calibrated wording of every question, in the bank's order. */
export function heldOutRows(predictions: readonly LeftOutPrediction[], errors: PredictionErrors) {
  return predictions.filter(({ wording }) => wording === 0).map(({ question: { id, overall }, logits }) => {
    const [low, high] = intervalOf(logits.yes, spreadOf(errors, logits).yes);
    return {
      id,
      public_yes: 100 * overall.yes,
      predicted_yes: 100 * sharesFromLogits(logits.yes, logits.no).yes,
      interval: [100 * low, 100 * high] as const,
    };
  });
}

/**
 * How far predictions of questions that were left out are from what people answered, over every wording by itself, as people type one. Errors in
 * points of the share.
 */
export function figuresOf(
  protocol: Protocol,
  predictions: readonly LeftOutPrediction[],
  errors: PredictionErrors,
) {
  const scored = predictions.map((prediction) => scoreOf(prediction, errors));
  const calibrated = predictions.filter(({ wording }) => wording === 0);
  const segments = calibrated.flatMap((prediction) => segmentScores(prediction, errors));
  const byLikeness = scored.toSorted((a, b) => a.likeness - b.likeness);
  const quarter = scored.length / 4;
  return {
    protocol,
    questions: calibrated.length,
    wordings: scored.length,
    /** Of yes: as predicted, and of saying the mean share of the questions that were not left out. */
    error: meanOf(scored, "error"),
    constant_error: meanOf(scored, "constant"),
    ratio: ratioOf(scored),
    no_error: meanOf(scored, "no_error"),
    segment_error: meanOf(segments, "error"),
    segment_baseline_error: meanOf(segments, "baseline"),
    /** Percent of the public's shares inside their 95 % intervals. */
    coverage: coverageOf(scored.flatMap(({ held }) => held)),
    segment_coverage: coverageOf(segments.flatMap(({ held }) => held)),
    median_half_width: median(scored.map(({ half }) => half)),
    median_human_n: median(scored.map(({ human_n }) => human_n)),
    /** Quarters of the wordings, from the least to the most like what was not left out. */
    quarters: [0, 1, 2, 3].map((q) =>
      groupOf(`${q + 1}`, byLikeness.slice(Math.round(q * quarter), Math.round((q + 1) * quarter)))
    ),
    houses: Array.from(Map.groupBy(scored, ({ house }) => house), ([name, own]) => groupOf(name, own)),
  };
}

export type HeldOutFigures = ReturnType<typeof figuresOf>;

/** One wording with what was predicted for it, in points. */
function scoreOf(
  { question, logits, likeness, constantYes }: LeftOutPrediction,
  errors: PredictionErrors,
) {
  const { overall, battery } = question;
  const spread = spreadOf(errors, logits);
  const [low, high] = intervalOf(logits.yes, spread.yes);
  const shares = sharesFromLogits(logits.yes, logits.no);
  return {
    battery,
    house: houseOf(question),
    likeness,
    error: 100 * Math.abs(shares.yes - overall.yes),
    no_error: 100 * Math.abs(shares.no - overall.no),
    constant: 100 * Math.abs(constantYes - overall.yes),
    half: 50 * (high - low),
    human_n: effectiveHumanN(100 * shares.yes, [100 * low, 100 * high]),
    held: heldAnswers(question, overall, { ...logits, maybe: maybeLogit(logits) }, spread),
  };
}

type Scored = ReturnType<typeof scoreOf>;

/** Segments of 100 respondents or more, around the true overall share: predicted, and as if no segment differed. */
function segmentScores({ question, logits, segments }: LeftOutPrediction, errors: PredictionErrors) {
  const base = boundedLogit(question.overall.yes, 0.01);
  const counted = question.segments.filter(({ respondents }) => respondents >= MIN_SEGMENT);
  return counted.map(({ dimension, segment, observed }) => {
    const { yes, no } = segments.get(`${dimension}=${segment}`) ?? { yes: 0, no: 0 };
    const centers = { yes: logits.yes + yes, no: logits.no + no, maybe: maybeLogit(logits) };
    return {
      error: 100 * Math.abs(logistic(base + yes) - observed.yes),
      baseline: 100 * Math.abs(logistic(base) - observed.yes),
      held: heldAnswers(question, observed, centers, spreadOf(errors, logits, dimension)),
    };
  });
}

function groupOf(name: string, scored: readonly Scored[]) {
  return {
    name,
    error: meanOf(scored, "error"),
    constant_error: meanOf(scored, "constant"),
    /** Percent of yes inside the interval. */
    coverage: coverageOf(scored.flatMap(({ held }) => held)).yes,
    /** Mean of the largest cosine to what was not left out. */
    likeness: meanOf(scored, "likeness"),
  };
}

export type Group = ReturnType<typeof groupOf>;

/** Error over the constant's, with the 95 % interval of a bootstrap over batteries, which are drawn whole. */
function ratioOf(scored: readonly Scored[]) {
  const batteries = Array.from(Map.groupBy(scored, ({ battery }) => battery).values(), (own) => ({
    error: own.reduce((sum, { error }) => sum + error, 0),
    constant: own.reduce((sum, { constant }) => sum + constant, 0),
  }));
  const ratio = (drawn: typeof batteries) => meanOf(drawn, "error") / meanOf(drawn, "constant");
  const [low, high] = bootstrap(batteries, ratio);
  return { value: ratio(batteries), low, high };
}

type Answers = Readonly<Record<"yes" | "maybe" | "no", number>>;

/** Which of the public's shares, of the answers that a scale has, lie inside their intervals. */
const heldAnswers = ({ has_maybe }: BankQuestion, shares: Answers, centers: Answers, spread: Answers) =>
  (has_maybe ? ["yes", "maybe", "no"] as const : ["yes", "no"] as const).map((answer) => {
    const [low, high] = intervalOf(centers[answer], spread[answer]);
    return { answer, isHeld: shares[answer] >= low && shares[answer] <= high };
  });

/** Percent of those that are held, pooled over the answers and of each. */
function coverageOf(held: ReturnType<typeof heldAnswers>) {
  const of = (name?: "yes" | "maybe" | "no") => {
    const own = held.filter(({ answer }) => name === undefined || answer === name);
    return 100 * own.filter(({ isHeld }) => isHeld).length / own.length;
  };
  return { pooled: of(), yes: of("yes"), maybe: of("maybe"), no: of("no") };
}

const meanOf = <Field extends string>(
  rows: readonly Readonly<Record<Field, number>>[],
  field: Field,
): number => mean(rows.map((row) => row[field]));

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, x) => sum + x, 0) / values.length;

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

const RESAMPLES = 2_000;

/**
 * The 95 % interval of a statistic by the bootstrap over whole groups, drawn with replacement. The same in every run (mulberry32).
 * @returns low and high.
 */
export function bootstrap<Group>(
  groups: readonly Group[],
  statistic: (drawn: Group[]) => number,
): [number, number] {
  const random = generator(1);
  const values = Array.from(
    { length: RESAMPLES },
    () => statistic(groups.map(() => itemAt(groups, Math.floor(random() * groups.length)))),
  ).sort((a, b) => a - b);
  return [values[Math.floor(0.025 * RESAMPLES)] ?? NaN, values[Math.ceil(0.975 * RESAMPLES) - 1] ?? NaN];
}

/** Uniform on [0, 1). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
