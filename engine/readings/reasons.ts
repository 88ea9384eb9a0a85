import type { Answer } from "../simulation/answers.ts";
import { hundredths } from "../verdict/shares.ts";
import { agentsWho, agentTable, weightOf } from "./agent-table.ts";
import type { ReadingInput } from "./input.ts";
import { OTHER, type Theme, themesOf } from "./themes.ts";

/** What the reasons of the agents who gave certain answers are about. */
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

const SHOWN = 5;

/**
 * Counts every agent's reason under its one theme, so that the shares of all themes add up to 100. The example is what the
 * agent with the strongest feeling among those with a quote says; of several the lowest index.
 */
export function reasonThemes(input: ReadingInput, answers: readonly Answer[]): ReasonThemes {
  const table = agentTable(input);
  const agents = agentsWho(table, answers);
  const total = weightOf(table, agents);
  const column = themesOf(table.reason);
  const ids = new Set(agents.map((k) => column[k]?.id));
  const themes = Array.from(ids, (id): ThemeShare => {
    const members = agents.filter((k) => column[k]?.id === id);
    const theme = column[members[0] ?? -1] ?? OTHER;
    const example = members
      .filter((k) => (table.quote[k] ?? "").trim() !== "")
      .sort((a, b) => (table.intensity[b] ?? 0) - (table.intensity[a] ?? 0) || a - b)[0];
    return {
      theme,
      share_pct: total > 0 ? hundredths(100 * weightOf(table, members) / total) : 0,
      support: members.length,
      example_quote: example === undefined ? null : table.quote[example] ?? null,
    };
  });
  const last = (share: ThemeShare) => share.theme.id === OTHER.id ? 1 : 0;
  themes.sort((a, b) =>
    last(a) - last(b) || b.share_pct - a.share_pct || b.support - a.support ||
    (a.theme.id < b.theme.id ? -1 : 1)
  );
  return { agents: agents.length, themes: themes.slice(0, SHOWN) };
}
