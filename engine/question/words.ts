import { readFileSync } from "node:fs";

/** The lines of a list of this folder, without empty ones and those that begin with #. */
export const linesOf = (file: string): string[] =>
  readFileSync(new URL(`./${file}`, import.meta.url), "utf8").split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

/** The words of a list, divided by lines and spaces. */
export const wordsIn = (file: string): ReadonlySet<string> =>
  new Set(linesOf(file).flatMap((line) => line.split(" ")));

/** Short spellings with their full forms. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map(
  linesOf("short-forms.txt").map((line) => line.split(": ") as [string, string]),
);

/** British spellings as American ones: "legalise", "favour", "defence", "centre", "cancelled". */
const american = (word: string): string =>
  word
    .replace(
      /^([a-z]{2,}(?:al|on|an|ogn|at|it|ic|im|ern|id|og|iv|or))is(e[ds]?|ers?|ing|ations?)$/,
      "$1iz$2",
    )
    .replace(
      /^(un|dis|mis)?(fav|col|lab|neighb|behavi|hon|harb|hum|rum|vap)our/,
      "$1$2or",
    )
    .replace(/^(def|off|lic|pret)ence(s?)$/, "$1ense$2")
    .replace(/^(cent|theat|lit|met)re(s?)$/, "$1er$2")
    .replace(/^programme(s?)$/, "program$1")
    .replace(/^scepti/, "skepti")
    .replace(/^(cancel|travel|label|model|fuel|level)l(ed|ing|ers?)$/, "$1$2");

/** Characters of a question that are read. Compatibility forms may make 18 of one: what is longer is cut after they are resolved. */
export const MAX_READ_CHARACTERS = 2_000;

/** Spellings that people read as the same text are one text: compatibility forms (NFKC) and spaces. Bounds all reading of it. */
export const plainText = (question: string): string =>
  question.normalize("NFKC").replace(/\s+/g, " ").trim().slice(0, MAX_READ_CHARACTERS);

/**
 * The words of a text in lower case. Negations and possessives come apart (`wouldn't` is `would not`, `today's` is
 * `today`), accents go, and numbers are left out: a price does not depend on the methodology that a question belongs to.
 */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[’ʼ]/g, "'")
    .replace(/\bcan't\b|\bcannot\b/g, "can not")
    .replace(/\bwon't\b/g, "will not")
    .replace(/n't\b/g, " not")
    .replace(/'(?:s|re|ve|ll|d|m)\b/g, " ");
  const words = plain.match(/\p{Letter}+(?:-\p{Letter}+)*/gu) ?? [];
  return words.flatMap((word) => SHORT_FORMS.get(word)?.split(" ") ?? [american(word)]);
}

/**
 * A word without its commonest endings, so that "movie" and "movies", "donate" and "donating" count as one. It is cruder than a
 * stemmer: character n-grams and the encoder cover the rest.
 */
export function stemOf(word: string): string {
  if (word.length <= 4) return word;
  return word.replace(/ies$/, "y").replace(/(?:ing|ed|es|s)$/, "").replace(/(?:ie|y)$/, "i").replace(
    /e$/,
    "",
  );
}

/**
 * A text's sentences, and which of them ask: in a text without a question mark the last one does. A long question is often a description
 * followed by the question. A point ends a sentence after a word of
 * three letters or a digit, so that neither "$14.99" nor "the U.S. government" is cut.
 */
export function sentencesOf(text: string): { readonly text: string; readonly asks: boolean }[] {
  const parts = text.split(/(?<=[?!]|\p{Letter}{3}\.|\d\.)\s+/u).filter((part) => /\p{Letter}/u.test(part));
  const questioned = parts.some((part) => part.includes("?"));
  return parts.map((part, i) => ({
    text: part,
    asks: questioned ? part.includes("?") : i === parts.length - 1,
  }));
}
