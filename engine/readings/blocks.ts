import { acrossRuns } from "./across-runs.ts";
import { insightThemes, quotes } from "./reasons.ts";
import { type BlockEnds, findings } from "./findings.ts";
import type { ReadingInput } from "./input.ts";
import { intensity, segmentIntensity } from "./intensity.ts";
import { patterns } from "./patterns.ts";
import {
  assertConforms,
  assertPostHoc,
  type BlockName,
  BLOCKS,
  type BlockStatus,
  type Payload,
  PostHoc,
} from "./schema.ts";
import { synthesis } from "./synthesis.ts";

/** The outcome of a block after its retries. */
export type BlockOutcome<Name extends BlockName = BlockName> =
  | { readonly state: "completed"; readonly payload: Payload<Name> }
  | { readonly state: "not_applicable" | "failed" };

export type BlockOutcomes = { readonly [Name in BlockName]: BlockOutcome<Name> };

const COMPUTE: { readonly [Name in BlockName]: (input: ReadingInput, before: BlockEnds) => PostHoc[Name] } = {
  patterns,
  reservations: (input) => ({ reservations: insightThemes(input, "reservation") }),
  attractions: (input) => ({ attractions: insightThemes(input, "attraction") }),
  intensity,
  quotes,
  segment_intensity: segmentIntensity,
  across_runs: acrossRuns,
  // Composed from the findings of the others.
  synthesis: (input, before) => synthesis(findings(input, before)),
};

/** Their names, in the order in which they are computed. */
export const COMPUTED_BLOCKS = Object.keys(COMPUTE) as readonly BlockName[];

/**
 * Computes one block. The same input always gives the same block.
 * @param before what became of the blocks before it: the synthesis leaves out those that failed.
 * @throws RangeError when the stored run contradicts itself, TypeError when the payload does not conform to the schema.
 */
export function computeBlock<Name extends BlockName>(
  name: Name,
  input: ReadingInput,
  before: BlockEnds,
): BlockOutcome<Name> {
  const payload = COMPUTE[name](input, before);
  assertConforms(PostHoc.properties[name], payload, `/${name}`);
  return payload === null ? { state: "not_applicable" } : { state: "completed", payload };
}

/**
 * Puts the blocks together as they are stored and shown.
 * @throws TypeError when a payload does not conform to the schema.
 */
export function assembleReading(outcomes: BlockOutcomes): { block_status: BlockStatus; post_hoc: PostHoc } {
  const ofEach = (of: (outcome: BlockOutcome) => unknown): unknown =>
    Object.fromEntries(BLOCKS.map((name) => [name, of(outcomes[name])]));
  const post_hoc = ofEach((outcome) => outcome.state === "completed" ? outcome.payload : null);
  assertPostHoc(post_hoc);
  return { block_status: ofEach(({ state }) => state) as BlockStatus, post_hoc };
}

/** True where every block failed or was not applicable: the Reading has nothing to show. */
export function noBlockCompleted(status: BlockStatus): boolean {
  return BLOCKS.every((name) => status[name] !== "completed");
}
