import { groupedBy, itemAt } from "../numeric/columns.ts";
import { hundredths } from "../numeric/rounding.ts";
import { agentsWho, type ReadAgent, type ReadingInput } from "./input.ts";
import { count, decimal } from "./phrases.ts";
import type { IntensityDistribution, Payload } from "./schema.ts";

/** How strongly the agents who answered yes, maybe or no feel; null when the question fitted no agent. */
export function intensity(input: ReadingInput): Payload<"intensity"> | null {
  const agents = agentsWho(input, ["yes", "maybe", "no"]);
  const median = medianOf(agents);
  if (median === null) return null;
  return {
    distribution: distributionOf(agents),
    median,
    note: `Counts of the ${
      count(agents.length, "agent")
    } who answered yes, maybe or no, unweighted; 1 is weak and 5 is strong. ${
      input.textSource === "templates"
        ? "The engine composes them, and they say nothing about people."
        : `${feeling(median)}: the median is ${decimal(median)}.`
    }`,
  };
}

/**
 * One row for every segment, as in the results' `by_segment`, with zeros and nulls for one without agents; the rows of a dimension
 * add up to the intensity block's distribution. Null when the question fitted no agent.
 */
export function segmentIntensity(input: ReadingInput): Payload<"segment_intensity"> | null {
  const agents = agentsWho(input, ["yes", "maybe", "no"]);
  if (agents.length === 0) return null;
  return {
    by_segment: input.dimensions.flatMap(({ name, segments }, d) => {
      const bySegment = groupedBy(agents, (agent) => agent.segments[d]);
      return segments.map((segment, s) => {
        const own = bySegment.get(s) ?? [];
        const sum = own.reduce((total, { intensity }) => total + intensity, 0);
        return {
          dimension: name,
          segment,
          median: medianOf(own),
          mean: own.length === 0 ? null : hundredths(sum / own.length),
          distribution: distributionOf(own),
          total: own.length,
        };
      });
    }),
  };
}

/** A median intensity in words: up to 2 mild, from 4 strong. */
export function feeling(median: number): string {
  if (median <= 2) return "Feelings are mild";
  return median >= 4 ? "Feelings are strong" : "Feelings are moderate";
}

/** Counts agents by intensity. @throws RangeError when one has an intensity other than 1 to 5 */
function distributionOf(agents: readonly ReadAgent[]): IntensityDistribution {
  const distribution = { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 };
  for (const { index, answer, intensity } of agents) {
    if (!(intensity in distribution)) {
      throw new RangeError(
        `Agent ${index} answered ${answer} with intensity ${intensity}, which is not 1 to 5`,
      );
    }
    distribution[intensity as 1 | 2 | 3 | 4 | 5] += 1;
  }
  return distribution;
}

/** The middle intensity, or the mean of the middle two; null without agents. */
export function medianOf(agents: readonly ReadAgent[]): number | null {
  if (agents.length === 0) return null;
  const sorted = agents.map(({ intensity }) => intensity).sort((a, b) => a - b);
  return (itemAt(sorted, (sorted.length - 1) >> 1) + itemAt(sorted, sorted.length >> 1)) / 2;
}
