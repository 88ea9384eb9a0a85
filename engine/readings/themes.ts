import { reasonTheme } from "../sampling/reasons/theme-sets.ts";
import lexicon from "./lexicon.json" with { type: "json" };

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
  if (written !== null) {
    return MATCHERS.find(({ theme }) => theme.id === written)?.theme ?? unlistedTheme(written);
  }
  const text = reason.normalize("NFKC").toLowerCase().replaceAll("’", "'");
  let best: Theme = OTHER;
  let most = 0;
  for (const { theme, pattern } of MATCHERS) {
    const stems = new Set(Array.from(text.matchAll(pattern), ([stem]) => stem)).size;
    if (stems > most) [best, most] = [theme, stems];
  }
  return best;
}

/** A theme of the templates that the lexicon does not have. */
function unlistedTheme(id: string): Theme {
  const name = id.replaceAll("_", " ");
  const about = `Their reasons are about ${name}.`;
  return { id, reservation: name, attraction: name, against: about, inFavor: about };
}
