import { groupedBy, itemAt } from "../numeric/columns.ts";
import { lazilyFor } from "#shared/lazily.ts";
import { hundredths } from "../numeric/rounding.ts";
import { agentsWho, type ReadAgent, type ReadingInput, weightOf } from "./input.ts";
import { capitalized, count, percent } from "./phrases.ts";
import type { InsightQuote, InsightTheme, Payload } from "./schema.ts";
import { reasonTheme } from "../sampling/reasons.ts";
import lexicon from "./lexicon.json" with { type: "json" };
import { medianOf } from "./intensity.ts";

/** The answers that hold a reservation, and those that hold an attraction. */
export const SIDES = {
  reservation: { answers: ["no", "maybe"], meaning: "against", said: "said no or maybe" },
  attraction: { answers: ["yes"], meaning: "inFavor", said: "said yes" },
} as const;
export type Side = keyof typeof SIDES;

/** The most themes that a Reading shows of either side. */
const MAX_THEMES = 5;

/** The themes of the reasons of the agents who gave certain answers, and the number of these. */
export type ReasonThemes = ReturnType<typeof reasonThemes>;

export interface ThemeShare {
  readonly theme: Theme;
  /** Weighted share of the agents who gave one of the answers, in percent to two decimals. */
  readonly share_pct: number;
  readonly support: number;
  readonly example_quote: string | null;
}

/**
 * The reservations of the agents who answered no or maybe, or the attractions for those who answered yes: themes of their reasons, with shares of
 * those agents. Of templates the themes stand in the order of their ids, without figures: which of them an agent draws says
 * nothing about people.
 */
export function insightThemes(input: ReadingInput, side: Side): InsightTheme[] {
  const { meaning, said } = SIDES[side];
  const isGenerated = input.textSource === "templates";
  return reasonThemes(input, side).themes.map(({ theme, share_pct, support, example_quote }) => ({
    theme: capitalized(theme[side]),
    description: `${theme[meaning]} ${
      isGenerated
        ? "The engine composes such reasons from templates."
        : `${percent(share_pct)} of those who ${said} give this reason, ${
          count(support, "respondent")
        } in all.`
    }`,
    generated: isGenerated,
    ...isGenerated
      ? { share_pct: null, support: null, example_quote: null }
      : { share_pct, support, example_quote },
  }));
}

/**
 * Counts every agent's reason under its one theme, so that the shares of all themes add up to 100. Themes with one id are one theme. At most five:
 * the largest share first, `other` last, whatever its share.
 */
export function reasonThemes(input: ReadingInput, side: Side) {
  const agents = agentsWho(input, SIDES[side].answers);
  const total = weightOf(agents);
  // A text that many agents give is matched once.
  const themeIn = lazilyFor(themeOf);
  const members = groupedBy(agents, ({ reason }) => themeIn(reason).id);
  const themes = Array.from(members.values(), (own): ThemeShare => ({
    theme: themeIn(own[0]?.reason ?? ""),
    share_pct: total > 0 ? hundredths(100 * weightOf(own) / total) : 0,
    support: own.length,
    example_quote: exampleQuote(own),
  }));
  const shown = input.textSource === "templates" ? themes.sort(byId) : themes.sort(byShare);
  return { agents: agents.length, themes: shown.slice(0, MAX_THEMES) };
}

/** Largest share first, `other` last; ties: most agents, then by id. */
function byShare(a: ThemeShare, b: ThemeShare): number {
  const last = ({ theme }: ThemeShare) => theme.id === OTHER.id ? 1 : 0;
  return last(a) - last(b) || b.share_pct - a.share_pct || b.support - a.support ||
    byId(a, b);
}

const byId = (a: ThemeShare, b: ThemeShare): number => a.theme.id < b.theme.id ? -1 : 1;

/** The quote of the agent with the strongest feeling among those with one; of several the lowest index. Null without any. */
function exampleQuote(members: readonly ReadAgent[]): string | null {
  const [example] = members.filter(({ quote }) => quote !== null && quote.trim() !== "")
    .sort((a, b) => b.intensity - a.intensity || a.index - b.index);
  return example?.quote ?? null;
}

/** The subject of a reason. */
export interface Theme {
  readonly id: string;
  /** A noun phrase for somebody with a reservation, and one for somebody attracted; both fit in the middle of a sentence. */
  readonly reservation: string;
  readonly attraction: string;
  /** What such people mean, a sentence each. */
  readonly against: string;
  readonly inFavor: string;
}

/** A theme with the stems that show it: beginnings of words or phrases in lower case, as regular expressions. */
interface LexiconTheme extends Theme {
  readonly stems: readonly string[];
}

/** In the order that ties are broken: the narrower subject first. */
export const LEXICON: readonly LexiconTheme[] = lexicon;

/** For reasons that no entry of the lexicon recognises. */
export const OTHER: Theme = {
  id: "other",
  reservation: "other reasons",
  attraction: "other reasons",
  against: "Their reasons share no theme.",
  inFavor: "Their reasons share no theme.",
};

const MATCHERS = LEXICON.map(({ stems, ...theme }) => ({
  theme,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${stems.join("|")})`, "gu"),
}));

/**
 * The one theme of a reason. A template of the embedded engine has the theme it was written for. Any other text has that of
 * the most different stems found in it, and of several the first in the lexicon's order; text that is not English, or says
 * nothing, is `other`. The same text always has the same theme.
 */
export function themeOf(reason: string): Theme {
  const written = reasonTheme(reason);
  if (written !== null) return MATCHERS.find(({ theme }) => theme.id === written)?.theme ?? OTHER;
  const text = reason.normalize("NFKC").toLowerCase().replaceAll("’", "'");
  let best: Theme = OTHER;
  let most = 0;
  for (const { theme, pattern } of MATCHERS) {
    const stems = new Set(Array.from(text.matchAll(pattern), ([stem]) => stem)).size;
    if (stems > most) [best, most] = [theme, stems];
  }
  return best;
}

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
