import { type AgentChunk, type Answer, ANSWERS } from "../simulation/answers.ts";
import { inOrder } from "../simulation/chunks.ts";
import type { Run } from "../simulation/run.ts";
import { designEffect, hundredths, marginOfError, percentages, type Tally } from "./shares.ts";

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
  /** Kish's, from the weights. */
  readonly design_effect: number;
  /** `total / design_effect`. */
  readonly effective_n: number;
}

export interface Verdict extends AnswerSummary {
  /** The largest weighted share; ties: yes, maybe, no, n_a. */
  readonly answer: Answer;
}

/** The verdict over all agents; `weight` is by agent index. Throws RangeError unless the chunks are the agents from 0 on. */
export function verdict(run: Run, chunks: readonly AgentChunk[], weight: Float64Array): Verdict {
  const tally: [number, number, number, number] = [0, 0, 0, 0];
  const weights: [number, number, number, number] = [0, 0, 0, 0];
  let squaredWeight = 0;
  for (const chunk of inOrder(chunks)) {
    for (let k = 0; k < chunk.count; k++) {
      const a = (chunk.answer[k] ?? 3) as 0 | 1 | 2 | 3;
      const w = weight[chunk.first + k] ?? 0;
      tally[a]++;
      weights[a] += w;
      squaredWeight += w * w;
    }
  }
  const { total, ...summary } = summarize({ count: tally, weight: weights, squaredWeight }, run.runSd);
  const { yes, maybe, no, n_a, ...rest } = summary;
  const largest = weights.indexOf(Math.max(...weights));
  return { yes, maybe, no, n_a, total, answer: ANSWERS[largest] ?? "n_a", ...rest };
}

/** Counts, shares and margin of error of a tally. `runSd` is the yes share's standard deviation over runs, a fraction. */
export function summarize(tally: Tally, runSd: number): AnswerSummary {
  const [yes, maybe, no, n_a] = tally.count;
  const total = yes + maybe + no + n_a;
  const [yesPct = 0, maybePct = 0, noPct = 0, naPct = 0] = percentages(tally.weight);
  const deff = Math.round(designEffect(tally) * 1e4) / 1e4;
  return {
    yes,
    maybe,
    no,
    n_a,
    total,
    yes_pct: yesPct,
    maybe_pct: maybePct,
    no_pct: noPct,
    n_a_pct: naPct,
    margin_of_error_pct: hundredths(marginOfError(yesPct / 100, total, deff, runSd)),
    design_effect: deff,
    effective_n: hundredths(total / deff),
  };
}
