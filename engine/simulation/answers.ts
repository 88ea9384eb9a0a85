/** The four answers an agent can give, in the order ties are broken. `n_a`: the question does not fit the agent. */
export const ANSWERS = ["yes", "maybe", "no", "n_a"] as const;
export type Answer = (typeof ANSWERS)[number];

/**
 * Agents `first` … `first + count − 1` of a run, column by column: entry k of every column is agent `first + k`.
 * Everything in it depends on the agent alone, never on how many agents the run has or how it was chunked.
 */
export interface AgentChunk {
  readonly first: number;
  readonly count: number;
  /** Index into {@link ANSWERS}. */
  readonly answer: Uint8Array;
  /** 1 (weak) to 5 (strong); 0 where the answer is n_a. */
  readonly intensity: Uint8Array;
  /** `segment[d * count + k]`: agent k's segment in the run's dimension d, an index into that dimension's segments. */
  readonly segment: Uint8Array;
  /** Index into `reasons`. */
  readonly reason: Uint16Array;
  /** The distinct reason texts of this chunk. */
  readonly reasons: readonly string[];
  /** What the agent says in its own words, or null: most agents say nothing. */
  readonly quote: readonly (string | null)[];
}
