import { linesOf, stemOf, wordsIn, wordsOf } from "./words.ts";
import { readDigits, readNumberWords } from "./number-words.ts";

/** Brands that are also common words: in a question about trust or a purchase they name something, whatever their capitals. */
const BRAND_WORDS = wordsIn("brand-words.txt");

/** Common words, one a line, without the endings that {@link isCommon} knows. */
const COMMON_WORDS = wordsIn("common-words.txt");

/** Endings, each with what may stand in its place. */
const ENDINGS = linesOf("endings.txt").map((line) => {
  const [ending = "", others = ""] = line.split(": ");
  return [ending, others.split(" ").map((other) => other === "-" ? "" : other)] as const;
});
const BEGINNINGS = /^(?:un|re|non|over|under|anti|pre|mis|dis)(?=[a-z]{4})/;

/** Tells common words from names. */
export function isCommon(word: string, depth = 0): boolean {
  if (COMMON_WORDS.has(word)) return true;
  if (depth > 2) return false;
  for (const [ending, replacements] of ENDINGS) {
    if (!word.endsWith(ending) || word.length - ending.length < 3) continue;
    const stem = word.slice(0, -ending.length);
    if (replacements.some((replacement) => isCommon(stem + replacement, depth + 1))) return true;
    if (/([a-z])\1$/.test(stem) && isCommon(stem.slice(0, -1), depth + 1)) return true;
  }
  return BEGINNINGS.test(word) && isCommon(word.replace(BEGINNINGS, ""), depth + 1);
}

/**
 * Numbers and named things (people, brands, places) that a question has and a calibrated one's wordings lack: with one of
 * these it is another question, however alike the rest is. Capitals say nothing, so that a question in capitals is the same.
 */
export function unmatchedEntities(question: string, wordings: readonly string[]): string[] {
  const known = new Set(wordings.flatMap(wordsOf).flatMap((word) => word.split("-")).map(stemOf));
  const numbers = new Set(wordings.flatMap(statedNumbers));
  const names = wordsOf(question).flatMap((word) => word.split("-")).filter((word) =>
    word.length > 1 && !known.has(stemOf(word)) && (BRAND_WORDS.has(word) || !isCommon(word)) &&
    !isSlip(word, known)
  );
  return [...new Set([...statedNumbers(question).filter((n) => !numbers.has(n)), ...names])];
}

/** Numbers in digits or words as digits, "one" excepted, which is seldom a number. */
function statedNumbers(text: string): string[] {
  const found: string[] = [];
  const words = text.toLowerCase().match(/\d[\d,]*(?:\.\d+)?(?:k|m|bn)?\b|[a-z]+/g) ?? [];
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? "";
    const digits = readDigits(word);
    const spoken = Number.isNaN(digits) && word !== "a" ? readNumberWords(words.slice(at)) : null;
    if (!Number.isNaN(digits)) found.push(String(digits));
    else if (spoken !== null && spoken.value > 1) found.push(String(spoken.value));
    at += spoken?.length ?? 1;
  }
  return found;
}

/** A long word one letter off a word of the calibrated question is a slip of the keyboard. */
function isSlip(word: string, known: ReadonlySet<string>): boolean {
  const stem = stemOf(word);
  if (stem.length < 5) return false;
  for (const other of known) {
    if (Math.abs(other.length - stem.length) <= 1 && isOneEditApart(stem, other)) return true;
  }
  return false;
}

function isOneEditApart(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return left.length <= 1 && right.length <= 1 ||
    left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
