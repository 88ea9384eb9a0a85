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
