import { floatAt, itemAt } from "../numeric/columns.ts";
import {
  type Deviations,
  effectiveHumanN,
  intervalAround,
  type UncertaintyBasis,
} from "../forecast/uncertainty.ts";
import type { Evidence } from "../forecast/forecast.ts";
import { type AgentChunk, type Answer, answerAt, ANSWERS, segmentAt } from "../sampling/answers.ts";
import { inOrder } from "../sampling/chunks.ts";
import type { PreparedSimulation } from "../sampling/prepared-simulation.ts";
import { hundredths, outwardTenths, percentages } from "../numeric/rounding.ts";
import { designEffect, samplingMargin, Tally } from "./tally.ts";

/** Answers of a group of agents: counts of agents, and population-weighted shares in percent. */
export interface AnswerSummary {
  readonly yes: number;
  readonly maybe: number;
  readonly no: number;
  readonly n_a: number;
  /** The four counts together. */
  readonly total: number;
  /** Two decimals; the four add up to 100 in hundredths. */
  readonly yes_pct: number;
  readonly maybe_pct: number;
  readonly no_pct: number;
  readonly n_a_pct: number;
  /** 95 % intervals of what people would answer, low and high in percent; null where nothing is known of people, or no agent was asked. */
  readonly interval_pct: IntervalPct | null;
  /** Half the width of the yes interval, in points; null where nothing is known of people. */
  readonly margin_of_error_pct: number | null;
  /** 95 % half-width of `yes_pct` by the sampling of the agents alone, which more agents would narrow. */
  readonly sampling_margin_pct: number;
  /** Kish's, from the weights; four decimals. */
  readonly design_effect: number;
  /** `total / design_effect`, two decimals. */
  readonly effective_n: number;
}

/** Low and high of each answer's interval, in percent. */
export type IntervalPct = Readonly<Record<"yes" | "maybe" | "no", readonly [number, number]>>;

export interface Verdict extends AnswerSummary {
  /** The answer with the largest weighted share; ties: yes, maybe, no, n_a. */
  readonly answer: Answer;
  readonly uncertainty_basis: UncertaintyBasis | "unmeasured";
  readonly evidence: Evidence;
  /** The random sample of people whose interval would be as wide as that of yes, one decimal; null where nothing is known of people. */
  readonly effective_human_n: number | null;
}

export interface SegmentRow extends AnswerSummary {
  readonly dimension: string;
  readonly segment: string;
  /** Fewer than 30 effective agents: no comparison is made from them. */
  readonly small_base: boolean;
}

/** Effective agents under which a segment's share says little. */
const SMALL_BASE = 30;

/**
 * The verdict over all agents.
 * @param weight by agent index.
 * @throws RangeError unless the chunks are the agents from 0 on, each once.
 */
export function verdict(
  run: PreparedSimulation,
  chunks: readonly AgentChunk[],
  weight: Float64Array,
): Verdict {
  const tally = new Tally();
  for (const chunk of inOrder(chunks)) {
    for (let k = 0; k < chunk.count; k++) tally.add(answerAt(chunk, k), floatAt(weight, chunk.first + k));
  }
  if (tally.total === 0) throw new RangeError("Cannot state a verdict: the run has no agents");
  const { uncertainty } = run;
  const { yes, maybe, no, n_a, total, ...shares } = summarize(tally, uncertainty?.overall);
  return {
    yes,
    maybe,
    no,
    n_a,
    total,
    answer: itemAt(ANSWERS, tally.weight.indexOf(Math.max(...tally.weight))),
    ...shares,
    uncertainty_basis: uncertainty?.basis ?? "unmeasured",
    evidence: run.evidence,
    effective_human_n: shares.interval_pct === null
      ? null
      : effectiveHumanN(shares.yes_pct, shares.interval_pct.yes),
  };
}

/**
 * One row for every segment of every reported dimension, in that order. The counts of a dimension's rows add up to the
 * verdict's. A segment without agents is there with zeros, its interval null; one that the population does not have is not.
 */
export function bySegment(
  run: PreparedSimulation,
  chunks: readonly AgentChunk[],
  weight: Float64Array,
): SegmentRow[] {
  const ordered = inOrder(chunks);
  return run.dimensions.slice(0, run.reported).flatMap(({ name, segments }, d) => {
    const tallies = segments.map((segment, s) => ({ segment, s, tally: new Tally() }));
    for (const chunk of ordered) {
      for (let k = 0; k < chunk.count; k++) {
        const { tally } = itemAt(tallies, segmentAt(chunk, d, k));
        tally.add(answerAt(chunk, k), floatAt(weight, chunk.first + k));
      }
    }
    const { absent } = run.basis.frame;
    return tallies.filter(({ segment }) => absent?.has(`${name}=${segment}`) !== true).map(
      ({ segment, tally }) => {
        const deviations = run.uncertainty?.segments.get(`${name}=${segment}`) ?? run.uncertainty?.overall;
        const summary = summarize(tally, deviations);
        return { dimension: name, segment, ...summary, small_base: summary.effective_n < SMALL_BASE };
      },
    );
  });
}

/** Counts, shares and intervals of a tally. A tally without agents has zeros and no interval; without deviations nothing is said about people. */
function summarize(tally: Tally, deviations: Deviations | undefined): AnswerSummary {
  const [yes, maybe, no, n_a] = tally.count;
  const [yes_pct, maybe_pct, no_pct, n_a_pct] = percentages(tally.weight);
  const { total } = tally;
  const deff = Math.round(designEffect(tally) * 1e4) / 1e4;
  const intervalOf = (pct: number, parts: Deviations[keyof Deviations]): [number, number] => {
    const share = pct / 100;
    const { low, high } = intervalAround(share, total / deff, parts);
    // By itself the interval of a share of 0 or 1 stays short of it.
    return outwardTenths({ low: Math.min(share, low), high: Math.max(share, high) });
  };
  const interval_pct = total === 0 || deviations === undefined ? null : {
    yes: intervalOf(yes_pct, deviations.yes),
    maybe: intervalOf(maybe_pct, deviations.maybe),
    no: intervalOf(no_pct, deviations.no),
  };
  const [low, high] = interval_pct?.yes ?? [0, 0];
  return {
    yes,
    maybe,
    no,
    n_a,
    total,
    yes_pct,
    maybe_pct,
    no_pct,
    n_a_pct,
    interval_pct,
    margin_of_error_pct: deviations === undefined ? null : hundredths((high - low) / 2),
    sampling_margin_pct: total === 0 ? 0 : hundredths(samplingMargin(yes_pct / 100, total, deff)),
    design_effect: deff,
    effective_n: hundredths(total / deff),
  };
}
