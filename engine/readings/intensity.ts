import { hundredths } from "../verdict/shares.ts";
import { type AgentTable, agentTable } from "./agent-table.ts";
import type { ReadingInput } from "./input.ts";
import { count, decimal } from "./phrases.ts";
import type { IntensityBlock, IntensityDistribution } from "./schema.ts";

/** How strongly the agents who answered yes, maybe or no feel; null when the question fitted nobody. */
export function intensity(input: ReadingInput): IntensityBlock | null {
  const distribution = distributionOf(agentTable(input), () => true);
  const median = medianOf(distribution);
  if (median === null) return null;
  const total = totalOf(distribution);
  return {
    distribution,
    median,
    note: `Counts of the ${count(total, "agent")} who answered yes, maybe or no, unweighted; ` +
      `1 is weak and 5 is strong. ${feeling(median)}: the median is ${decimal(median)}.`,
  };
}

/** A median intensity in words: up to 2 mild, from 4 strong. */
export function feeling(
  median: number,
): "Feelings are mild" | "Feelings are moderate" | "Feelings are strong" {
  if (median <= 2) return "Feelings are mild";
  return median >= 4 ? "Feelings are strong" : "Feelings are moderate";
}

/** Counts of the agents that `belongs` admits by intensity; those who answered n_a have none. */
export function distributionOf(
  table: AgentTable,
  belongs: (agent: number) => boolean,
): IntensityDistribution {
  const distribution: IntensityDistribution = { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 };
  for (let k = 0; k < table.count; k++) {
    const level = table.intensity[k];
    if (table.answer[k] === "n_a" || !belongs(k)) continue;
    if (level !== 1 && level !== 2 && level !== 3 && level !== 4 && level !== 5) {
      throw new RangeError(
        `Agent ${k} answered ${table.answer[k]} with intensity ${level}, which is not 1 to 5`,
      );
    }
    distribution[level] += 1;
  }
  return distribution;
}

const LEVELS = [1, 2, 3, 4, 5] as const;

export function totalOf(distribution: IntensityDistribution): number {
  return LEVELS.reduce((sum: number, level) => sum + distribution[level], 0);
}

/** The mean, to two decimals; null of nobody. */
export function meanOf(distribution: IntensityDistribution): number | null {
  const total = totalOf(distribution);
  if (total === 0) return null;
  return hundredths(LEVELS.reduce((sum: number, level) => sum + level * distribution[level], 0) / total);
}

/** The middle value, or the mean of the middle two; null of nobody. */
export function medianOf(distribution: IntensityDistribution): number | null {
  const total = totalOf(distribution);
  if (total === 0) return null;
  return (valueAt(distribution, Math.floor((total - 1) / 2)) + valueAt(distribution, Math.floor(total / 2))) /
    2;
}

function valueAt(distribution: IntensityDistribution, rank: number): number {
  let passed = 0;
  for (const level of LEVELS) {
    passed += distribution[level];
    if (rank < passed) return level;
  }
  return 5;
}
