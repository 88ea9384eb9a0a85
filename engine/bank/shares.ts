import { logistic, logit } from "../random/normal.ts";

/** Shares of yes, maybe and no; they add up to 1. */
export interface Shares {
  readonly yes: number;
  readonly maybe: number;
  readonly no: number;
}

/** A segment's shares as published: shrunk towards the overall share, beside how many answered. */
export interface SegmentShares extends Shares {
  readonly dimension: string;
  readonly segment: string;
  readonly respondents: number;
  readonly effective_n: number;
  /** Before shrinkage. */
  readonly observed: Shares;
}

/** A question that a survey asked, with what people answered. All that prediction and matching need of it. */
export interface BankQuestion {
  readonly id: string;
  readonly survey: string;
  /** Our own wordings; the first is the calibrated question. */
  readonly wordings: readonly string[];
  readonly overall: Shares;
  readonly respondents: number;
  readonly effective_n: number;
  /** Whether the scale has an answer that counts as maybe. */
  readonly has_maybe: boolean;
  readonly segments: readonly SegmentShares[];
  /** Questions with one `object` ask for the same thing, those with one `battery` share their stem. */
  readonly object: string;
  readonly battery: string;
}

/**
 * Shares from those of yes and of no, each by itself: maybe is what they leave, nothing on a scale without it; where they leave less than
 * nothing both give way in proportion.
 */
export function sharesOfBoth(yes: number, no: number, hasMaybe: boolean): Shares {
  const scale = 1 / (hasMaybe ? Math.max(1, yes + no) : yes + no);
  return { yes: yes * scale, maybe: hasMaybe ? Math.max(0, 1 - (yes + no) * scale) : 0, no: no * scale };
}

/** The same from separate logits. Swapping the logits swaps the shares. */
export const sharesFromLogits = (yes: number, no: number): Shares =>
  sharesOfBoth(logistic(yes), logistic(no), true);

/** Logits of yes and no with the variance that they share. */
export interface LogitPrediction {
  readonly yes: number;
  readonly no: number;
  readonly variance: number;
}

/** Shares are kept between these: beyond, the logit says more about sampling than about people. */
const FLOOR = 0.02;

/** The logit of a share that is first moved inside [`floor`, 1 − `floor`]. */
export const boundedLogit = (share: number, floor = FLOOR): number =>
  logit(Math.min(1 - floor, Math.max(floor, share)));

/** A question's shares as those of its positive form, or back: an odd number of turns swaps yes and no. */
export const invertedShares = <Answers extends { readonly yes: number; readonly no: number }>(
  shares: Answers,
  inverted: boolean,
): Answers => inverted ? { ...shares, yes: shares.no, no: shares.yes } : shares;

/** Whether people could choose a middle answer, such as "it depends", "neither" or "somewhat", beside yes and no. */
export const ANSWERS_OFFERED = ["yes_no", "yes_maybe_no"] as const;
export type AnswersOffered = (typeof ANSWERS_OFFERED)[number];

/** The field of `scenario_context` that says so, with its JSON Schema. */
export const ANSWERS_OFFERED_SCHEMA = {
  answers_offered: {
    type: "string",
    enum: ANSWERS_OFFERED,
    description:
      "Whether people could choose a middle answer (it depends, neither, somewhat) beside yes and no; a survey's question of the other kind is not the one asked",
  },
} as const;

/** What a scenario says of the answers; null where it says nothing. */
export function answersOfferedIn(
  { answers_offered }: Readonly<Record<string, unknown>>,
): AnswersOffered | null {
  return ANSWERS_OFFERED.find((each) => each === answers_offered) ?? null;
}

/** What a question with this scale offers. */
export const offeredBy = ({ has_maybe }: { readonly has_maybe: boolean }): AnswersOffered =>
  has_maybe ? "yes_maybe_no" : "yes_no";

/**
 * A survey's shares on the other kind of scale: without a middle answer those who took it divide as the others do, with one both sides
 * lose alike. Of 23 pairs in the bank that differ so, the miss of yes falls from 23.6 to 19.7 points (research/unasked-questions.md).
 * @param middle share of maybe where it is offered.
 */
export function rescaled<Answers extends Shares>(shares: Answers, middle: number): Answers {
  const decided = shares.yes + shares.no;
  const yes = decided === 0 ? 0.5 : shares.yes / decided;
  return { ...shares, yes: yes * (1 - middle), maybe: middle, no: (1 - yes) * (1 - middle) };
}
