import type { AgentChunk } from "../simulation/answers.ts";
import { inOrder } from "../simulation/chunks.ts";
import { STRIDE } from "../population/dimensions.ts";
import type { Run } from "../simulation/run.ts";
import type { Tally } from "./shares.ts";
import { type AnswerSummary, summarize } from "./verdict.ts";

export interface SegmentRow extends AnswerSummary {
  readonly dimension: string;
  readonly segment: string;
}

/**
 * One row for every segment of every reported dimension, in that order. The counts of a dimension's rows add up to the
 * verdict's. A segment without agents has no row: there is no share to state.
 */
export function bySegment(run: Run, chunks: readonly AgentChunk[], weight: Float64Array): SegmentRow[] {
  const ordered = inOrder(chunks);
  return run.dimensions.slice(0, run.reported).flatMap(({ name, segments }, d) => {
    const counts = new Float64Array(segments.length * 4);
    const weights = new Float64Array(segments.length * 4);
    const squared = new Float64Array(segments.length);
    for (const { first, count, segment, answer } of ordered) {
      for (let k = 0; k < count; k++) {
        const s = segment[d * count + k] ?? 0;
        const at = s * 4 + (answer[k] ?? 3);
        const w = weight[first + k] ?? 0;
        counts[at] = (counts[at] ?? 0) + 1;
        weights[at] = (weights[at] ?? 0) + w;
        squared[s] = (squared[s] ?? 0) + w * w;
      }
    }
    return segments.flatMap((segment, s) => {
      const four = (column: Float64Array) =>
        Array.from(column.subarray(s * 4, s * 4 + 4)) as [number, number, number, number];
      const tally: Tally = { count: four(counts), weight: four(weights), squaredWeight: squared[s] ?? 0 };
      if (tally.count.every((c) => c === 0)) return [];
      const runSd = run.segmentRunSd[(run.places[d] ?? 0) * STRIDE + s] ?? 0;
      return [{ dimension: name, segment, ...summarize(tally, runSd) }];
    });
  });
}
