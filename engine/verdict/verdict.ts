import { floatAt, itemAt } from "../numeric/columns.ts";
import { slotOf } from "../population/dimensions.ts";
import { type AgentChunk, type Answer, answerAt, ANSWERS, segmentAt } from "../simulation/answers.ts";
import { inOrder } from "../simulation/chunks.ts";
import type { Run } from "../simulation/run.ts";
import { designEffect, hundredths, marginOfError, percentages, Tally } from "./shares.ts";

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
  /** 95 % half-width of `yes_pct`, in points; see `marginOfError`. */
  readonly margin_of_error_pct: number;
  /** Kish's, from the weights; four decimals. */
  readonly design_effect: number;
  /** `total / design_effect`, two decimals. */
  readonly effective_n: number;
}

export interface Verdict extends AnswerSummary {
  /** The answer with the largest weighted share; ties: yes, maybe, no, n_a. */
  readonly answer: Answer;
}

export interface SegmentRow extends AnswerSummary {
  readonly dimension: string;
  readonly segment: string;
}

/**
 * The verdict over all agents.
 * @param weight by agent index.
 * @throws RangeError unless the chunks are the agents from 0 on, each once.
 */
export function verdict(run: Run, chunks: readonly AgentChunk[], weight: Float64Array): Verdict {
  const tally = new Tally();
  for (const chunk of inOrder(chunks)) {
    for (let k = 0; k < chunk.count; k++) tally.add(answerAt(chunk, k), floatAt(weight, chunk.first + k));
  }
  const { yes, maybe, no, n_a, total, ...shares } = summarize(tally, run.runSd);
  const answer = itemAt(ANSWERS, tally.weight.indexOf(Math.max(...tally.weight)));
  return { yes, maybe, no, n_a, total, answer, ...shares };
}

/**
 * One row for every segment of every reported dimension, in that order. The counts of a dimension's rows add up to the
 * verdict's. A segment without agents has no row: there is no share to state.
 */
export function bySegment(run: Run, chunks: readonly AgentChunk[], weight: Float64Array): SegmentRow[] {
  const ordered = inOrder(chunks);
  return run.dimensions.slice(0, run.reported).flatMap(({ name, segments }, d) => {
    const tallies = segments.map((segment, s) => ({ segment, s, tally: new Tally() }));
    for (const chunk of ordered) {
      for (let k = 0; k < chunk.count; k++) {
        const { tally } = itemAt(tallies, segmentAt(chunk, d, k));
        tally.add(answerAt(chunk, k), floatAt(weight, chunk.first + k));
      }
    }
    const place = itemAt(run.places, d);
    return tallies.filter(({ tally }) => tally.total > 0).map(({ segment, s, tally }) => ({
      dimension: name,
      segment,
      ...summarize(tally, floatAt(run.segmentRunSd, slotOf(place, s))),
    }));
  });
}

/** Counts, shares and margin of error of a tally. `runSd` is the yes share's standard deviation over runs, a fraction. */
function summarize(tally: Tally, runSd: number): AnswerSummary {
  const [yes, maybe, no, n_a] = tally.count;
  const [yes_pct, maybe_pct, no_pct, n_a_pct] = percentages(tally.weight);
  const { total } = tally;
  const deff = Math.round(designEffect(tally) * 1e4) / 1e4;
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
    margin_of_error_pct: hundredths(marginOfError(yes_pct / 100, total, deff, runSd)),
    design_effect: deff,
    effective_n: hundredths(total / deff),
  };
}
