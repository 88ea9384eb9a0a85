import {
  NOT_APPLICABLE,
  NOT_APPLICABLE_REASONS,
  STANCES,
  templatesOf,
  type TemplateTheme,
  type ThemeSet,
} from "./theme.ts";
import { BALLOT, NEIGHBORHOOD, POLICY } from "./civic-life.ts";
import { HEALTH, TECHNOLOGY } from "./daily-life.ts";
import { ADVERTISEMENT, SHOW } from "./media.ts";
import { BRAND, CHARITY, EMPLOYER } from "./organizations.ts";
import { PRODUCT, SUBSCRIPTION } from "./shopping.ts";

/** The sets by subject; of two that fit equally well the first counts. */
export const THEME_SETS: readonly ThemeSet[] = [
  ADVERTISEMENT,
  BALLOT,
  BRAND,
  CHARITY,
  EMPLOYER,
  HEALTH,
  NEIGHBORHOOD,
  POLICY,
  PRODUCT,
  SHOW,
  SUBSCRIPTION,
  TECHNOLOGY,
];

/** Themes for a subject that no set covers. */
export const GENERIC_THEMES: readonly TemplateTheme[] = [
  {
    id: "need",
    yes: ["It is something I could really use.", "It fits a need that I have."],
    maybe: ["I am not sure that I need it.", "It could be useful, depending on how things go."],
    no: ["I do not see a need for it.", "I get along fine without it."],
  },
  {
    id: "cost",
    yes: ["What it costs looks fair for what it gives.", "It is worth what it takes."],
    maybe: ["It would depend on what it costs in the end.", "I would want to compare the costs first."],
    no: ["It costs more than it is worth to me.", "There are better uses for the money."],
    forSegments: {
      dimension: "income",
      segments: ["under-25k", "25k-50k"],
      maybe: "With my budget I would have to think about the cost first.",
      no: "On my budget there is no room for that.",
    },
  },
  {
    id: "trust",
    yes: ["I trust the people behind it.", "What I know of it so far has been reliable."],
    maybe: ["I do not know yet whether it can be trusted.", "I would like to see some proof first."],
    no: ["I do not trust the people behind it.", "I have heard promises like that before."],
    forSegments: {
      dimension: "age",
      segments: ["55-64", "65+"],
      yes: "At my age I know whom to trust, and this looks right to me.",
      no: "I have seen enough over the years to be wary of it.",
    },
  },
  {
    id: "habit",
    yes: ["It fits the way I already do things.", "It would be an easy change for me."],
    maybe: ["I would have to change my habits, and I am not sure about that.", "I might get used to it."],
    no: ["I am used to doing it another way.", "It would be too much of a change for me."],
  },
  {
    id: "information",
    yes: ["I have heard good things about it.", "What I have read about it convinces me."],
    maybe: ["I would want to know more before I decide.", "I have heard good and bad about it."],
    no: ["What I have heard about it puts me off.", "Too much about it is unclear to me."],
    forSegments: {
      dimension: "education",
      segments: ["bachelors", "advanced"],
      maybe: "I would want to read up on it before I make up my mind.",
    },
  },
];

const GENERIC_SET: ThemeSet = { keywords: [], subject: "this", themes: GENERIC_THEMES };

/**
 * The theme set with the most keywords among the words of `subject` (ties: the first); the generic one when none has any.
 * @param subject a methodology's slug and topic.
 */
export function themesFor(subject: string): ThemeSet {
  const words = new Set(subject.toLowerCase().split(/[^a-z]+/));
  let best = GENERIC_SET;
  let most = 0;
  for (const set of THEME_SETS) {
    const hits = set.keywords.filter((keyword) => words.has(keyword)).length;
    if (hits > most) [best, most] = [set, hits];
  }
  return best;
}

/** The theme of every template reason, of all theme sets. */
const THEME_OF: ReadonlyMap<string, string> = new Map([
  ...[GENERIC_SET, ...THEME_SETS].flatMap(({ themes }) => themes).flatMap((theme) =>
    STANCES.flatMap((stance) => templatesOf(theme, stance)).map((text) => [text, theme.id] as const)
  ),
  ...NOT_APPLICABLE_REASONS.map((text) => [text, NOT_APPLICABLE] as const),
]);

/** The id of the theme of a reason that the embedded engine gave; null for any other text. */
export function reasonTheme(reason: string): string | null {
  return THEME_OF.get(reason) ?? null;
}
