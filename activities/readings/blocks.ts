import {
  type BlockOutcome,
  type BlockOutcomes,
  computeBlock,
  COMPUTED_BLOCKS,
  type ComputedBlock,
  type ComputedOutcomes,
  computeSynthesis,
} from "#engine/readings/blocks.ts";
import type { FactSheet } from "#engine/readings/fact-sheet.ts";
import type { ReadingInput } from "#engine/readings/input.ts";
import type { BlockName } from "#engine/readings/schema.ts";

export interface FailedBlocks {
  /** Blocks that failed even when they were retried; the Reading leaves them out. */
  readonly failed: readonly BlockName[];
}

/** The outcomes of the eight blocks. */
export interface ComputedBlocks {
  readonly outcomes: BlockOutcomes;
  /** What a model may say in the texts; null where the synthesis failed. */
  readonly facts: FactSheet | null;
  /** The errors of the blocks that failed in this computation. */
  readonly errors: ReadonlyMap<BlockName, unknown>;
}

/**
 * Computes all blocks but those that have failed before. A block whose computation throws has failed; it affects no other block but the
 * synthesis, which leaves it out.
 */
export async function computeBlocks(
  input: ReadingInput,
  failed: readonly BlockName[],
  turn: () => Promise<void>,
): Promise<ComputedBlocks> {
  const errors = new Map<BlockName, unknown>();
  async function attempt<Name extends BlockName>(
    name: Name,
    compute: () => BlockOutcome<Name>,
  ): Promise<BlockOutcome<Name>> {
    await turn();
    if (failed.includes(name)) return { state: "failed" };
    try {
      return compute();
    } catch (error) {
      errors.set(name, error);
      return { state: "failed" };
    }
  }
  const ends: [ComputedBlock, BlockOutcome][] = [];
  for (const name of COMPUTED_BLOCKS) ends.push([name, await attempt(name, () => computeBlock(name, input))]);
  const computed = Object.fromEntries(ends) as ComputedOutcomes;
  let facts: FactSheet | null = null;
  const synthesis = await attempt("synthesis", () => {
    const computedSynthesis = computeSynthesis(input, computed);
    facts = computedSynthesis.facts;
    return computedSynthesis.outcome;
  });
  return { outcomes: { synthesis, ...computed }, facts, errors };
}

/**
 * The same, for a step after the failed blocks were retried.
 * @throws the first error of a block that is not in `failed`, so that Temporal retries the step.
 */
export async function recomputeBlocks(
  ...parameters: Parameters<typeof computeBlocks>
): Promise<ComputedBlocks> {
  const blocks = await computeBlocks(...parameters);
  for (const error of blocks.errors.values()) throw error;
  return blocks;
}
