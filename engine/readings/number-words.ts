/**
 * Reads quantities out of English words and digits: cardinals ("one hundred and five", "1,204", "3.5", "10k"), parts ("two
 * thirds", "1/2", "a quarter"), collections ("a dozen"). The text must be normalised by {@link normalize}.
 */
export interface Token {
  readonly text: string;
  readonly kind: "digits" | "word" | "mark" | "foreign";
  readonly start: number;
  readonly end: number;
}

/** A number read from tokens `from` … `next − 1`. */
export interface Quantity {
  readonly value: number;
  readonly decimals: number;
  readonly next: number;
  /** A part of a whole: the value is then between 0 and 1, mostly. */
  readonly part: boolean;
}

const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const SMALL = new Map<string, number>(UNITS.split(" ").map((word, value) => [word, value]));
for (const [i, word] of "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").entries()) {
  SMALL.set(word, 20 + 10 * i);
}
const MAGNITUDES = new Map([
  ["hundred", 100],
  ["thousand", 1000],
  ["million", 1e6],
  ["billion", 1e9],
  ["k", 1000],
  ["m", 1e6],
  ["bn", 1e9],
]);
const COLLECTIONS = new Map([["dozen", 12], ["couple", 2]]);
const VAGUE = new Set(["dozens", "hundreds", "thousands", "millions", "billions"]);
const DENOMINATORS = new Map([
  ["half", 2],
  ["halves", 2],
  ["third", 3],
  ["thirds", 3],
  ["quarter", 4],
  ["quarters", 4],
  ["fourth", 4],
  ["fourths", 4],
  ["fifth", 5],
  ["fifths", 5],
  ["sixth", 6],
  ["sixths", 6],
  ["seventh", 7],
  ["sevenths", 7],
  ["eighth", 8],
  ["eighths", 8],
  ["ninth", 9],
  ["ninths", 9],
  ["tenth", 10],
  ["tenths", 10],
  ["hundredth", 100],
  ["hundredths", 100],
]);
/** Words that multiply; they have no unit of their own. */
export const MULTIPLES = new Map([
  ["twice", 2],
  ["double", 2],
  ["doubled", 2],
  ["doubles", 2],
  ["thrice", 3],
  ["triple", 3],
  ["tripled", 3],
  ["triples", 3],
  ["twofold", 2],
  ["threefold", 3],
  ["tenfold", 10],
]);

/** Compatibility forms, dashes, slashes and apostrophes of one kind, lower case. */
export function normalize(text: string): string {
  return text.normalize("NFKC").replace(/[‐-―−]/g, "-").replaceAll("⁄", "/").replaceAll("’", "'")
    .toLowerCase();
}

export function tokenize(text: string): Token[] {
  const pattern =
    /(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)|(?<word>[a-z]+(?:'[a-z]+)?)|(?<foreign>\p{N})|(?<mark>\S)/gu;
  return Array.from(text.matchAll(pattern), (match): Token => {
    const { digits, word, foreign } = match.groups ?? {};
    const kind = digits !== undefined
      ? "digits"
      : word !== undefined
      ? "word"
      : foreign !== undefined
      ? "foreign"
      : "mark";
    return { text: match[0], kind, start: match.index, end: match.index + match[0].length };
  });
}

/** The number that begins at token i, or null. NaN is one that cannot be pinned to a value. */
export function quantityAt(tokens: readonly Token[], i: number): Quantity | null {
  const token = tokens[i];
  if (token === undefined) return null;
  if (token.kind === "foreign" || VAGUE.has(token.text)) return whole(NaN, i + 1);
  const multiple = MULTIPLES.get(token.text);
  if (multiple !== undefined) return whole(multiple, i + 1);

  const article = token.text === "a" || token.text === "an";
  const numeral = article ? null : cardinalAt(tokens, i);
  const numerator = numeral?.value ?? 1;
  let next = numeral?.next ?? (article ? i + 1 : i);
  if (tokens[next]?.text === "-" || (numeral !== null && tokens[next]?.text === "/")) next += 1;

  const slash = numeral !== null && tokens[next - 1]?.text === "/" ? tokens[next] : undefined;
  if (slash?.kind === "digits") {
    return { value: numerator / parseDigits(slash.text), decimals: 0, next: next + 1, part: true };
  }

  const name = tokens[next]?.text ?? "";
  const denominator = DENOMINATORS.get(name);
  const plural = name.endsWith("s");
  const ordinal = !plural && name !== "half" && name !== "quarter" && !article && numerator !== 1;
  const bare = numeral === null && !article && (name !== "half" && name !== "quarter" && !plural);
  if (denominator !== undefined && !ordinal && !bare) {
    return {
      value: numeral === null && plural ? NaN : numerator / denominator,
      decimals: 0,
      next: next + 1,
      part: true,
    };
  }
  const collection = COLLECTIONS.get(name) ?? (article ? MAGNITUDES.get(name) : undefined);
  if (collection !== undefined && name.length > 2) return whole(numerator * collection, next + 1);
  return numeral;
}

/** A cardinal number: digits with a magnitude, or a run of number words such as "one hundred and twenty-five point five". */
export function cardinalAt(tokens: readonly Token[], i: number): Quantity | null {
  const first = tokens[i];
  if (first?.kind === "digits") {
    const magnitude = MAGNITUDES.get(tokens[i + 1]?.text ?? "");
    const value = parseDigits(first.text);
    if (magnitude !== undefined) return whole(value * magnitude, i + 2);
    return { value, decimals: first.text.split(".")[1]?.length ?? 0, next: i + 1, part: false };
  }
  let sum = 0;
  let group: number | null = null;
  let next = i;
  for (;;) {
    const joiner: number = group !== null && (tokens[next]?.text === "-" || tokens[next]?.text === "and")
      ? 1
      : 0;
    const word: string = tokens[next + joiner]?.text ?? "";
    const small = SMALL.get(word);
    const magnitude: number | undefined = word.length > 2 ? MAGNITUDES.get(word) : undefined;
    if (small !== undefined && fits(group, small, tokens[next]?.text === "and")) group = (group ?? 0) + small;
    else if (magnitude !== undefined && joiner === 0 && (group !== null || next === i)) {
      group = (group ?? 1) * magnitude;
      if (magnitude > 100) [sum, group] = [sum + group, 0];
    } else break;
    next += joiner + 1;
  }
  if (group === null) return null;
  const value = sum + group;
  const fraction = pointDigits(tokens, next);
  if (fraction !== null) return { ...fraction, value: value + fraction.value, part: false };
  return tokens[next]?.text === "and" && /^an?$/.test(tokens[next + 1]?.text ?? "") &&
      tokens[next + 2]?.text === "half"
    ? { value: value + 0.5, decimals: 1, next: next + 3, part: false }
    : whole(value, next);
}

/** Whether a number word can follow what has been read: "twenty one" and "hundred and five" are one number, "two three" are two. */
function fits(group: number | null, small: number, joined: boolean): boolean {
  if (group === null) return true;
  if (joined) return group === 0 || (group >= 100 && group % 100 === 0);
  return group % 100 === 0 || (small > 0 && small < 10 && group % 100 >= 20 && group % 10 === 0);
}

function pointDigits(
  tokens: readonly Token[],
  i: number,
): { value: number; decimals: number; next: number } | null {
  if (tokens[i]?.text !== "point") return null;
  let digits = "";
  let next = i + 1;
  for (;; next++) {
    const digit = SMALL.get(tokens[next]?.text ?? "");
    if (digit === undefined || digit > 9) break;
    digits += digit;
  }
  return digits === "" ? null : { value: Number(`0.${digits}`), decimals: digits.length, next };
}

function parseDigits(text: string): number {
  return Number(text.replaceAll(",", ""));
}

function whole(value: number, next: number): Quantity {
  return { value, decimals: 0, next, part: false };
}
