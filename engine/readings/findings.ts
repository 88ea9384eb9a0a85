import type { Answer } from "../sampling/chunks.ts";
import { Z95 } from "../verdict/verdict.ts";
import { compareRuns } from "./across-runs.ts";
import { marginOf, type ReadingInput, type ReadingVerdict } from "./input.ts";
import { intensity } from "./intensity.ts";
import { shownPatterns } from "./patterns.ts";
import { reasonThemes } from "./reasons.ts";
import type { BlockState, Payload } from "./schema.ts";

interface RankedAnswer {
  readonly answer: Exclude<Answer, "n_a">;
  readonly share: number;
}

/**
 * - `no_fit`: the question applied to no agent.
 * - `few`: fewer than 30 agents; shares mean little.
 * - `poor_fit`: it did not apply to a third or more, or that is the most common answer.
 * - `unanimous`: everybody gave the same answer.
 * - `split`: the first answer's lead over the second is within its margin.
 * - `clear`: that lead is outside its margin.
 */
export type Situation = "no_fit" | "few" | "poor_fit" | "unanimous" | "split" | "clear";

/** The synthesis gives no share of fewer people than this. */
export const MIN_AGENTS = 30;

type StatedBlock = "patterns" | "reservations" | "attractions" | "intensity" | "across_runs";

/** What became of the blocks that findings rest on. */
export type BlockEnds = Readonly<Record<StatedBlock, { readonly state: BlockState }>>;

export type Findings = ReturnType<typeof findings>;

/** What a synthesis says, from the blocks that were completed. A part whose block failed is null, so that the synthesis leaves it out. */
export function findings(input: ReadingInput, ends: BlockEnds) {
  const { verdict } = input;
  const ranking = rankAnswers(verdict);
  const [first, second] = ranking;
  const lead = first.share - second.share;
  const leadMargin = marginOfLead(input, first, second);
  const situation = situationOf(verdict, lead, leadMargin);
  const shareMargin = marginOfShare(verdict, first);
  const ifCompleted = <Part>(block: StatedBlock, part: () => Part): Part | null =>
    ends[block].state === "completed" ? part() : null;
  // What the embedded engine composes is no finding.
  const spoken: typeof ifCompleted = (block, part) =>
    input.textSource === "model" ? ifCompleted(block, part) : null;
  return {
    input,
    situation,
    confidence: confidenceOf(input, situation),
    ranking,
    /** First share minus second, in points, and its 95 % half-width. */
    lead,
    leadMargin,
    /** The first share's lower 95 % bound is above half of all. */
    majority: first.share - shareMargin > 50,
    median: spoken("intensity", () => intensity(input))?.median ?? null,
    patterns: ifCompleted("patterns", () => shownPatterns(input)),
    reservations: spoken("reservations", () => reasonThemes(input, "reservation")),
    attractions: spoken("attractions", () => reasonThemes(input, "attraction")),
    comparison: ifCompleted("across_runs", () => compareRuns(input)),
  };
}

/** Yes, maybe and no, largest weighted share first; ties in that order. */
function rankAnswers({ yes_pct, maybe_pct, no_pct }: ReadingVerdict) {
  const ranking: [RankedAnswer, RankedAnswer, RankedAnswer] = [
    { answer: "yes", share: yes_pct },
    { answer: "maybe", share: maybe_pct },
    { answer: "no", share: no_pct },
  ];
  ranking.sort((a, b) => b.share - a.share);
  return ranking;
}

function situationOf(verdict: ReadingVerdict, lead: number, leadMargin: number): Situation {
  if ((verdict.n_a ?? 0) === verdict.total) return "no_fit";
  if (verdict.total < MIN_AGENTS) return "few";
  if (verdict.answer === "n_a" || (verdict.n_a_pct ?? 0) >= 100 / 3) return "poor_fit";
  if (Math.max(verdict.yes, verdict.maybe, verdict.no) === verdict.total) return "unanimous";
  return lead <= leadMargin ? "split" : "clear";
}

/** Distance of a share from the lower end of its interval, in points. */
function marginOfShare(
  verdict: ReadingVerdict,
  { answer, share }: RankedAnswer,
): number {
  const { interval_pct } = verdict;
  return interval_pct === null ? marginOf(verdict) : share - interval_pct[answer][0];
}

/**
 * What a lead must exceed, in points. Of people: from the first share down to its interval's end and from the second up to its own, since one
 * may lose what the other gains. Of agents alone: the 95 % half-width of the difference of two shares of the same answers.
 */
function marginOfLead({ verdict }: ReadingInput, first: RankedAnswer, second: RankedAnswer): number {
  const { interval_pct, effective_n } = verdict;
  if (interval_pct !== null) {
    return first.share - interval_pct[first.answer][0] + interval_pct[second.answer][1] - second.share;
  }
  const [p, q] = [first.share / 100, second.share / 100];
  return 100 * Z95 * Math.sqrt((p + q - (p - q) ** 2) / effective_n);
}

/**
 * How far the synthesis can be relied on.
 * - low: nothing known of people, tier 3, fewer than 100 effective answers, a margin over 10 points, a split, or a question that does not fit.
 * - high: tier 1, a margin of at most 5 points, a clear answer, and fewer than one in
 *   five whom the question does not fit.
 * - medium: everything else.
 */
function confidenceOf(input: ReadingInput, situation: Situation): Payload<"synthesis">["confidence"] {
  const { boundary, verdict } = input;
  const settled = situation === "clear" || situation === "unanimous";
  const margin = verdict.margin_of_error_pct;
  if (!settled || boundary.tier === 3 || verdict.effective_n < 100 || margin === null || margin > 10) {
    return "low";
  }
  return boundary.tier === 1 && margin <= 5 && (verdict.n_a_pct ?? 0) < 20 ? "high" : "medium";
}
