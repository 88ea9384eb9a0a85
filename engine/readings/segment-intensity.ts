import { agentTable } from "./agent-table.ts";
import type { ReadingInput } from "./input.ts";
import { distributionOf, meanOf, medianOf, totalOf } from "./intensity.ts";
import type { SegmentIntensityBlock } from "./schema.ts";

/**
 * One row for every segment that has agents, as in the results' `by_segment`; the rows of a dimension add up to the intensity
 * block's distribution. Null when the question fitted nobody.
 */
export function segmentIntensity(input: ReadingInput): SegmentIntensityBlock | null {
  const table = agentTable(input);
  if (table.answer.every((answer) => answer === "n_a")) return null;
  return {
    by_segment: input.dimensions.flatMap(({ name, segments }, d) => {
      const column = table.segment[d] ?? new Uint8Array();
      return segments.flatMap((segment, s) => {
        if (!column.includes(s)) return [];
        const distribution = distributionOf(table, (k) => column[k] === s);
        const [median, mean] = [medianOf(distribution), meanOf(distribution)];
        return [{ dimension: name, segment, median, mean, distribution, total: totalOf(distribution) }];
      });
    }),
  };
}
