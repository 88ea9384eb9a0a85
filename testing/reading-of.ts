import {
  assembleReading,
  computeBlock,
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
    patterns: computeBlock("patterns", input),
    reservations: computeBlock("reservations", input),
    attractions: computeBlock("attractions", input),
    intensity: computeBlock("intensity", input),
    quotes: computeBlock("quotes", input),
    segment_intensity: computeBlock("segment_intensity", input),
    across_runs: computeBlock("across_runs", input),
    ...broken,
  };
  const { outcome, facts } = computeSynthesis(input, {
    patterns: outcomes.patterns.state,
    reservations: outcomes.reservations.state,
    attractions: outcomes.attractions.state,
    intensity: outcomes.intensity.state,
    across_runs: outcomes.across_runs.state,
  });
  return { ...assembleReading({ ...outcomes, synthesis: outcome }), facts };
}
