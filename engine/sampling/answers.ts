import { byteAt, integerAt, itemAt } from "../numeric/columns.ts";

/** The four answers of an agent, in the order in which ties are broken. `n_a`: the question does not fit the agent. */
export const ANSWERS = ["yes", "maybe", "no", "n_a"] as const;
export type Answer = (typeof ANSWERS)[number];

/** An answer as chunks store it: its place in {@link ANSWERS}. */
export type AnswerCode = 0 | 1 | 2 | 3;

/** The code of n_a. */
export const NOT_APPLICABLE = 3;

/**
 * Agents `first` … `first + count − 1` of a run, column by column: entry k of every column is agent `first + k`.
 * Each agent's entries depend on the agent alone, never on the number of agents or the chunking.
 */
export interface AgentChunk {
  readonly first: number;
  readonly count: number;
  /** Places in {@link ANSWERS}. */
  readonly answer: Uint8Array;
  /** 1 (weak) to 5 (strong); 0 where the answer is n_a. */
  readonly intensity: Uint8Array;
  /** `segment[d * count + k]`: agent k's segment in the run's dimension d, an index into that dimension's segments. */
  readonly segment: Uint8Array;
  /** Index into `reasons`. */
  readonly reason: Uint16Array;
  /** The distinct reason texts of this chunk. */
  readonly reasons: readonly string[];
  /** The agent's own words, or null: most agents say nothing. */
  readonly quote: readonly (string | null)[];
}

/**
 * The answer of a chunk's k-th agent.
 * @throws RangeError outside the chunk, or for a code that is no answer's; so do the readers below.
 */
export function answerAt({ first, answer }: Pick<AgentChunk, "first" | "answer">, k: number): AnswerCode {
  const code = byteAt(answer, k);
  if (code === 0 || code === 1 || code === 2 || code === 3) return code;
  throw new RangeError(`Cannot read the answer of agent ${first + k}: ${code} is no answer`);
}

/** The segment of a chunk's k-th agent in the run's dimension d. */
export function segmentAt(
  { count, segment }: Pick<AgentChunk, "count" | "segment">,
  d: number,
  k: number,
): number {
  return byteAt(segment, d * count + k);
}

/** The reason of a chunk's k-th agent. */
export function reasonAt({ reason, reasons }: AgentChunk, k: number): string {
  return itemAt(reasons, integerAt(reason, k));
}

/** The quote of a chunk's k-th agent, or null. */
export function quoteAt({ quote }: AgentChunk, k: number): string | null {
  return itemAt(quote, k);
}
