import { logistic } from "#engine/random/normal.ts";
import { type BankQuestion, boundedLogit, sharesFromLogits } from "#engine/bank/shares.ts";
import {
  effectiveHumanN,
  maybeLogit,
  type PredictionErrors,
  spreadOf,
} from "#engine/forecast/uncertainty.ts";
import { houseOf, type LeftOutPrediction, type Protocol } from "./leave-out.ts";
import { intervalOf, MIN_SEGMENT } from "./measure-errors.ts";

/** One question as its calibrated wording was predicted without it; shares in percent. */
export interface HeldOutRow {
  readonly id: string;
  readonly public_yes: number;
  readonly predicted_yes: number;
  readonly interval: readonly [number, number];
}

/** One wording with what was predicted for it, in points. */
interface Scored {
  readonly battery: string;
  readonly house: string;
  readonly likeness: number;
  readonly error: number;
  readonly constant: number;
  readonly isHeld: boolean;
}

/** The calibrated wording of every question, in the bank's order. */
export function heldOutRows(
  predictions: readonly LeftOutPrediction[],
  errors: PredictionErrors,
): HeldOutRow[] {
  return predictions.filter(({ wording }) => wording === 0).map(({ question: { id, overall }, logits }) => {
    const [low, high] = intervalOf(logits.yes, spreadOf(errors, logits).yes);
    return {
      id,
      public_yes: 100 * overall.yes,
      predicted_yes: 100 * sharesFromLogits(logits.yes, logits.no).yes,
      interval: [100 * low, 100 * high],
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
  const held = { overall: new HeldShares(), segments: new HeldShares() };
  const halves: number[] = [];
  const humans: number[] = [];
  const noErrors: number[] = [];
  const scored = predictions.map(({ question, logits, likeness, constantYes }): Scored => {
    const { overall, battery } = question;
    const spread = spreadOf(errors, logits);
    const [low, high] = intervalOf(logits.yes, spread.yes);
    const shares = sharesFromLogits(logits.yes, logits.no);
    halves.push(50 * (high - low));
    humans.push(effectiveHumanN(100 * shares.yes, [100 * low, 100 * high]));
    noErrors.push(100 * Math.abs(shares.no - overall.no));
    held.overall.add(question, overall, { ...logits, maybe: maybeLogit(logits) }, spread);
    return {
      battery,
      house: houseOf(question),
      likeness,
      error: 100 * Math.abs(shares.yes - overall.yes),
      constant: 100 * Math.abs(constantYes - overall.yes),
      isHeld: overall.yes >= low && overall.yes <= high,
    };
  });
  const calibrated = predictions.filter(({ wording }) => wording === 0);
  const segments = segmentErrors(calibrated, errors, held.segments);
  const byLikeness = scored.toSorted((a, b) => a.likeness - b.likeness);
  const quarter = scored.length / 4;
  return {
    protocol,
    questions: calibrated.length,
    wordings: scored.length,
    /** Of yes: as predicted, and of saying the mean share of the questions that were not left out. */
    error: mean(scored.map(({ error }) => error)),
    constant_error: mean(scored.map(({ constant }) => constant)),
    ratio: ratioOf(scored),
    no_error: mean(noErrors),
    ...segments,
    /** Percent of the public's shares inside their 95 % intervals. */
    coverage: held.overall.coverage(),
    segment_coverage: held.segments.coverage(),
    median_half_width: median(halves),
    median_human_n: median(humans),
    /** Quarters of the wordings, from the least to the most like what was not left out. */
    quarters: [0, 1, 2, 3].map((q) =>
      groupOf(`${q + 1}`, byLikeness.slice(Math.round(q * quarter), Math.round((q + 1) * quarter)))
    ),
    houses: Array.from(Map.groupBy(scored, ({ house }) => house), ([name, own]) => groupOf(name, own)),
  };
}

export type HeldOutFigures = ReturnType<typeof figuresOf>;

/** A part of the wordings. */
function groupOf(name: string, scored: readonly Scored[]) {
  return {
    name,
    error: mean(scored.map(({ error }) => error)),
    constant_error: mean(scored.map(({ constant }) => constant)),
    /** Percent of yes inside the interval. */
    coverage: 100 * mean(scored.map(({ isHeld }) => isHeld ? 1 : 0)),
    /** Mean of the largest cosine to what was not left out. */
    likeness: mean(scored.map(({ likeness }) => likeness)),
  };
}

export type Group = ReturnType<typeof groupOf>;

/** Error over the constant's, with the 95 % interval of a bootstrap over batteries, which are drawn whole. */
function ratioOf(scored: readonly Scored[]) {
  const batteries = Array.from(Map.groupBy(scored, ({ battery }) => battery).values(), (own) => ({
    error: own.reduce((sum, { error }) => sum + error, 0),
    constant: own.reduce((sum, { constant }) => sum + constant, 0),
  }));
  const ratio = (drawn: typeof batteries) =>
    drawn.reduce((sum, { error }) => sum + error, 0) / drawn.reduce((sum, { constant }) => sum + constant, 0);
  const [low, high] = bootstrap(batteries, (drawn) => ratio([...drawn]));
  return { value: ratio(batteries), low, high };
}

/** Segments of 100 respondents or more, around the true overall share: predicted, and as if no segment differed. */
function segmentErrors(
  rows: readonly LeftOutPrediction[],
  errors: PredictionErrors,
  held: HeldShares,
) {
  const [predicted, baseline]: [number[], number[]] = [[], []];
  for (const { question, logits, segments } of rows) {
    const base = boundedLogit(question.overall.yes, 0.01);
    for (const { dimension, segment, respondents, observed } of question.segments) {
      if (respondents < MIN_SEGMENT) continue;
      const { yes, no } = segments.get(`${dimension}=${segment}`) ?? { yes: 0, no: 0 };
      const centers = { yes: logits.yes + yes, no: logits.no + no, maybe: maybeLogit(logits) };
      held.add(question, observed, centers, spreadOf(errors, logits, dimension));
      baseline.push(100 * Math.abs(logistic(base) - observed.yes));
      predicted.push(100 * Math.abs(logistic(base + yes) - observed.yes));
    }
  }
  return { segment_error: mean(predicted), segment_baseline_error: mean(baseline) };
}

type Answers = Readonly<Record<"yes" | "maybe" | "no", number>>;

/** Counts the public's shares that lie inside their intervals. */
class HeldShares {
  readonly #inside = { yes: 0, maybe: 0, no: 0 };
  readonly #total = { yes: 0, maybe: 0, no: 0 };

  add({ has_maybe }: BankQuestion, shares: Answers, centers: Answers, spread: Answers): void {
    for (const answer of has_maybe ? ["yes", "maybe", "no"] as const : ["yes", "no"] as const) {
      const [low, high] = intervalOf(centers[answer], spread[answer]);
      this.#total[answer]++;
      if (shares[answer] >= low && shares[answer] <= high) this.#inside[answer]++;
    }
  }

  /** Percent, pooled over the answers that a scale has, and for each answer. */
  coverage() {
    const [inside, total] = [this.#inside, this.#total];
    const all = (counts: typeof inside) => counts.yes + counts.maybe + counts.no;
    return {
      pooled: 100 * all(inside) / all(total),
      yes: 100 * inside.yes / total.yes,
      maybe: 100 * inside.maybe / total.maybe,
      no: 100 * inside.no / total.no,
    };
  }
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, x) => sum + x, 0) / values.length;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

const RESAMPLES = 2_000;

/**
 * The 95 % interval of a statistic by the bootstrap over whole groups, drawn with replacement. The same in every run (mulberry32).
 * @returns low and high.
 */
export function bootstrap<Group>(
  groups: readonly Group[],
  statistic: (drawn: readonly Group[]) => number,
): [number, number] {
  const random = generator(1);
  const values = Array.from(
    { length: RESAMPLES },
    () => statistic(groups.flatMap(() => groups[Math.floor(random() * groups.length)] ?? [])),
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
