import { wholePercentages } from "../numeric/rounding.ts";
import type { Answer } from "../sampling/chunks.ts";
import type { ReadingVerdict } from "./input.ts";
import segmentPhrases from "./segment-phrases.json" with { type: "json" };

/**
 * How a Reading writes numbers and names segments. Numbers have commas in thousands, whole percentages and whole points.
 */

/** 1204 → "1,204". */
export function integer(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** 3.46 → "3.5", 4.0 → "4". */
export function decimal(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** "1 agent", "12 agents"; `many` is for nouns whose plural is not an s. */
export function count(value: number, one: string, many: string = `${one}s`): string {
  return `${integer(value)} ${value === 1 ? one : many}`;
}

/** A share in percent as whole percents: "63%"; "less than 1%" and "more than 99%" where it would round to 0 or 100. */
export function percent(value: number, whole: number = Math.round(value)): string {
  if (value > 0 && whole === 0) return "less than 1%";
  if (value < 100 && whole === 100) return "more than 99%";
  return `${whole}%`;
}

/** The shares of a verdict, whose whole percentages add up to 100. */
export function sharesInWords(
  { yes_pct, maybe_pct, no_pct, n_a_pct }: Pick<ReadingVerdict, `${Answer}_pct`>,
): Readonly<Record<Answer, string>> {
  const shares = [yes_pct, maybe_pct, no_pct, n_a_pct ?? 0];
  const whole = wholePercentages(shares);
  const [yes = "", maybe = "", no = "", n_a = ""] = shares.map((share, k) => percent(share, whole[k]));
  return { yes, maybe, no, n_a };
}

/**
 * A difference or a margin in whole percentage points: "1 point", "4 points".
 * @param beside the figure that it is compared with; both have a decimal where they would read the same without.
 */
export function points(value: number, beside: number = NaN): string {
  const [size, other] = [Math.abs(value), Math.abs(beside)];
  if (Math.round(size) === Math.round(other)) return `${decimal(size)} points`;
  return size < 0.5 ? "less than 1 point" : count(Math.round(size), "point");
}

/** The ends of an interval in percent, rounded outwards: "between 0 and 20%". */
export function between([low, high]: readonly [number, number]): string {
  return `between ${Math.floor(low)} and ${Math.ceil(high)}%`;
}

/** "a", "a and b", "a, b and c". */
export function list(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** The text with its first letter in upper case. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A segment as the subject of a sentence, in the plural: "women", "people aged 18 to 24". Ages follow a rule; segments that no published
 * population has are named by dimension and label.
 */
export function segmentPhrase(dimension: string, segment: string): string {
  const phrase = (segmentPhrases as Readonly<Record<string, string>>)[`${dimension}=${segment}`];
  if (phrase !== undefined) return phrase;
  const [, from, to] = /^(\d+)(?:[-–](\d+)|\+)$/.exec(segment) ?? [];
  if (dimension === "age" && from !== undefined) {
    return to === undefined ? `people aged ${from} and over` : `people aged ${from} to ${to}`;
  }
  return `respondents with ${spaced(dimension)} “${spaced(segment)}”`;
}

export type SegmentPhrase = (dimension: string, segment: string) => string;

/** A segment of a run: "simulated people aged 18 to 24", "simulated Republicans". */
export const simulatedPhrase: SegmentPhrase = (dimension, segment) =>
  `simulated ${segmentPhrase(dimension, segment)}`;

/** A segment of a demonstration: its respondents stand for no one. */
export const labelPhrase: SegmentPhrase = (dimension, segment) =>
  `simulated respondents with ${spaced(dimension)} “${spaced(segment)}”`;

/** A label with spaces for underscores: "household income". */
export function spaced(label: string): string {
  return label.replaceAll("_", " ");
}
