import { byteAt, itemAt } from "../numeric/columns.ts";
import { hundredths } from "../numeric/rounding.ts";
import { type AgentTable, agentTable } from "./agent-table.ts";
import type { ReadingInput } from "./input.ts";
import { count, decimal } from "./phrases.ts";
import type { IntensityBlock, IntensityDistribution, SegmentIntensityBlock } from "./schema.ts";

const LEVELS = [1, 2, 3, 4, 5] as const;

/** How strongly the agents who answered yes, maybe or no feel; null when the question fitted no agent. */
export function intensity(input: ReadingInput): IntensityBlock | null {
  const distribution = distributionOf(agentTable(input), () => true);
  const median = medianOf(distribution);
  if (median === null) return null;
  const total = totalOf(distribution);
  return {
    distribution,
    median,
    note: `Counts of the ${
      count(total, "agent")
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
export function segmentIntensity(input: ReadingInput): SegmentIntensityBlock | null {
  const table = agentTable(input);
  if (table.answer.every((answer) => answer === "n_a")) return null;
  return {
    by_segment: input.dimensions.flatMap(({ name, segments }, d) => {
      const column = itemAt(table.segment, d);
      return segments.map((segment, s) => {
        const distribution = distributionOf(table, (k) => byteAt(column, k) === s);
        const [median, mean] = [medianOf(distribution), meanOf(distribution)];
        return { dimension: name, segment, median, mean, distribution, total: totalOf(distribution) };
      });
    }),
  };
}

/** A median intensity in words: up to 2 mild, from 4 strong. */
export function feeling(
  median: number,
): "Feelings are mild" | "Feelings are moderate" | "Feelings are strong" {
  if (median <= 2) return "Feelings are mild";
  return median >= 4 ? "Feelings are strong" : "Feelings are moderate";
}

/**
 * Counts by intensity the agents that `belongs` admits; those who answered n_a have none.
 * @throws RangeError when an agent who answered has an intensity other than 1 to 5.
 */
function distributionOf(table: AgentTable, belongs: (agent: number) => boolean): IntensityDistribution {
  const distribution: IntensityDistribution = { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 };
  table.answer.forEach((answer, k) => {
    if (answer === "n_a" || !belongs(k)) return;
    const intensity = byteAt(table.intensity, k);
    const level = LEVELS.find((candidate) => candidate === intensity);
    if (level === undefined) {
      throw new RangeError(`Agent ${k} answered ${answer} with intensity ${intensity}, which is not 1 to 5`);
    }
    distribution[level] += 1;
  });
  return distribution;
}

function totalOf(distribution: IntensityDistribution): number {
  return LEVELS.reduce((sum: number, level) => sum + distribution[level], 0);
}

/** The mean, to two decimals; null without agents. */
function meanOf(distribution: IntensityDistribution): number | null {
  const total = totalOf(distribution);
  if (total === 0) return null;
  return hundredths(LEVELS.reduce((sum: number, level) => sum + level * distribution[level], 0) / total);
}

/** The middle value, or the mean of the middle two; null without agents. */
function medianOf(distribution: IntensityDistribution): number | null {
  const total = totalOf(distribution);
  if (total === 0) return null;
  const lower = levelAt(distribution, Math.floor((total - 1) / 2));
  return (lower + levelAt(distribution, Math.floor(total / 2))) / 2;
}

/** The level of the agent at a rank, from 0, when all are sorted by intensity. */
function levelAt(distribution: IntensityDistribution, rank: number): number {
  let passed = 0;
  for (const level of LEVELS) {
    passed += distribution[level];
    if (rank < passed) return level;
  }
  throw new RangeError(`Cannot find rank ${rank} among ${passed} agents`);
}
