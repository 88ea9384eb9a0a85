import { lazilyFor } from "#shared/lazily.ts";
import { itemAt } from "../numeric/columns.ts";
import { agentsWho, type ReadAgent } from "./agents.ts";
import type { ReadingInput } from "./input.ts";
import { medianOf } from "./intensity.ts";
import type { InsightQuote, Payload } from "./schema.ts";
import { themeOf } from "./themes.ts";

/** The most typical quote of an agent who answered yes, and of one who answered no. */
export function quotes(input: ReadingInput): Payload<"quotes"> {
  return { yes: typicalQuote(input, "yes"), no: typicalQuote(input, "no") };
}

/**
 * Among the agents with this answer who have a quote, the most typical is, in this order: one whose reason has the most
 * common theme of that answer, whose intensity is closest to that answer's median, who belongs to that answer's most common
 * segment in the most dimensions, and who has the lowest index. Where none of them has a quote, the same of their reasons.
 * Null where no agent gave this answer.
 */
function typicalQuote(input: ReadingInput, answer: "yes" | "no"): InsightQuote | null {
  const agents = agentsWho(input, [answer]);
  const themeIn = lazilyFor((reason: string) => themeOf(reason).id);
  const theme = mostCommon(agents.map(({ reason }) => themeIn(reason)));
  const usual = medianOf(agents) ?? NaN;
  const common = input.dimensions.map((_, d) => mostCommon(agents.map(({ segments }) => segments[d])));
  const rankOf = ({ reason, intensity, segments, index }: ReadAgent) =>
    [
      themeIn(reason) === theme ? 0 : 1,
      Math.abs(intensity - usual),
      segments.filter((segment, d) => segment !== common[d]).length,
      index,
    ] as const;
  const said = (textOf: (agent: ReadAgent) => string | null) =>
    agents.flatMap((agent) => {
      const text = textOf(agent);
      return text === null || text.trim() === "" ? [] : [{ agent, text, rank: rankOf(agent) }];
    });
  const quoted = said(({ quote }) => quote);
  const [best] = (quoted.length > 0 ? quoted : said(({ reason }) => reason)).sort((
    { rank: a },
    { rank: b },
  ) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
  if (best === undefined) return null;
  const segments = input.dimensions.map(({ name, segments }, d) => [
    name,
    itemAt(segments, itemAt(best.agent.segments, d)),
  ]);
  return { text: best.text, agent_index: best.agent.index, segments: Object.fromEntries(segments) };
}

/** The value that occurs most often; of several, the one that occurs first. Undefined of none. */
function mostCommon<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return values.find((value) => counts.get(value) === most);
}
