import {
  cardinalAt,
  MULTIPLES,
  normalize,
  type Quantity,
  quantityAt,
  type Token,
  tokenize,
} from "./number-words.ts";

/**
 * Finds the numbers in an English text, however they are written: digits, percentages, number words, fractions, ratios such as
 * "one in four", multiples such as "twice". Ordinals ("second", "the third") are ranks, not quantities, and are left alone.
 */
export interface NumberMention {
  /** As it stands in the text, for a complaint. */
  readonly text: string;
  /** NaN for what cannot be pinned to a value: "hundreds", digits of other scripts. */
  readonly value: number;
  /** Places after the decimal point as written. */
  readonly decimals: number;
  readonly unit: "percent" | "points" | "plain" | "times";
  /** Units it takes over from the number that follows: the 40 of "40 to 45%". */
  readonly inherited: "percent" | "points" | null;
  /** Written as part of a whole; the value is then in percent. */
  readonly part: boolean;
  /** The two sides of "6 of 8" and "3 in 10". */
  readonly sides: readonly [number, number] | null;
  readonly hedge: Hedge | null;
  /** Where it stands in the normalized text, its unit left out. */
  readonly start: number;
  readonly end: number;
}

/** What stands before a number: about it, more than it, less than it, a little more, a little less. */
export type Hedge = "about" | "over" | "under" | "just_over" | "just_under";

/** Nouns that make a lone "one" a count rather than a pronoun. */
const COUNTED =
  /^(?:simulated |earlier |other |more )*(?:respondent|agent|person|run|segment|group|pattern|reason|theme|difference|percent|point)/;

export function numbersIn(text: string): NumberMention[] {
  const plain = normalize(text);
  const tokens = tokenize(plain);
  const mentions: NumberMention[] = [];
  for (let i = 0; i < tokens.length;) {
    const quantity = quantityAt(tokens, i);
    if (quantity === null) {
      i += 1;
      continue;
    }
    const start = tokens[i]?.start ?? 0;
    let { value, next, part } = quantity;
    let sides: [number, number] | null = null;
    const whole = part ? null : wholeAfter(tokens, next);
    if (whole !== null) {
      sides = [value, whole.value];
      [value, next, part] = [100 * value / whole.value, whole.next, true];
    }
    const end = tokens[next - 1]?.end ?? start;
    const lone = next === i + 1 && tokens[i]?.text === "one";
    const after = plain.slice(end);
    i = next;
    if (lone && !COUNTED.test(after.trimStart())) continue;
    const word = tokens[next - 1]?.text ?? "";
    mentions.push({
      text: plain.slice(start, end),
      value: part && sides === null ? 100 * value : value,
      decimals: quantity.decimals,
      unit: MULTIPLES.has(word) ? "times" : part ? "percent" : unitAfter(after),
      inherited: null,
      part,
      sides,
      hedge: hedgeBefore(plain.slice(0, start)),
      start,
      end,
    });
  }
  // Backwards, so that "35, 40 and 45%" hands its unit all the way.
  for (let i = mentions.length - 2; i >= 0; i--) {
    const [mention, following] = [mentions[i], mentions[i + 1]];
    if (mention === undefined || following === undefined || mention.unit !== "plain") continue;
    const unit = following.unit === "plain"
      ? following.inherited
      : following.unit === "times"
      ? null
      : following.unit;
    const between = plain.slice(mention.end, following.start);
    if (unit !== null && /^\s*(?:,|-|to|and|or|, and|versus|vs\.?|against)\s*$/.test(between)) {
      mentions[i] = { ...mention, inherited: unit };
    }
  }
  return mentions;
}

/** The second number of "6 of the 8", "one in four", "nine out of every ten". */
function wholeAfter(tokens: readonly Token[], i: number): Quantity | null {
  const words = [0, 1, 2, 3].map((k) => tokens[i + k]?.text ?? "");
  let next = i;
  if (words[0] === "out" && words[1] === "of") next += 2;
  else if (words[0] === "in" || words[0] === "of") next += 1;
  else return null;
  if (["the", "all", "every", "each"].includes(tokens[next]?.text ?? "")) next += 1;
  const number = cardinalAt(tokens, next);
  return number === null || number.value === 0 || /^\s*%/.test(tokens[number.next]?.text ?? "")
    ? null
    : number;
}

function unitAfter(text: string): NumberMention["unit"] {
  if (
    /^[\s-]*(?:%-?\s?points?|percent(?:age)?[\s-]points?|pp\b|p\.p\.|pts?\b|points?\b(?! scale))/.test(text)
  ) return "points";
  if (/^[\s-]*(?:%|percent\b|per cent\b|pct\b)/.test(text)) return "percent";
  return /^[\s-]*(?:times\b|fold\b|x\b)/.test(text) ? "times" : "plain";
}

const HEDGES: readonly (readonly [RegExp, Hedge])[] = [
  [/(?:just|slightly|a little|a bit|only just) (?:over|above|more than)$/, "just_over"],
  [/(?:just|slightly|a little|a bit) (?:under|below|less than|short of)$|\b(?:nearly|almost)$/, "just_under"],
  [/\b(?:more than|over|above|at least|exceeding)$/, "over"],
  [/\b(?:less than|fewer than|under|below|at most)$/, "under"],
  [/\b(?:about|around|roughly|approximately|some|close to|near)$|~$/, "about"],
];

function hedgeBefore(text: string): Hedge | null {
  const before = text.trimEnd().replace(/ (?:a|an|the)$/, "");
  return HEDGES.find(([pattern]) => pattern.test(before))?.[1] ?? null;
}
