import { lazilyFor, lazilyOf } from "#shared/lazily.ts";
import { type BankQuestion, boundedLogit, type SegmentShares, type Shares } from "../bank/shares.ts";
import { keptPart } from "../bank/shrinkage.ts";
import { samplingVariance } from "./uncertainty.ts";

/** A share's smallest distance from 0 and 1 on the logit scale. */
const FLOOR = 0.005;
/** A difference from the overall share that is nearer to none tells nothing of its shrinkage, logits. */
const MIN_DIFFERENCE = 1e-3;

/**
 * What is not known of how far a segment's published share is from the overall one, in squared logits. Of a difference with sampling
 * variance v the part τ² / (τ² + v) was kept (engine/bank/shrinkage.ts), and as much of v is left.
 */
export function shrunkVariance(table: BankQuestion, row: SegmentShares, answer: keyof Shares): number {
  const variance = varianceOf(row, answer);
  const spread = spreadsOf(table)(row.dimension)(answer);
  return spread === null ? variance : variance * keptPart(spread, variance);
}

const varianceOf = (row: SegmentShares, answer: keyof Shares): number =>
  samplingVariance(row.observed[answer], Math.max(5, row.effective_n));

/** A published row was shrunk as its whole dimension was: how far people of its segments differ beyond sampling, by answer. */
const spreadsOf = lazilyOf((table: BankQuestion) =>
  lazilyFor((dimension: string) => lazilyFor((answer: keyof Shares) => spreadIn(table, dimension, answer)))
);

/** τ² of a dimension, told by the segment whose difference is the surest; null where none differs. */
function spreadIn(
  { overall, segments }: BankQuestion,
  dimension: string,
  answer: keyof Shares,
): number | null {
  const base = boundedLogit(overall[answer], FLOOR);
  let surest = 0;
  let spread: number | null = null;
  for (const row of segments) {
    if (row.dimension !== dimension) continue;
    const observed = boundedLogit(row.observed[answer], FLOOR) - base;
    const variance = varianceOf(row, answer);
    const certainty = Math.abs(observed) / Math.sqrt(variance);
    if (certainty <= surest || Math.abs(observed) < MIN_DIFFERENCE) continue;
    const kept = Math.min(0.999, Math.max(0, (boundedLogit(row[answer], FLOOR) - base) / observed));
    [surest, spread] = [certainty, variance * kept / (1 - kept)];
  }
  return spread;
}
