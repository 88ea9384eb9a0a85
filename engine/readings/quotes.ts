import { agentsWho, type AgentTable, agentTable } from "./agent-table.ts";
import type { ReadingInput } from "./input.ts";
import { themesOf } from "./themes.ts";
import type { InsightQuote, QuotesBlock } from "./schema.ts";

/** The most typical thing said by an agent who answered yes, and by one who answered no. */
export function quotes(input: ReadingInput): QuotesBlock {
  const table = agentTable(input);
  return { yes: typicalQuote(input, table, "yes"), no: typicalQuote(input, table, "no") };
}

/**
 * Among the agents with this answer who said something, the most typical is, in this order: one whose reason has the most
 * common theme of that answer, whose intensity is closest to that answer's median, who belongs to that answer's most common
 * segment in the most dimensions, and who has the lowest index. Null where nobody with this answer said anything.
 */
function typicalQuote(input: ReadingInput, table: AgentTable, answer: "yes" | "no"): InsightQuote | null {
  const agents = agentsWho(table, [answer]);
  const themes = themesOf(table.reason);
  const theme = mostCommon(agents.map((k) => themes[k]?.id));
  const levels = agents.map((k) => table.intensity[k] ?? 0).sort((a, b) => a - b);
  const median = ((levels[(levels.length - 1) >> 1] ?? 0) + (levels[levels.length >> 1] ?? 0)) / 2;
  const modal = table.segment.map((column) => mostCommon(agents.map((k) => column[k])));

  let best: { agent: number; text: string; rank: readonly number[] } | null = null;
  for (const agent of agents) {
    const text = table.quote[agent];
    if (text === null || text === undefined || text.trim() === "") continue;
    const rank = [
      themes[agent]?.id === theme ? 0 : 1,
      Math.abs((table.intensity[agent] ?? 0) - median),
      table.segment.filter((column, d) => column[agent] !== modal[d]).length,
    ];
    if (best === null || before(rank, best.rank)) best = { agent, text, rank };
  }
  if (best === null) return null;
  const { agent, text } = best;
  const segments = input.dimensions.map((dimension, d) => [
    dimension.name,
    dimension.segments[table.segment[d]?.[agent] ?? -1] ?? "",
  ]);
  return { text, agent_index: agent, segments: Object.fromEntries(segments) };
}

function before(a: readonly number[], b: readonly number[]): boolean {
  for (const [i, value] of a.entries()) {
    const other = b[i] ?? 0;
    if (value !== other) return value < other;
  }
  return false;
}

/** The value that occurs most often; of several, the one that occurs first. */
function mostCommon<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: [T, number] | undefined;
  for (const entry of counts) if (best === undefined || entry[1] > best[1]) best = entry;
  return best?.[0];
}
