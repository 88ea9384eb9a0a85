import type { ReadingInput } from "./input.ts";
import { count, percent, sentence } from "./phrases.ts";
import { reasonThemes } from "./reasons.ts";
import type { ReservationsBlock } from "./schema.ts";

/** What holds back the agents who answered no or maybe: themes of their reasons, with shares of those agents. */
export function reservations(input: ReadingInput): ReservationsBlock {
  const { themes } = reasonThemes(input, ["no", "maybe"]);
  return {
    reservations: themes.map(({ theme, share_pct, support, example_quote }) => ({
      theme: sentence(theme.reservation),
      description: `${theme.against} ${percent(share_pct)} of those who said no or maybe give this reason, ` +
        `${count(support, "respondent")} in all.`,
      share_pct,
      support,
      example_quote,
    })),
  };
}
