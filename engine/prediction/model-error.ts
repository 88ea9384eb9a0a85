import { logistic, logit } from "../random/normal.ts";
import {
  type EvaluatedGroup,
  type EvaluatedQuestion,
  hundredth,
  mean,
  orderPct,
  segmentSd,
  type SegmentShift,
  segmentsRatio,
  shiftsOf,
  standardError,
} from "./model-segments.ts";
import { boundedLogit, type Shares } from "./shares.ts";
import { effectiveHumanN, type Uncertainty, Z95 } from "./uncertainty.ts";

/** What an evaluation found. It is stored as it is, and intervals of runs with the model follow from `sd` and `segment_sd`. */
export interface ModelFigures {
  readonly questions: number;
  readonly mae_points: number;
  /** Mean of model less people. */
  readonly bias_points: number;
  readonly bias_se_points: number;
  /** Mean error of saying 48 % to everything. */
  readonly baseline_mae_points: number;
  /** Share of the questions whose public share lies inside the interval that the other questions give. */
  readonly coverage_pct: number;
  /** Half the width of such an interval at 50 %. */
  readonly half_width_points: number;
  /** People whom a poll would have to ask to know as much about a question of 50 %. */
  readonly effective_human_n: number;
  /** Model over people: of the answers within a group, and of the segments around the whole. 1 is right. */
  readonly variance_ratio: {
    readonly answers: number;
    /** Null where people's segments do not differ beyond sampling; with its standard error, by the jackknife over questions. */
    readonly segments: number | null;
    readonly segments_se: number | null;
  };
  /** Of pairs of segments whom people's answers set apart, the share that the model has in the same order; null without any. */
  readonly order_pct: number | null;
  readonly shifts: readonly SegmentShift[];
  /** Standard deviations in logits, with the uncertainty of having measured so few questions. */
  readonly sd: Readonly<Record<keyof Shares, number>>;
  readonly segment_sd: Readonly<Record<string, number>>;
}

/** Fewer questions say too little about the tails of a model's errors. */
export const LEAST_QUESTIONS = 20;

/**
 * Compares a model's answers with people's.
 * @throws RangeError with fewer than 20 questions.
 */
export function measureModel(questions: readonly EvaluatedQuestion[]): ModelFigures {
  if (questions.length < LEAST_QUESTIONS) {
    throw new RangeError(
      `Cannot measure a model on ${questions.length} questions: at least ${LEAST_QUESTIONS} are needed`,
    );
  }
  const points = questions.map(({ overall }) => 100 * (overall.model.yes - overall.people.yes));
  const sd = {
    yes: predictiveSd(errorsOf(questions, "yes")),
    maybe: predictiveSd(errorsOf(questions.filter(({ overall }) => overall.people.maybe > 0), "maybe")),
    no: predictiveSd(errorsOf(questions, "no")),
  };
  const half = logistic(Z95 * sd.yes) - 0.5;
  return {
    questions: questions.length,
    mae_points: hundredth(mean(points.map(Math.abs))),
    bias_points: hundredth(mean(points)),
    bias_se_points: hundredth(standardError(points)),
    baseline_mae_points: hundredth(
      mean(questions.map(({ overall }) => 100 * Math.abs(0.48 - overall.people.yes))),
    ),
    coverage_pct: hundredth(100 * mean(questions.map((_, k) => isHeld(questions, k) ? 1 : 0))),
    half_width_points: hundredth(100 * half),
    effective_human_n: hundredth(effectiveHumanN(0.5, sd.yes)),
    variance_ratio: { answers: hundredth(answersRatio(questions)), ...segmentsRatio(questions) },
    order_pct: orderPct(questions),
    shifts: shiftsOf(questions),
    sd,
    segment_sd: segmentSd(questions),
  };
}

/** The uncertainty of a run whose agents a measured model answers for. */
export function measuredUncertainty(
  { sd, segment_sd }: ModelFigures,
  segments: Iterable<string>,
): Uncertainty {
  const of = (apart: number) => {
    const deviation = (own: number) => [{ weight: 1, offset: 0, sd: Math.hypot(own, apart) }];
    return { yes: deviation(sd.yes), maybe: deviation(sd.maybe), no: deviation(sd.no) };
  };
  const widest = Math.max(0, ...Object.values(segment_sd));
  return {
    basis: "measured_model",
    overall: of(0),
    segments: new Map(
      Array.from(segments, (name) => [name, of(segment_sd[name.split("=")[0] ?? ""] ?? widest)]),
    ),
  };
}

const errorsOf = (questions: readonly EvaluatedQuestion[], answer: keyof Shares): number[] =>
  questions.map(({ overall }) => boundedLogit(overall.people[answer]) - boundedLogit(overall.model[answer]));

/**
 * The standard deviation whose normal 95 % interval holds a further question's error: by Student's t around 0, so that a bias
 * widens it, and at least what held 95 % of the measured ones.
 */
function predictiveSd(errors: readonly number[]): number {
  // Where no scale has a middle, nothing was measured: as wide as a share can be off.
  if (errors.length < 2) return WIDEST_SD;
  const rms = Math.sqrt(mean(errors.map((x) => x * x)));
  const freedom = errors.length - 1;
  const t = Z95 + (Z95 ** 3 + Z95) / (4 * freedom);
  const held = quantile(errors.map(Math.abs), 0.95);
  return Math.max(rms * t * Math.sqrt(1 + 1 / errors.length), held) / Z95;
}

/** From 2 % to 98 %. */
const WIDEST_SD = 2 * logit(0.98) / Z95;

function isHeld(questions: readonly EvaluatedQuestion[], left: number): boolean {
  const others = questions.filter((_, k) => k !== left);
  const own = questions[left];
  if (own === undefined) return false;
  const [error = 0] = errorsOf([own], "yes");
  return Math.abs(error) <= Z95 * predictiveSd(errorsOf(others, "yes"));
}

/** Σ p (1 − p) of the segments: a model that gives everybody of a kind one answer is near 0. */
function answersRatio(questions: readonly EvaluatedQuestion[]): number {
  const within = (of: (group: EvaluatedGroup) => Shares) =>
    questions.reduce((sum, { overall }) => {
      const { yes, no } = of(overall);
      return sum + yes * (1 - yes) + no * (1 - no);
    }, 0);
  return within(({ model }) => model) / within(({ people }) => people);
}

function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? 0;
}
