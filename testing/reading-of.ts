import {
  assembleReading,
  computeBlock,
  COMPUTED_BLOCKS,
  type ComputedOutcomes,
  computeSynthesis,
} from "#engine/readings/blocks.ts";
import type { FactSheet } from "#engine/readings/fact-sheet.ts";
import type { ReadingInput } from "#engine/readings/input.ts";
import type { BlockStatus, PostHoc } from "#engine/readings/schema.ts";

export interface ComputedReading {
  readonly block_status: BlockStatus;
  readonly post_hoc: PostHoc;
  readonly facts: FactSheet;
}

/** The whole Reading of a run as it is computed without a model; `broken` replaces what became of some blocks. */
export function readingOf(input: ReadingInput, broken: Partial<ComputedOutcomes> = {}): ComputedReading {
  const outcomes: ComputedOutcomes = {
    ...Object.fromEntries(
      COMPUTED_BLOCKS.map((name) => [name, computeBlock(name, input)]),
    ) as ComputedOutcomes,
    ...broken,
  };
  const { outcome, facts } = computeSynthesis(input, outcomes);
  return { ...assembleReading({ ...outcomes, synthesis: outcome }), facts };
}
