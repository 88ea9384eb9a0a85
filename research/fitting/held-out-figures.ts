import { logistic } from "#engine/random/normal.ts";
import { type BankQuestion, boundedLogit, sharesFromLogits } from "#engine/bank/shares.ts";
import { effectiveHumanN, type ErrorModel, maybeLogit, spreadOf } from "#engine/forecast/uncertainty.ts";
import { heldOutPredictions, type LeftOutPrediction, type Protocol } from "./leave-out.ts";
import { intervalOf, MIN_SEGMENT } from "./measure-errors.ts";

/** Saying this share of yes to everything is the baseline: the mean over the questions of all surveys. */
export const BASELINE_YES = 0.49;

/** How far predictions of questions that were left out are from what people answered. Shares and errors in points. */
export interface HeldOutFigures {
  readonly protocol: Protocol;
  readonly questions: number;
  readonly baseline_error: number;
  readonly error: number;
  readonly standard_error: number;
  readonly no_error: number;
  readonly segment_error: number;
  readonly segment_baseline_error: number;
  /** Percent of the public's shares inside their 95 % intervals. */
  readonly coverage: Coverage;
  readonly segment_coverage: Coverage;
  readonly median_half_width: number;
  readonly median_human_n: number;
}

/** Percent, pooled over the answers that a scale has, and for each answer. */
export interface Coverage {
  readonly pooled: number;
  readonly yes: number;
  readonly maybe: number;
  readonly no: number;
}

/** One question as it was predicted without itself; shares in percent. */
export interface HeldOutRow {
  readonly id: string;
  readonly public_yes: number;
  readonly predicted_yes: number;
  readonly interval: readonly [number, number];
  /** Segments of 100 respondents or more. */
  readonly segments: readonly HeldOutSegment[];
}

export interface HeldOutSegment extends Pick<HeldOutRow, "public_yes" | "predicted_yes" | "interval"> {
  readonly dimension: string;
  readonly segment: string;
}

/** The error model of a prediction's question, which never saw it. */
type ModelOf = (row: LeftOutPrediction) => ErrorModel;

/** The calibrated wording of every question, in the bank's order. */
export function heldOutRows(
  bank: readonly BankQuestion[],
  predictions: readonly LeftOutPrediction[],
  modelOf: ModelOf,
): HeldOutRow[] {
  return calibratedWordings(predictions).map((row) => {
    const question = questionOf(bank, row);
    const model = modelOf(row);
    const predictionOf = ({ yes, no }: { yes: number; no: number }, dimension?: string) => {
      const [low, high] = intervalOf(yes, spreadOf(model, row.logits, dimension).yes);
      return {
        predicted_yes: 100 * sharesFromLogits(yes, no).yes,
        interval: [100 * low, 100 * high] as const,
      };
    };
    return {
      id: question.id,
      public_yes: 100 * question.overall.yes,
      ...predictionOf(row.logits),
      segments: segmentsOf(bank, row).map(({ dimension, segment, observed, logits }) => ({
        dimension,
        segment,
        public_yes: 100 * observed.yes,
        ...predictionOf(logits, dimension),
      })),
    };
  });
}

/** Figures over the calibrated wordings. */
export function figuresOf(
  protocol: HeldOutFigures["protocol"],
  bank: readonly BankQuestion[],
  predictions: readonly LeftOutPrediction[],
  modelOf: ModelOf,
): HeldOutFigures {
  const rows = calibratedWordings(predictions);
  const errorsOf = (answer: "yes" | "no") =>
    rows.map((row) =>
      100 *
      Math.abs(
        sharesFromLogits(row.logits.yes, row.logits.no)[answer] - questionOf(bank, row).overall[answer],
      )
    );
  const yes = errorsOf("yes");
  const held = { overall: new HeldShares(), segments: new HeldShares() };
  const segmentErrors: number[] = [];
  const segmentBaseline: number[] = [];
  const halves: number[] = [];
  const humans: number[] = [];
  for (const row of rows) {
    const model = modelOf(row);
    const spread = spreadOf(model, row.logits);
    const [low, high] = intervalOf(row.logits.yes, spread.yes);
    halves.push(50 * (high - low));
    humans.push(effectiveHumanN(logistic(row.logits.yes), spread.yes));
    const question = questionOf(bank, row);
    held.overall.add(question, question.overall, row.logits, spread);
    for (const { difference, observed, logits, dimension } of segmentsOf(bank, row)) {
      held.segments.add(question, observed, logits, spreadOf(model, row.logits, dimension));
      const base = boundedLogit(question.overall.yes, 0.01);
      segmentBaseline.push(100 * Math.abs(logistic(base) - observed.yes));
      segmentErrors.push(100 * Math.abs(logistic(base + difference) - observed.yes));
    }
  }
  return {
    protocol,
    questions: rows.length,
    baseline_error: mean(bank.map(({ overall }) => 100 * Math.abs(BASELINE_YES - overall.yes))),
    error: mean(yes),
    standard_error: Math.sqrt(mean(yes.map((x) => (x - mean(yes)) ** 2)) / yes.length),
    no_error: mean(errorsOf("no")),
    segment_error: mean(segmentErrors),
    segment_baseline_error: mean(segmentBaseline),
    coverage: held.overall.coverage(),
    segment_coverage: held.segments.coverage(),
    median_half_width: median(halves),
    median_human_n: median(humans),
  };
}

/** Segments with enough respondents: their observed shares, and what was predicted for them. */
function segmentsOf(bank: readonly BankQuestion[], row: LeftOutPrediction) {
  return heldOutPredictions(bank, [row]).flatMap(({ question, logits, segmentYes, segmentNo }) =>
    question.segments.filter(({ respondents }) => respondents >= MIN_SEGMENT).map((segment) => {
      const key = `${segment.dimension}=${segment.segment}`;
      const [yes, no] = [segmentYes.get(key) ?? 0, segmentNo.get(key) ?? 0];
      return {
        difference: yes,
        dimension: segment.dimension,
        segment: segment.segment,
        observed: segment.observed,
        logits: { yes: logits.yes + yes, no: logits.no + no, maybe: maybeLogit(logits) },
      };
    })
  );
}

/** Counts the public's shares that lie inside their intervals. */
class HeldShares {
  readonly #inside = { yes: 0, maybe: 0, no: 0 };
  readonly #total = { yes: 0, maybe: 0, no: 0 };

  add(
    { has_maybe }: BankQuestion,
    shares: Readonly<Record<"yes" | "maybe" | "no", number>>,
    logits: {
      readonly yes: number;
      readonly no: number;
      readonly maybe?: number;
      readonly variance?: number;
    },
    spread: Readonly<Record<"yes" | "maybe" | "no", number>>,
  ): void {
    const maybe = logits.maybe ??
      maybeLogit({ yes: logits.yes, no: logits.no, variance: logits.variance ?? 0 });
    const centers = { yes: logits.yes, no: logits.no, maybe };
    for (const answer of has_maybe ? ["yes", "maybe", "no"] as const : ["yes", "no"] as const) {
      const [low, high] = intervalOf(centers[answer], spread[answer]);
      this.#total[answer]++;
      if (shares[answer] >= low && shares[answer] <= high) this.#inside[answer]++;
    }
  }

  coverage(): Coverage {
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

const calibratedWordings = (rows: readonly LeftOutPrediction[]) =>
  rows.filter(({ wording }) => wording === 0);

function questionOf(bank: readonly BankQuestion[], { question }: LeftOutPrediction): BankQuestion {
  const found = bank[question];
  if (found === undefined) throw new RangeError(`Cannot find question ${question} of the bank`);
  return found;
}

const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
