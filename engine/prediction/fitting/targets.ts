import type { BankQuestion, Shares } from "../bank.ts";
import type { QuestionReading } from "../question-reading.ts";
import { boundedLogit, turnedShares } from "../shares.ts";

const SEGMENT_FLOOR = 0.01;

/** Logits of yes and no of each question's positive form. */
export interface Targets {
  readonly yes: Float64Array;
  readonly no: Float64Array;
}

export function targetsOf(bank: readonly BankQuestion[], readings: readonly QuestionReading[]): Targets {
  const shares = bank.map((question, i) => turnedShares(question.overall, readings[i]?.turned ?? false));
  return {
    yes: Float64Array.from(shares, (each) => boundedLogit(each.yes)),
    no: Float64Array.from(shares, (each) => boundedLogit(each.no)),
  };
}

/** How far each segment is from its question's overall share, in logits of the positive form; NaN where nobody was asked. */
export interface SegmentTargets {
  /** `dimension=segment` of each column. */
  readonly segments: readonly string[];
  /** Column → question → difference. */
  readonly yes: readonly Float64Array[];
  readonly no: readonly Float64Array[];
}

export function segmentTargetsOf(
  bank: readonly BankQuestion[],
  readings: readonly QuestionReading[],
  segments: readonly string[],
): SegmentTargets {
  const column = (answer: "yes" | "no") =>
    segments.map((name) =>
      Float64Array.from(bank, (question, i) => {
        const row = question.segments.find((each) => `${each.dimension}=${each.segment}` === name);
        if (row === undefined) return NaN;
        const turned = readings[i]?.turned ?? false;
        return differenceOf(turnedShares(row, turned), turnedShares(question.overall, turned), answer);
      })
    );
  return { segments, yes: column("yes"), no: column("no") };
}

const differenceOf = (segment: Shares, overall: Shares, answer: "yes" | "no"): number =>
  boundedLogit(segment[answer], SEGMENT_FLOOR) - boundedLogit(overall[answer], SEGMENT_FLOOR);
