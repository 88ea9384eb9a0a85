import { reasonTheme } from "../methodologies/reasons/themes.ts";
import { LEXICON } from "./lexicon.ts";

/** What a reason is about. */
export interface Theme {
  readonly id: string;
  /** A noun phrase for somebody who holds back, and one for somebody who is drawn; both fit in the middle of a sentence. */
  readonly reservation: string;
  readonly attraction: string;
  /** What they mean by it, a sentence each. */
  readonly against: string;
  readonly inFavor: string;
}

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
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${stems})`, "gu"),
}));

/**
 * The one theme of a reason. The embedded engine's templates have the theme they were written for. Of any other text it is that
 * of the most different stems found in it, and of several the first in the lexicon's order; what is not English, or says
 * nothing, is `other`. The same text always has the same theme.
 */
export function themeOf(reason: string): Theme {
  const written = reasonTheme(reason);
  if (written !== null) {
    return MATCHERS.find(({ theme }) => theme.id === written)?.theme ?? plainTheme(written);
  }
  const text = reason.normalize("NFKC").toLowerCase().replaceAll("’", "'");
  let best: Theme = OTHER;
  let most = 0;
  for (const { theme, pattern } of MATCHERS) {
    const found = new Set(Array.from(text.matchAll(pattern), ([match]) => match)).size;
    if (found > most) [best, most] = [theme, found];
  }
  return best;
}

/** The theme of each reason; a text that many agents give is looked at once. */
export function themesOf(reasons: readonly string[]): Theme[] {
  const known = new Map<string, Theme>();
  return reasons.map((reason) => {
    const theme = known.get(reason) ?? themeOf(reason);
    known.set(reason, theme);
    return theme;
  });
}

/** A theme that the lexicon has no words for. */
function plainTheme(id: string): Theme {
  const name = id.replaceAll("_", " ");
  const about = `Their reasons are about ${name}.`;
  return { id, reservation: name, attraction: name, against: about, inFavor: about };
}
