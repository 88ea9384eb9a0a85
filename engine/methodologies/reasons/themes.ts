import { GENERIC_THEMES } from "./generic-themes.ts";
import { ADVERTISEMENT } from "./sets/media.ts";
import { BALLOT } from "./sets/civic-life.ts";
import { BRAND } from "./sets/organizations.ts";
import { CHARITY } from "./sets/charity.ts";
import { EMPLOYER } from "./sets/employer.ts";
import { HEALTH } from "./sets/daily-life.ts";
import { NEIGHBORHOOD } from "./sets/neighborhood.ts";
import { POLICY } from "./sets/policy.ts";
import { PRODUCT } from "./sets/shopping.ts";
import { SHOW } from "./sets/show.ts";
import { SUBSCRIPTION } from "./sets/subscription.ts";
import { TECHNOLOGY } from "./sets/technology.ts";
import type { ThemeSet } from "./theme.ts";

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

const GENERIC_SET: ThemeSet = { keywords: [], subject: "this", themes: GENERIC_THEMES };

/** The theme set with the most keywords among the words of `subject` (ties: the first); the generic one when none has any. */
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
