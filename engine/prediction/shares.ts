import { logistic, logit } from "../random/normal.ts";
import type { Shares } from "./bank.ts";

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
export const turnedShares = <Answers extends { readonly yes: number; readonly no: number }>(
  shares: Answers,
  turned: boolean,
): Answers => turned ? { ...shares, yes: shares.no, no: shares.yes } : shares;
