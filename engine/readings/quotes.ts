import { byteAt, itemAt } from "../numeric/columns.ts";
import { agentsWho, type AgentTable, agentTable } from "./agent-table.ts";
import type { ReadingInput } from "./input.ts";
import type { InsightQuote, QuotesBlock } from "./schema.ts";
import { themesOf } from "./themes.ts";

/** The most typical quote of an agent who answered yes, and of one who answered no. */
export function quotes(input: ReadingInput): QuotesBlock {
  const table = agentTable(input);
  return { yes: typicalQuote(input, table, "yes"), no: typicalQuote(input, table, "no") };
}

/** A quote with the three numbers that say how far it is from typical, most important first. */
interface Candidate {
  readonly agent: number;
  readonly text: string;
  readonly distance: readonly [theme: number, intensity: number, segments: number];
}

/**
 * Among the agents with this answer who have a quote, the most typical is, in this order: one whose reason has the most
 * common theme of that answer, whose intensity is closest to that answer's median, who belongs to that answer's most common
 * segment in the most dimensions, and who has the lowest index. Where none of them has a quote, the same of their reasons.
 * Null where no agent gave this answer.
 */
function typicalQuote(input: ReadingInput, table: AgentTable, answer: "yes" | "no"): InsightQuote | null {
  const agents = agentsWho(table, [answer]);
  const quoted = candidates(table, agents, table.quote);
  const [best] = (quoted.length > 0 ? quoted : candidates(table, agents, table.reason)).sort(byDistance);
  if (best === undefined) return null;
  const segments = input.dimensions.map(({ name, segments }, d) => [
    name,
    itemAt(segments, byteAt(itemAt(table.segment, d), best.agent)),
  ]);
  return { text: best.text, agent_index: best.agent, segments: Object.fromEntries(segments) };
}

/** @param texts by agent index: their quotes, or their reasons */
function candidates(
  table: AgentTable,
  agents: readonly number[],
  texts: readonly (string | null)[],
): Candidate[] {
  const themes = themesOf(table.reason);
  const themeOf = (agent: number) => itemAt(themes, agent).id;
  const commonTheme = mostCommon(agents.map(themeOf));
  const usualIntensity = median(agents.map((agent) => byteAt(table.intensity, agent)));
  const columns = table.segment.map((column) => ({
    column,
    common: mostCommon(agents.map((agent) => byteAt(column, agent))),
  }));
  return agents.flatMap((agent) => {
    const text = itemAt(texts, agent);
    if (text === null || text.trim() === "") return [];
    const unusual = columns.filter(({ column, common }) => byteAt(column, agent) !== common);
    return [{
      agent,
      text,
      distance: [
        themeOf(agent) === commonTheme ? 0 : 1,
        Math.abs(byteAt(table.intensity, agent) - usualIntensity),
        unusual.length,
      ],
    }];
  });
}

function byDistance(a: Candidate, b: Candidate): number {
  const [theme, intensity, segments] = a.distance;
  const [otherTheme, otherIntensity, otherSegments] = b.distance;
  return theme - otherTheme || intensity - otherIntensity || segments - otherSegments || a.agent - b.agent;
}

/** The middle value, or the mean of the middle two; NaN of none. */
function median(values: readonly number[]): number {
  if (values.length === 0) return NaN;
  const sorted = values.toSorted((a, b) => a - b);
  return (itemAt(sorted, (sorted.length - 1) >> 1) + itemAt(sorted, sorted.length >> 1)) / 2;
}

/** The value that occurs most often; of several, the one that occurs first. Undefined of none. */
function mostCommon<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return values.find((value) => counts.get(value) === most);
}
