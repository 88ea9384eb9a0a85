import { MAGNITUDES, numberWordsAt, SMALL } from "../question/number-words.ts";

/**
 * Reads quantities out of English words and digits: cardinals ("one hundred and five", "1,204", "3.5", "10k"), parts ("two
 * thirds", "1/2", "a quarter"), collections ("a dozen"). The text must be normalised by `normalize`.
 */

/** A piece of a normalised text. */
export interface Token {
  readonly text: string;
  /** `foreign`: digits of another script. */
  readonly kind: "digits" | "word" | "mark" | "foreign";
  /** Where it stands in the text: from `start` up to `end`. */
  readonly start: number;
  readonly end: number;
}

/** Compatibility forms (NFKC), dashes, slashes and apostrophes of one kind, lower case. */
export function normalize(text: string): string {
  return text.normalize("NFKC").replace(/[‐-―−]/g, "-").replaceAll("⁄", "/").replaceAll("’", "'")
    .toLowerCase();
}

/** The tokens of a normalised text. */
export function tokenize(text: string): Token[] {
  const pattern =
    /(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)|(?<word>[a-z]+(?:'[a-z]+)?)|(?<foreign>\p{N})|(?<mark>\S)/gu;
  return Array.from(text.matchAll(pattern), (match): Token => ({
    text: match[0],
    kind: kindOf(match.groups ?? {}),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function kindOf(groups: Readonly<Record<string, string | undefined>>): Token["kind"] {
  if (groups.digits !== undefined) return "digits";
  if (groups.word !== undefined) return "word";
  return groups.foreign !== undefined ? "foreign" : "mark";
}

/** The text of token i; empty past the end. */
export function textAt(tokens: readonly Token[], i: number): string {
  return tokens[i]?.text ?? "";
}

/** A number read from tokens `from` … `next − 1`. */
export interface Quantity {
  /** NaN where the text does not fix a value: "hundreds". */
  readonly value: number;
  /** Places after the decimal point as written. */
  readonly decimals: number;
  readonly next: number;
  /** True for a part of a whole: the value is then between 0 and 1, mostly. */
  readonly part: boolean;
}

const COLLECTIONS: ReadonlyMap<string, number> = new Map([["dozen", 12], ["couple", 2]]);
const VAGUE: ReadonlySet<string> = new Set(["dozens", "hundreds", "thousands", "millions", "billions"]);
const NAMED_PARTS: readonly (readonly [string, number])[] = [
  ["third", 3],
  ["quarter", 4],
  ["fourth", 4],
  ["fifth", 5],
  ["sixth", 6],
  ["seventh", 7],
  ["eighth", 8],
  ["ninth", 9],
  ["tenth", 10],
  ["hundredth", 100],
];
const DENOMINATORS: ReadonlyMap<string, number> = new Map([
  ["half", 2],
  ["halves", 2],
  ...NAMED_PARTS,
  ...NAMED_PARTS.map(([name, parts]) => [`${name}s`, parts] as const),
]);
/** Words that multiply; they have no unit of their own. */
export const MULTIPLES: ReadonlyMap<string, number> = new Map([
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

/** The number that begins at token i, or null. */
export function quantityAt(tokens: readonly Token[], i: number): Quantity | null {
  const token = tokens[i];
  if (token === undefined) return null;
  if (token.kind === "foreign" || VAGUE.has(token.text)) return wholeNumber(NaN, i + 1);
  const multiple = MULTIPLES.get(token.text);
  if (multiple !== undefined) return wholeNumber(multiple, i + 1);
  if (token.text === "a" || token.text === "an") {
    return namedQuantityAfter(tokens, { kind: "article", numerator: 1, next: i + 1 });
  }
  const cardinal = cardinalAt(tokens, i);
  if (cardinal === null) return namedQuantityAfter(tokens, { kind: "none", numerator: 1, next: i });
  const lead: Lead = { kind: "numeral", numerator: cardinal.value, next: cardinal.next };
  return ratioAfter(tokens, lead) ?? namedQuantityAfter(tokens, lead) ?? cardinal;
}

/** The word before the name of a part or a collection: "two" thirds, "a" dozen, or none. */
interface Lead {
  readonly kind: "numeral" | "article" | "none";
  readonly numerator: number;
  /** The token after it. */
  readonly next: number;
}

/** "1/2", read from its slash on. */
function ratioAfter(tokens: readonly Token[], { numerator, next }: Lead): Quantity | null {
  const denominator = tokens[next + 1];
  if (textAt(tokens, next) !== "/" || denominator?.kind !== "digits") return null;
  return { value: numerator / parseDigits(denominator.text), decimals: 0, next: next + 2, part: true };
}

/** "two thirds", "two-thirds", "a quarter", "half", "three dozen", "a hundred", read from the name on. */
function namedQuantityAfter(tokens: readonly Token[], lead: Lead): Quantity | null {
  const joint = textAt(tokens, lead.next);
  const isJoined = joint === "-" || (lead.kind === "numeral" && joint === "/");
  const at = isJoined ? lead.next + 1 : lead.next;
  const name = textAt(tokens, at);
  return namedPart(name, lead, at + 1) ?? namedCollection(name, lead, at + 1);
}

function namedPart(name: string, { kind, numerator }: Lead, next: number): Quantity | null {
  const denominator = DENOMINATORS.get(name);
  if (denominator === undefined) return null;
  const isPlural = name.endsWith("s");
  // "Third" alone and "two third" are ranks; "half", "quarter", "a third" and "one third" are parts.
  const mayBeRank = !isPlural && name !== "half" && name !== "quarter";
  if (mayBeRank && (kind === "none" || (kind === "numeral" && numerator !== 1))) return null;
  // "Thirds" without a numeral does not say how many.
  const value = isPlural && kind !== "numeral" ? NaN : numerator / denominator;
  return { value, decimals: 0, next, part: true };
}

function namedCollection(name: string, { kind, numerator }: Lead, next: number): Quantity | null {
  const collection = COLLECTIONS.get(name) ?? (kind === "article" ? MAGNITUDES.get(name) : undefined);
  if (collection === undefined || name.length <= 2) return null;
  return wholeNumber(numerator * collection, next);
}

/** A cardinal number: digits with a magnitude, or a run of number words such as "one hundred and twenty-five point five". */
export function cardinalAt(tokens: readonly Token[], i: number): Quantity | null {
  const first = tokens[i];
  if (first?.kind === "digits") {
    const value = parseDigits(first.text);
    const magnitude = MAGNITUDES.get(textAt(tokens, i + 1));
    if (magnitude !== undefined) return wholeNumber(value * magnitude, i + 2);
    return { value, decimals: decimalPlaces(first.text), next: i + 1, part: false };
  }
  const run = numberWordsAt((place) => textAt(tokens, place), i);
  if (run === null) return null;
  const fraction = fractionAt(tokens, run.next);
  if (fraction === null) return wholeNumber(run.value, run.next);
  return { ...fraction, value: run.value + fraction.value, part: false };
}

/** "point two five" or "and a half", or null. */
function fractionAt(
  tokens: readonly Token[],
  i: number,
): { value: number; decimals: number; next: number } | null {
  if (textAt(tokens, i) === "point") return pointDigitsAt(tokens, i + 1);
  const isHalf = textAt(tokens, i) === "and" && /^an?$/.test(textAt(tokens, i + 1)) &&
    textAt(tokens, i + 2) === "half";
  return isHalf ? { value: 0.5, decimals: 1, next: i + 3 } : null;
}

function pointDigitsAt(
  tokens: readonly Token[],
  i: number,
): { value: number; decimals: number; next: number } | null {
  let digits = "";
  let next = i;
  for (;; next++) {
    const digit = SMALL.get(textAt(tokens, next));
    if (digit === undefined || digit > 9) break;
    digits += digit;
  }
  return digits === "" ? null : { value: Number(`0.${digits}`), decimals: digits.length, next };
}

function decimalPlaces(digits: string): number {
  const point = digits.indexOf(".");
  return point < 0 ? 0 : digits.length - point - 1;
}

function parseDigits(text: string): number {
  return Number(text.replaceAll(",", ""));
}

function wholeNumber(value: number, next: number): Quantity {
  return { value, decimals: 0, next, part: false };
}
