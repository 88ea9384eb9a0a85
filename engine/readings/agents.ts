import { floatAt } from "../numeric/columns.ts";
import { type Answer, answerAt, ANSWERS, quoteAt, reasonAt } from "../sampling/answers.ts";
import { agentCount, inOrder, segmentColumn } from "../sampling/chunks.ts";
import type { ReadingInput } from "./input.ts";

/** The run's chunks laid end to end: entry k of every column is agent k. */
export interface AgentTable {
  readonly count: number;
  readonly answer: readonly Answer[];
  /** 0 where the answer is n_a. */
  readonly intensity: Uint8Array;
  /** One column for each dimension, of indexes into its segments. */
  readonly segment: readonly Uint8Array[];
  readonly reason: readonly string[];
  readonly quote: readonly (string | null)[];
  readonly weight: Float64Array;
}

/**
 * The agents of a run.
 * @throws RangeError unless the chunks are the agents from 0 on, each once, and as many as the verdict and the weights say.
 */
export function agentTable({ chunks, dimensions, verdict, weights }: ReadingInput): AgentTable {
  const ordered = inOrder(chunks);
  const count = agentCount(ordered);
  if (count !== verdict.total || count !== weights.length) {
    throw new RangeError(
      `Cannot read a run of ${verdict.total} agents from ${count} answers and ${weights.length} weights`,
    );
  }
  const intensity = new Uint8Array(count);
  const answer: Answer[] = [];
  const reason: string[] = [];
  const quote: (string | null)[] = [];
  for (const chunk of ordered) {
    intensity.set(chunk.intensity.subarray(0, chunk.count), chunk.first);
    for (let k = 0; k < chunk.count; k++) {
      answer.push(ANSWERS[answerAt(chunk, k)]);
      reason.push(reasonAt(chunk, k));
      quote.push(quoteAt(chunk, k));
    }
  }
  const segment = dimensions.map((_, d) => segmentColumn(ordered, d));
  return { count, answer, intensity, segment, reason, quote, weight: Float64Array.from(weights) };
}

/** Indexes of the agents who gave one of `answers`, in order. */
export function agentsWho(table: AgentTable, answers: readonly Answer[]): number[] {
  return table.answer.flatMap((answer, k) => answers.includes(answer) ? [k] : []);
}

/** Total weight of some agents. */
export function weightOf(table: AgentTable, agents: readonly number[]): number {
  return agents.reduce((sum, k) => sum + floatAt(table.weight, k), 0);
}
