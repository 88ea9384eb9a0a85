import type { Answer } from "../simulation/answers.ts";
import { marginOfError, Z95 } from "../verdict/shares.ts";
import { compareRuns, type RunComparison } from "./across-runs.ts";
import { type Contrast, contrasts } from "./contrasts.ts";
import type { ReadingInput } from "./input.ts";
import { intensity } from "./intensity.ts";
import { MOST_PATTERNS } from "./patterns.ts";
import { type ReasonThemes, reasonThemes } from "./reasons.ts";
import type { BlockStatus, SynthesisBlock } from "./schema.ts";

/** What a synthesis speaks of. A part whose block failed is null, so that nothing is said about it. */
export interface Findings {
  readonly input: ReadingInput;
  readonly situation: Situation;
  readonly confidence: SynthesisBlock["confidence"];
  /** Yes, maybe and no, largest weighted share first; ties in that order. */
  readonly ranking: readonly [RankedAnswer, RankedAnswer, RankedAnswer];
  /** First share minus second, in points, and its 95 % half-width. */
  readonly lead: number;
  readonly leadMargin: number;
  /** The first share's lower 95 % bound is above half of all. */
  readonly majority: boolean;
  readonly median: number | null;
  readonly patterns: { readonly tested: number; readonly shown: readonly Contrast[] } | null;
  readonly reservations: ReasonThemes | null;
  readonly attractions: ReasonThemes | null;
  readonly comparison: RunComparison | null;
}

export interface RankedAnswer {
  readonly answer: Exclude<Answer, "n_a">;
  readonly share: number;
}

/**
 * - `no_fit`: the question applied to nobody.
 * - `few`: fewer than 30 agents; shares mean little.
 * - `poor_fit`: it did not apply to a third or more, or that is the most common answer.
 * - `unanimous`: everybody gave the same answer.
 * - `split`: the first answer's lead over the second is within its margin.
 * - `clear`: it is outside.
 */
export type Situation = "no_fit" | "few" | "poor_fit" | "unanimous" | "split" | "clear";

/** Shares of fewer people than this are not spoken of. */
export const FEW = 30;

/** Which of the computed blocks stand: those of a failed block are left out of every text. */
export type ComputedStates = Pick<
  BlockStatus,
  "patterns" | "reservations" | "attractions" | "intensity" | "across_runs"
>;

export function findings(input: ReadingInput, states: ComputedStates): Findings {
  const { verdict } = input;
  const shares: RankedAnswer[] = [
    { answer: "yes", share: verdict.yes_pct },
    { answer: "maybe", share: verdict.maybe_pct },
    { answer: "no", share: verdict.no_pct },
  ];
  const [first, second, third] = shares.sort((a, b) => b.share - a.share);
  if (first === undefined || second === undefined || third === undefined) {
    throw new RangeError("No answers to rank");
  }
  const lead = first.share - second.share;
  const leadMargin = marginOfLead(input, first.share / 100, second.share / 100);
  const situation = situationOf(input, lead, leadMargin);
  const stands = (block: keyof ComputedStates) => states[block] === "completed";
  const tests = stands("patterns") ? contrasts(input) : null;
  return {
    input,
    situation,
    confidence: confidenceOf(input, situation),
    ranking: [first, second, third],
    lead,
    leadMargin,
    majority:
      first.share - marginOfError(first.share / 100, verdict.total, verdict.design_effect, input.s_run) > 50,
    median: stands("intensity") ? intensity(input)?.median ?? null : null,
    patterns: tests === null ? null : { tested: tests.tested, shown: tests.found.slice(0, MOST_PATTERNS) },
    reservations: stands("reservations") ? reasonThemes(input, ["no", "maybe"]) : null,
    attractions: stands("attractions") ? reasonThemes(input, ["yes"]) : null,
    comparison: stands("across_runs") ? compareRuns(input) : null,
  };
}

function situationOf({ verdict }: ReadingInput, lead: number, leadMargin: number): Situation {
  const unfit = verdict.n_a ?? 0;
  if (unfit === verdict.total) return "no_fit";
  if (verdict.total < FEW) return "few";
  if (verdict.answer === "n_a" || (verdict.n_a_pct ?? 0) >= 100 / 3) return "poor_fit";
  if (Math.max(verdict.yes, verdict.maybe, verdict.no) === verdict.total) return "unanimous";
  return lead <= leadMargin ? "split" : "clear";
}

/**
 * 95 % half-width in points of the difference of two shares of the same answers: variance (p + q − (p − q)²)/n_eff of
 * sampling, and twice the run shift, since what one answer gains in a run the other loses.
 */
function marginOfLead({ verdict, s_run }: ReadingInput, p: number, q: number): number {
  return 100 * Z95 * Math.sqrt((p + q - (p - q) ** 2) / verdict.effective_n + (2 * s_run) ** 2);
}

/**
 * How far the synthesis can be relied on.
 * - low: tier 3, fewer than 100 effective answers, a margin over 10 points, a split, or a question that does not fit.
 * - high: tier 1 on a published survey's calibration, a margin of at most 5 points, a clear answer, and fewer than one in
 *   five whom the question does not fit.
 * - medium: everything else.
 */
function confidenceOf(input: ReadingInput, situation: Situation): SynthesisBlock["confidence"] {
  const { boundary, verdict, methodology } = input;
  const settled = situation === "clear" || situation === "unanimous";
  if (!settled || boundary.tier === 3 || verdict.effective_n < 100 || verdict.margin_of_error_pct > 10) {
    return "low";
  }
  const surveyed = boundary.tier === 1 && methodology !== null && !methodology.illustrative;
  return surveyed && verdict.margin_of_error_pct <= 5 && (verdict.n_a_pct ?? 0) < 20 ? "high" : "medium";
}
