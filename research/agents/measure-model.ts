import { hundredths } from "#engine/numeric/rounding.ts";
import { logistic, logit } from "#engine/random/normal.ts";
import { boundedLogit, type Shares } from "#engine/bank/shares.ts";
import { effectiveHumanN, samplingVariance, Z95 } from "#engine/forecast/uncertainty.ts";

/** What an evaluation finds of a model. */
export type MeasuredModel = ReturnType<typeof measureModel>;

/** Fewer questions say too little about the tails of a model's errors. */
export const MIN_QUESTIONS = 20;

/**
 * Compares a model's answers with people's.
 * @throws RangeError with fewer than 20 questions.
 */
export function measureModel(questions: readonly EvaluatedQuestion[]) {
  if (questions.length < MIN_QUESTIONS) {
    throw new RangeError(
      `Cannot measure a model on ${questions.length} questions: at least ${MIN_QUESTIONS} are needed`,
    );
  }
  const points = questions.map(({ overall }) => 100 * (overall.model.yes - overall.people.yes));
  const errors = errorsOf(questions, "yes");
  const sd = {
    yes: predictiveSd(errors),
    maybe: predictiveSd(errorsOf(questions.filter(({ overall }) => overall.people.maybe > 0), "maybe")),
    no: predictiveSd(errorsOf(questions, "no")),
  };
  const half = logistic(Z95 * sd.yes) - 0.5;
  return {
    questions: questions.length,
    mae_points: hundredths(mean(points.map(Math.abs))),
    /** Mean of model less people. */
    bias_points: hundredths(mean(points)),
    bias_se_points: hundredths(standardError(points)),
    /** Mean error of saying 48 % to everything. */
    baseline_mae_points: hundredths(
      mean(questions.map(({ overall }) => 100 * Math.abs(0.48 - overall.people.yes))),
    ),
    /** Share of the questions whose public share lies inside the interval that the other questions give. */
    coverage_pct: hundredths(
      100 * mean(errors.map((own, k) => Math.abs(own) <= Z95 * predictiveSd(errors.toSpliced(k, 1)) ? 1 : 0)),
    ),
    /** Half the width of such an interval at 50 %, and the random sample of people whose own would be as wide. */
    half_width_points: hundredths(100 * half),
    effective_human_n: effectiveHumanN(50, [50 - 100 * half, 50 + 100 * half]),
    /** Model over people: of the answers within a group, and of the segments around the whole. 1 is right. */
    variance_ratio: { answers: hundredths(answersRatio(questions)), ...segmentsRatio(questions) },
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
  const t = studentQuantile(Z95, freedom);
  const held = quantile(errors.map(Math.abs), 0.95);
  return Math.max(rms * t * Math.sqrt(1 + 1 / errors.length), held) / Z95;
}

/** The quantile of Student's t where the normal distribution's is `z`, to the first order (Cornish and Fisher 1937). */
export const studentQuantile = (z: number, freedom: number): number => z + (z ** 3 + z) / (4 * freedom);

/** From 2 % to 98 %. */
const WIDEST_SD = 2 * logit(0.98) / Z95;

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

/** A group's answers by a model and by people; shares of those who answered. */
export interface EvaluatedGroup {
  readonly model: Shares;
  readonly model_n: number;
  readonly people: Shares;
  readonly people_n: number;
}

/** One calibrated question that a model's agents answered. */
export interface EvaluatedQuestion {
  readonly id: string;
  readonly overall: EvaluatedGroup;
  /** By `dimension=segment`, where both have enough respondents. */
  readonly segments: ReadonlyMap<string, EvaluatedGroup>;
}

/** A segment's shift over fewer questions says more about the questions. */
const MIN_SHIFT_QUESTIONS = 10;

/** The respondents that a segment's difference from the whole, of which it is a part, is worth: 1 / (1 / n − 1 / N). */
function apartN(group: EvaluatedGroup, overall: EvaluatedGroup, who: "model" | "people"): number {
  const [n, all] = who === "model" ? [group.model_n, overall.model_n] : [group.people_n, overall.people_n];
  return n < 0.99 * all ? 1 / (1 / n - 1 / all) : 100 * all;
}

/** Difference of a segment from the whole, in logits, with its sampling variance. */
const apartOf = (group: EvaluatedGroup, overall: EvaluatedGroup, who: "model" | "people") => ({
  value: boundedLogit(group[who].yes, 0.01) - boundedLogit(overall[who].yes, 0.01),
  sampling: samplingVariance(group[who].yes, apartN(group, overall, who)),
});

/** Null where people's segments do not differ beyond sampling; with its standard error, by the jackknife over questions. */
function segmentsRatio(
  questions: readonly EvaluatedQuestion[],
): { segments: number | null; segments_se: number | null } {
  const spreadOf = ({ overall, segments }: EvaluatedQuestion, who: "model" | "people") =>
    // In shares: the logits of small groups near 0 or 1 are all sampling.
    segments.values().reduce((sum, group) =>
      sum + (group[who].yes - overall[who].yes) ** 2 -
      shareVariance(group[who].yes, apartN(group, overall, who)), 0);
  const rows = questions.map((question) => ({
    model: spreadOf(question, "model"),
    people: spreadOf(question, "people"),
  }));
  const ratioOf = (some: typeof rows) =>
    mean(some.map(({ model }) => model)) / mean(some.map(({ people }) => people));
  if (!(mean(rows.map(({ people }) => people)) > 0)) return { segments: null, segments_se: null };
  const left = rows.map((_, k) => ratioOf(rows.toSpliced(k, 1)));
  const center = mean(left);
  const variance = (rows.length - 1) * mean(left.map((x) => (x - center) ** 2));
  return {
    segments: hundredths(Math.max(0, ratioOf(rows))),
    segments_se: hundredths(Math.sqrt(variance)),
  };
}

/** How far each segment's yes is off beyond what the whole is off, in points: model less people. */
function shiftsOf(questions: readonly EvaluatedQuestion[]) {
  return Array.from(bySegment(questions), ([segment, pairs]) => {
    const shifts = pairs.map(({ group, overall }) =>
      100 * (group.model.yes - group.people.yes - (overall.model.yes - overall.people.yes))
    );
    return {
      segment,
      shift_points: hundredths(mean(shifts)),
      se_points: hundredths(standardError(shifts)),
      questions: shifts.length,
    };
  }).filter(({ questions }) => questions >= MIN_SHIFT_QUESTIONS)
    .sort((a, b) => Math.abs(b.shift_points) - Math.abs(a.shift_points));
}

/** By dimension: how far a segment's difference from the whole is off, beyond the sampling of agents and of people. */
function segmentSd(questions: readonly EvaluatedQuestion[]): Record<string, number> {
  const byDimension = Map.groupBy(bySegment(questions), ([name]) => name.split("=")[0] ?? "");
  return Object.fromEntries(Array.from(byDimension, ([dimension, segments]) => {
    const squares = segments.flatMap(([, pairs]) => pairs).map(({ group, overall }) => {
      const [model, people] = [apartOf(group, overall, "model"), apartOf(group, overall, "people")];
      return (model.value - people.value) ** 2 - model.sampling - people.sampling;
    });
    return [dimension, Math.sqrt(Math.max(0, mean(squares)))];
  }));
}

function bySegment(questions: readonly EvaluatedQuestion[]) {
  const groups = questions.flatMap(({ overall, segments }) =>
    Array.from(segments, ([name, group]) => ({ name, group, overall }))
  );
  return Map.groupBy(groups, ({ name }) => name);
}

const shareVariance = (share: number, n: number): number => share * (1 - share) / Math.max(1, n);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length);

function standardError(values: readonly number[]): number {
  const center = mean(values);
  return Math.sqrt(mean(values.map((x) => (x - center) ** 2)) / Math.max(1, values.length - 1));
}
