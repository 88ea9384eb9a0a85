import type { BlockName, BlockState } from "#engine/readings/schema.ts";
import type { ReadingWorkflowInput } from "#temporal/reading.ts";

/** What the reading workflow asks of its activities: ids and names of blocks in, states out. What the blocks say stays in Postgres. */
export interface ReadingActivities {
  /**
   * Marks the Reading as running and tries every block. Where all of them can be made and no model is to word them it is finished on the
   * spot, which costs Temporal nothing more.
   */
  beginReading(reading: ReadingWorkflowInput): Promise<BeginReadingResult>;
  /** Tries one block. @throws what is wrong with it. */
  computeBlock(input: ReadingWorkflowInput & ReadingBlock): Promise<{ readonly state: BlockState | "ended" }>;
  /** Has the model word the texts, and keeps its words. Faults of the model are none of this activity's: computed texts then stand. */
  rewriteReading(input: ReadingWorkflowInput & FailedBlocks): Promise<RewriteResult>;
  /** Puts the blocks together and ends the Reading: completed, or failed when nothing could be made. */
  completeReading(input: ReadingWorkflowInput & FailedBlocks): Promise<ReadingResult>;
  /** Fails the Reading, unless it has ended already. @param message a sentence for people. */
  failReading(input: ReadingWorkflowInput & { readonly message: string }): Promise<ReadingResult>;
}

export interface FailedBlocks {
  /** Blocks that are left out: what their retries ended with. */
  readonly failed: readonly BlockName[];
}

export interface ReadingBlock extends FailedBlocks {
  readonly block: BlockName;
}

/** `terminal`: the Reading had ended before this activity came to it, and stays as it was. */
export interface ReadingResult {
  readonly kind: "ended";
  readonly outcome: "completed" | "failed" | "terminal";
}

export type BeginReadingResult = ReadingResult | {
  readonly kind: "blocks";
  /** To be tried again, each alone. */
  readonly failed: readonly BlockName[];
  /** The longest that wording can take; null where no model words. */
  readonly wording_seconds: number | null;
};

/** How the texts came to be. */
export interface RewriteResult {
  readonly model_tier: string;
  readonly calls: number;
}
