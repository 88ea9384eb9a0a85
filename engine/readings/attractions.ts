import type { ReadingInput } from "./input.ts";
import { count, percent, sentence } from "./phrases.ts";
import { reasonThemes } from "./reasons.ts";
import type { AttractionsBlock } from "./schema.ts";

/** What draws the agents who answered yes: themes of their reasons, with shares of those agents. */
export function attractions(input: ReadingInput): AttractionsBlock {
  const { themes } = reasonThemes(input, ["yes"]);
  return {
    attractions: themes.map(({ theme, share_pct, support, example_quote }) => ({
      theme: sentence(theme.attraction),
      description: `${theme.inFavor} ${percent(share_pct)} of those who said yes give this reason, ` +
        `${count(support, "respondent")} in all.`,
      share_pct,
      support,
      example_quote,
    })),
  };
}
