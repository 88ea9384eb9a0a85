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
 * Shares from separate logits of yes and no: maybe is what they leave; where they leave less than nothing both give way in
 * proportion. Swapping the logits swaps the shares.
 */
export function sharesFromLogits(yes: number, no: number): Shares {
  const [y, n] = [logistic(yes), logistic(no)];
  const scale = 1 / Math.max(1, y + n);
  return { yes: y * scale, maybe: Math.max(0, 1 - (y + n) * scale), no: n * scale };
}

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
