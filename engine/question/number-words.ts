/** Reads English number words, for amounts of money, for the numbers of a question and for those of a Reading's texts. */

const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety";
/** Number words below a hundred. */
export const SMALL: ReadonlyMap<string, number> = new Map([
  ...UNITS.split(" ").map((word, value) => [word, value] as const),
  ...TENS.split(" ").map((word, i) => [word, 20 + 10 * i] as const),
]);
export const MAGNITUDES: ReadonlyMap<string, number> = new Map([
  ["hundred", 100],
  ["thousand", 1000],
  ["million", 1e6],
  ["billion", 1e9],
  ["trillion", 1e12],
  ["k", 1000],
  ["m", 1e6],
  ["bn", 1e9],
]);

/**
 * The number that begins at word i, such as "two thousand one hundred and five", or null.
 * @param words a hyphen is one of its own or left out.
 */
function numberWordsAt(words: readonly string[], i: number): { value: number; next: number } | null {
  let sum = 0;
  /** The number below a thousand in progress; null before the first word. */
  let group: number | null = null;
  let next = i;
  for (;;) {
    const joint: string | undefined = words[next];
    const isJoined: boolean = group !== null && (joint === "-" || joint === "and");
    const word: string = words[isJoined ? next + 1 : next] ?? "";
    const small = SMALL.get(word);
    const magnitude = isMagnitude(word) ? MAGNITUDES.get(word) : undefined;
    if (small !== undefined && canFollow(group, small, joint === "and")) {
      group = (group ?? 0) + small;
    } else if (magnitude !== undefined && !isJoined && (group !== null || next === i)) {
      group = (group ?? 1) * magnitude;
      if (magnitude > 100) [sum, group] = [sum + group, 0];
    } else return group === null ? null : { value: sum + group, next };
    next += isJoined ? 2 : 1;
  }
}

/** "Thousand", but not "k", which follows digits alone. */
const isMagnitude = (word: string): boolean => word.length > 2 && MAGNITUDES.has(word);

/** Whether a number word continues a group: "twenty one" and "hundred and five" are one number, "two three" are two. */
function canFollow(group: number | null, small: number, joinedByAnd: boolean): boolean {
  if (group === null) return true;
  if (joinedByAnd) return group === 0 || (group >= 100 && group % 100 === 0);
  return group % 100 === 0 || (small > 0 && small < 10 && group % 100 >= 20 && group % 10 === 0);
}

/**
 * The number that a text's words begin with, such as "twenty-five", "a hundred and ten" or "two dozen", and how many words it takes; null
 * for none. A bare "hundred" is none.
 */
export function readNumberWords(words: readonly string[]): { value: number; length: number } | null {
  const [first = "", second = ""] = words;
  const article = first === "a";
  const isNone = article ? second !== "dozen" && !isMagnitude(second) : isMagnitude(first);
  if (isNone) return null;
  const found = article && second === "dozen" ? { value: 1, next: 1 } : numberWordsAt(words, article ? 1 : 0);
  if (found === null) return null;
  const dozens = words[found.next] === "dozen";
  return dozens
    ? { value: 12 * found.value, length: found.next + 1 }
    : { value: found.value, length: found.next };
}

/** Digits, with commas between thousands, a decimal point and k, m or bn behind; NaN for anything else. */
export function readDigits(text: string): number {
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(k|m|bn|b)?$/i.exec(text.trim());
  if (match === null) return NaN;
  const [, whole = "", decimals = "", suffix = ""] = match;
  const scale = { "": 1, k: 1e3, m: 1e6, b: 1e9, bn: 1e9 }[suffix.toLowerCase()] ?? 1;
  return Number(whole.replaceAll(",", "") + decimals) * scale;
}
