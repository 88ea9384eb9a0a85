import {
  assembleReading,
  computeBlock,
  COMPUTED_BLOCKS,
  type ComputedOutcomes,
  computeSynthesis,
} from "#engine/readings/blocks.ts";
import type { ReadingInput } from "#engine/readings/input.ts";

export type ComputedReading = ReturnType<typeof readingOf>;

/** The whole Reading of a run as it is computed without a model; `broken` replaces what became of some blocks. */
export function readingOf(input: ReadingInput, broken: Partial<ComputedOutcomes> = {}) {
  const outcomes: ComputedOutcomes = {
    ...Object.fromEntries(
      COMPUTED_BLOCKS.map((name) => [name, computeBlock(name, input)]),
    ) as ComputedOutcomes,
    ...broken,
  };
  const { outcome, facts } = computeSynthesis(input, outcomes);
  return { ...assembleReading({ ...outcomes, synthesis: outcome }), facts };
}
