import { acrossRuns } from "./across-runs.ts";
import { attractions, quotes, reservations } from "./reasons.ts";
import { type FactSheet, factSheet } from "./fact-sheet.ts";
import { type BlockEnds, findings } from "./findings.ts";
import type { ReadingInput } from "./input.ts";
import { intensity, segmentIntensity } from "./intensity.ts";
import { patterns } from "./patterns.ts";
import {
  assertBlock,
  assertPostHoc,
  type BlockName,
  BLOCKS,
  type BlockState,
  type BlockStatus,
  type Payload,
  type PostHoc,
} from "./schema.ts";
import { synthesis } from "./synthesis.ts";

/** The blocks that are computed from the run alone; the synthesis is composed from their findings. */
export type ComputedBlock = Exclude<BlockName, "synthesis">;

/** The outcome of a block after its retries. */
export type BlockOutcome<Name extends BlockName = BlockName> =
  | { readonly state: "completed"; readonly payload: Payload<Name> }
  | { readonly state: "not_applicable" | "failed" };

export type BlockOutcomes = { readonly [Name in BlockName]: BlockOutcome<Name> };
export type ComputedOutcomes = { readonly [Name in ComputedBlock]: BlockOutcome<Name> };

const COMPUTE: { readonly [Name in ComputedBlock]: (input: ReadingInput) => PostHoc[Name] } = {
  patterns,
  reservations,
  attractions,
  intensity,
  quotes,
  segment_intensity: segmentIntensity,
  across_runs: acrossRuns,
};

/** Their names, in the order in which they are computed. */
export const COMPUTED_BLOCKS = Object.keys(COMPUTE) as readonly ComputedBlock[];

/**
 * Computes one block. The same input always gives the same block.
 * @throws RangeError when the stored run contradicts itself, TypeError when the payload does not conform to the schema.
 */
export function computeBlock<Name extends ComputedBlock>(
  name: Name,
  input: ReadingInput,
): BlockOutcome<Name> {
  const payload = COMPUTE[name](input);
  assertBlock(name, payload);
  return payload === null ? { state: "not_applicable" } : { state: "completed", payload };
}

/**
 * The synthesis as computed text, and the fact sheet from which a model may rewrite it; failed blocks are left out of both.
 * @throws like {@link computeBlock}.
 */
export function computeSynthesis(
  input: ReadingInput,
  ends: BlockEnds,
): { readonly outcome: BlockOutcome<"synthesis">; readonly facts: FactSheet } {
  const runFindings = findings(input, ends);
  const payload = synthesis(runFindings);
  assertBlock("synthesis", payload);
  return { outcome: { state: "completed", payload }, facts: factSheet(runFindings) };
}

/**
 * Puts the blocks together as they are stored and shown.
 * @throws TypeError when a payload does not conform to the schema.
 */
export function assembleReading(outcomes: BlockOutcomes): { block_status: BlockStatus; post_hoc: PostHoc } {
  const payloads = BLOCKS.map((name): [BlockName, unknown] => {
    const outcome = outcomes[name];
    return [name, outcome.state === "completed" ? outcome.payload : null];
  });
  const post_hoc: unknown = Object.fromEntries(payloads);
  assertPostHoc(post_hoc);
  const states = BLOCKS.map((name): [BlockName, BlockState] => [name, outcomes[name].state]);
  return { block_status: Object.fromEntries(states) as BlockStatus, post_hoc };
}

/** True where every block failed or was not applicable: the Reading has nothing to show. */
export function noBlockCompleted(status: BlockStatus): boolean {
  return BLOCKS.every((name) => status[name] !== "completed");
}
