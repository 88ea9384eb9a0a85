import { groupedBy } from "../numeric/columns.ts";
import { lazilyFor } from "#shared/lazily.ts";
import { hundredths } from "../numeric/rounding.ts";
import { agentsWho, type ReadAgent, weightOf } from "./agents.ts";
import type { ReadingInput } from "./input.ts";
import { capitalized, count, percent } from "./phrases.ts";
import type { InsightTheme, Payload } from "./schema.ts";
import { OTHER, type Theme, themeOf } from "./themes.ts";

/** The answers that hold a reservation, and those that hold an attraction. */
export const SIDES = {
  reservation: { answers: ["no", "maybe"], meaning: "against", said: "said no or maybe" },
  attraction: { answers: ["yes"], meaning: "inFavor", said: "said yes" },
} as const;
export type Side = keyof typeof SIDES;

/** The most themes that a Reading shows of either side. */
const MAX_THEMES = 5;

/** The themes of the reasons of the agents who gave certain answers. */
export interface ReasonThemes {
  /** Agents who gave one of the answers. */
  readonly agents: number;
  /** Largest share first; `other` last, whatever its share. At most five. */
  readonly themes: readonly ThemeShare[];
}

export interface ThemeShare {
  readonly theme: Theme;
  /** Weighted share of the agents who gave one of the answers, in percent to two decimals. */
  readonly share_pct: number;
  readonly support: number;
  readonly example_quote: string | null;
}

/** The reservations of the agents who answered no or maybe: themes of their reasons, with shares of those agents. */
export function reservations(input: ReadingInput): Payload<"reservations"> {
  return { reservations: insightThemes(input, "reservation") };
}

/** The attractions for the agents who answered yes: themes of their reasons, with shares of those agents. */
export function attractions(input: ReadingInput): Payload<"attractions"> {
  return { attractions: insightThemes(input, "attraction") };
}

/** Of templates the themes stand in the order of their ids, without figures: which of them an agent draws says nothing about people. */
function insightThemes(input: ReadingInput, side: Side): InsightTheme[] {
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

/** Counts every agent's reason under its one theme, so that the shares of all themes add up to 100. Themes with one id are one theme. */
export function reasonThemes(input: ReadingInput, side: Side): ReasonThemes {
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
