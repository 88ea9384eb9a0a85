import {
  type BlockOutcome,
  type BlockOutcomes,
  computeBlock,
  type ComputedBlock,
  computeSynthesis,
} from "#engine/readings/blocks.ts";
import type { FactSheet } from "#engine/readings/fact-sheet.ts";
import type { ReadingInput } from "#engine/readings/input.ts";
import type { BlockName } from "#engine/readings/schema.ts";

/** The eight blocks as they came out, and the facts of the synthesis; null where that failed. */
export interface TriedBlocks {
  readonly outcomes: BlockOutcomes;
  readonly facts: FactSheet | null;
  /** What was wrong with blocks that had not failed before. */
  readonly faults: ReadonlyMap<BlockName, unknown>;
}

/** Computes all blocks but those in `failed`. One that cannot be computed has failed; the others stand. */
export function tryBlocks(input: ReadingInput, failed: readonly BlockName[]): TriedBlocks {
  const faults = new Map<BlockName, unknown>();
  const attempt = <Name extends ComputedBlock>(name: Name): BlockOutcome<Name> =>
    tried(name, () => computeBlock(name, input));
  const computed = {
    patterns: attempt("patterns"),
    reservations: attempt("reservations"),
    attractions: attempt("attractions"),
    intensity: attempt("intensity"),
    quotes: attempt("quotes"),
    segment_intensity: attempt("segment_intensity"),
    across_runs: attempt("across_runs"),
  };
  let facts: FactSheet | null = null;
  const synthesis = tried("synthesis", () => {
    const made = computeSynthesis(input, {
      patterns: computed.patterns.state,
      reservations: computed.reservations.state,
      attractions: computed.attractions.state,
      intensity: computed.intensity.state,
      across_runs: computed.across_runs.state,
    });
    facts = made.facts;
    return made.outcome;
  });
  return { outcomes: { synthesis, ...computed }, facts, faults };

  function tried<Name extends BlockName>(name: Name, compute: () => BlockOutcome<Name>): BlockOutcome<Name> {
    if (failed.includes(name)) return { state: "failed" };
    try {
      return compute();
    } catch (error) {
      faults.set(name, error);
      return { state: "failed" };
    }
  }
}
