import { hundredths } from "#engine/numeric/rounding.ts";
import { logistic, logit } from "#engine/random/normal.ts";
import {
  type EvaluatedGroup,
  type EvaluatedQuestion,
  mean,
  orderPct,
  segmentSd,
  segmentsRatio,
  shiftsOf,
  standardError,
} from "./model-segments.ts";
import { boundedLogit, type Shares } from "#engine/bank/shares.ts";
import { effectiveHumanN, Z95 } from "#engine/forecast/uncertainty.ts";
import { type ModelFigures } from "#engine/forecast/model-forecasts.ts";

/** Fewer questions say too little about the tails of a model's errors. */
export const MIN_QUESTIONS = 20;

/**
 * Compares a model's answers with people's.
 * @throws RangeError with fewer than 20 questions.
 */
export function measureModel(questions: readonly EvaluatedQuestion[]): ModelFigures {
  if (questions.length < MIN_QUESTIONS) {
    throw new RangeError(
      `Cannot measure a model on ${questions.length} questions: at least ${MIN_QUESTIONS} are needed`,
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
    mae_points: hundredths(mean(points.map(Math.abs))),
    bias_points: hundredths(mean(points)),
    bias_se_points: hundredths(standardError(points)),
    baseline_mae_points: hundredths(
      mean(questions.map(({ overall }) => 100 * Math.abs(0.48 - overall.people.yes))),
    ),
    coverage_pct: hundredths(100 * mean(questions.map((_, k) => isHeld(questions, k) ? 1 : 0))),
    half_width_points: hundredths(100 * half),
    effective_human_n: effectiveHumanN(50, [50 - 100 * half, 50 + 100 * half]),
    variance_ratio: { answers: hundredths(answersRatio(questions)), ...segmentsRatio(questions) },
    order_pct: orderPct(questions),
    shifts: shiftsOf(questions),
    sd,
    segment_sd: segmentSd(questions),
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
