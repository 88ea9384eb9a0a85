import { itemAt } from "../numeric/columns.ts";
import {
  cardinalAt,
  MULTIPLES,
  normalize,
  type Quantity,
  quantityAt,
  textAt,
  type Token,
  tokenize,
} from "./quantities.ts";

/**
 * Finds the numbers in an English text, however they are written: digits, percentages, number words, fractions, ratios such as
 * "one in four", multiples such as "twice". Ordinals ("second", "the third") are ranks, not quantities, and are left alone.
 */
export interface NumberMention {
  /** As it stands in the normalised text, for a complaint. */
  readonly text: string;
  /** NaN where the text does not fix a value: "hundreds", digits of other scripts. */
  readonly value: number;
  /** Places after the decimal point as written. */
  readonly decimals: number;
  readonly unit: "percent" | "points" | "plain" | "times";
  /** The unit of the number that follows, where this one has none: the 40 of "40 to 45%". */
  readonly inherited: "percent" | "points" | null;
  /** True for a part of a whole; the value is then in percent. */
  readonly part: boolean;
  /** The two numbers of "6 of 8" and "3 in 10"; null for any other. */
  readonly sides: readonly [number, number] | null;
  readonly hedge: Hedge | null;
  /** Where it stands in the normalised text, its unit left out. */
  readonly start: number;
  readonly end: number;
}

/** The word before a number: about it, more than it, less than it, a little more, a little less. */
export type Hedge = "about" | "over" | "under" | "just_over" | "just_under";

/** Nouns that make a lone "one" a count rather than a pronoun. */
const COUNTED =
  /^(?:simulated |earlier |other |more )*(?:respondent|agent|person|run|segment|group|pattern|reason|theme|difference|percent|point)/;

/** All numbers of a text, in order. */
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
    const { next, ...figure } = withWhole(tokens, quantity);
    const start = itemAt(tokens, i).start;
    const end = itemAt(tokens, next - 1).end;
    const after = plain.slice(end);
    const isPronoun = next === i + 1 && textAt(tokens, i) === "one" && !COUNTED.test(after.trimStart());
    if (!isPronoun) {
      mentions.push({
        ...figure,
        text: plain.slice(start, end),
        unit: unitOf(textAt(tokens, next - 1), figure.part, after),
        inherited: null,
        hedge: hedgeBefore(plain.slice(Math.max(0, start - MAX_HEDGE_CHARACTERS), start)),
        start,
        end,
      });
    }
    i = next;
  }
  return withInheritedUnits(plain, mentions);
}

/** A quantity with the whole that follows it, if any; parts of a whole are in percent. */
function withWhole(
  tokens: readonly Token[],
  { value, decimals, part, next }: Quantity,
): Pick<NumberMention, "value" | "decimals" | "part" | "sides"> & { next: number } {
  if (part) return { value: 100 * value, decimals, part, sides: null, next };
  const whole = wholeAfter(tokens, next);
  if (whole === null) return { value, decimals, part, sides: null, next };
  return {
    value: 100 * value / whole.value,
    decimals,
    part: true,
    sides: [value, whole.value],
    next: whole.next,
  };
}

/** The second number of "6 of the 8", "one in four", "nine out of every ten". */
function wholeAfter(tokens: readonly Token[], i: number): Quantity | null {
  let next = i;
  if (textAt(tokens, i) === "out" && textAt(tokens, i + 1) === "of") next += 2;
  else if (textAt(tokens, i) === "in" || textAt(tokens, i) === "of") next += 1;
  else return null;
  if (["the", "all", "every", "each"].includes(textAt(tokens, next))) next += 1;
  const whole = cardinalAt(tokens, next);
  return whole === null || whole.value === 0 || textAt(tokens, whole.next).startsWith("%") ? null : whole;
}

/** Hands units back over lists and ranges: in "35, 40 and 45%" all three are percentages. */
function withInheritedUnits(plain: string, mentions: readonly NumberMention[]): NumberMention[] {
  let following: NumberMention | null = null;
  return mentions.toReversed().map((mention) => {
    const inherited = following === null ? null : inheritedUnit(plain, mention, following);
    following = { ...mention, inherited };
    return following;
  }).reverse();
}

/** The unit that a number without one takes over from the number that follows. */
function inheritedUnit(
  plain: string,
  mention: NumberMention,
  following: NumberMention,
): NumberMention["inherited"] {
  if (mention.unit !== "plain" || following.unit === "times") return null;
  const between = plain.slice(mention.end, following.start);
  if (!/^\s*(?:,|-|to|and|or|, and|versus|vs\.?|against)\s*$/.test(between)) return null;
  return following.unit === "plain" ? following.inherited : following.unit;
}

function unitOf(lastWord: string, part: boolean, after: string): NumberMention["unit"] {
  if (MULTIPLES.has(lastWord)) return "times";
  return part ? "percent" : unitAfter(after);
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

/** The longest hedge, "only just more than the", with blanks to spare: each number looks no further back. */
const MAX_HEDGE_CHARACTERS = 40;

function hedgeBefore(text: string): Hedge | null {
  const before = text.trimEnd().replace(/ (?:a|an|the)$/, "");
  return HEDGES.find(([pattern]) => pattern.test(before))?.[1] ?? null;
}
