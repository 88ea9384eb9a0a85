import { GENERIC_THEMES } from "./generic-themes.ts";
import type { Theme } from "./theme.ts";

/** What a subject is called in a quote, and the themes that reasons about it have. */
export interface ThemeSet {
  /** Words of a methodology's slug and topic that choose this set. */
  readonly keywords: readonly string[];
  /** Noun phrase: "this product". */
  readonly subject: string;
  readonly themes: readonly Theme[];
}

export const THEME_SETS: readonly ThemeSet[] = [];

const GENERIC_SET: ThemeSet = { keywords: [], subject: "this", themes: GENERIC_THEMES };

/** The theme set with the most keywords among the words of `subject`; the generic one when none has any. */
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
