import { lazilyOf } from "#shared/lazily.ts";
import { byteAt } from "../numeric/columns.ts";
import {
  type AgentChunk,
  type Answer,
  answerAt,
  ANSWERS,
  quoteAt,
  reasonAt,
  segmentAt,
} from "../sampling/answers.ts";
import { agentCount, inOrder } from "../sampling/chunks.ts";
import type { ReadingInput } from "./input.ts";

/** An agent as a Reading sees it. */
export interface ReadAgent {
  readonly index: number;
  readonly answer: Answer;
  /** 0 where the answer is n_a. */
  readonly intensity: number;
  /** By dimension: an index into its segments. */
  readonly segments: readonly number[];
  readonly reason: string;
  readonly quote: string | null;
  readonly weight: number;
}

/**
 * The agents of a run, in order. Kept, since most blocks read them.
 * @throws RangeError unless the chunks are the agents from 0 on, each once, and as many as the verdict and the weights say.
 */
export const agentsOf = lazilyOf(
  ({ chunks, dimensions, verdict, weights }: ReadingInput): readonly ReadAgent[] => {
    const ordered = inOrder(chunks);
    const count = agentCount(ordered);
    if (count !== verdict.total || count !== weights.length) {
      throw new RangeError(
        `Cannot read a run of ${verdict.total} agents from ${count} answers and ${weights.length} weights`,
      );
    }
    const agentAt = (chunk: AgentChunk, k: number): ReadAgent => ({
      index: chunk.first + k,
      answer: ANSWERS[answerAt(chunk, k)],
      intensity: byteAt(chunk.intensity, k),
      segments: dimensions.map((_, d) => segmentAt(chunk, d, k)),
      reason: reasonAt(chunk, k),
      quote: quoteAt(chunk, k),
      weight: weights[chunk.first + k] ?? NaN,
    });
    return ordered.flatMap((chunk) => Array.from({ length: chunk.count }, (_, k) => agentAt(chunk, k)));
  },
);

/** The agents who gave one of `answers`, in order. */
export function agentsWho(input: ReadingInput, answers: readonly Answer[]): readonly ReadAgent[] {
  return agentsOf(input).filter(({ answer }) => answers.includes(answer));
}

/** Total weight of some agents. */
export function weightOf(agents: readonly ReadAgent[]): number {
  return agents.reduce((sum, { weight }) => sum + weight, 0);
}
