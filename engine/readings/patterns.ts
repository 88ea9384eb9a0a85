import { type Contrast, contrasts, FAMILY_ERROR, MIN_EFFECT, MIN_EFFECTIVE_N } from "./contrasts.ts";
import type { ReadingInput } from "./input.ts";
import {
  capitalized,
  count,
  integer,
  labelPhrase,
  percent,
  type SegmentPhrase,
  simulatedPhrase,
} from "./phrases.ts";
import type { InsightPattern, Payload } from "./schema.ts";

/** The most patterns that a Reading shows, by the contract. */
const MAX_PATTERNS = 6;
/** Cohen's h that counts as full strength: a large effect in Cohen's terms. */
const LARGE_EFFECT = 0.8;

/** Segments that say yes more or less often than the rest, by more than chance and the prediction's error would explain. */
export function patterns(input: ReadingInput): Payload<"patterns"> {
  const { tested, passed, shown } = shownPatterns(input);
  const phrase = segmentPhrases(input);
  return {
    patterns: shown.map((contrast) => patternOf(contrast, phrase, precisionOf(input))),
    method_note: methodNote(tested, passed, input.verdict.interval_pct !== null),
  };
}

/** Of the contrasts that passed the test the first are shown. */
export function shownPatterns(input: ReadingInput) {
  const { tested, passed } = contrasts(input);
  return { tested, passed: passed.length, shown: passed.slice(0, MAX_PATTERNS) };
}

/** How a text names the segments of a run: as simulated, and of a demonstration it speaks of no people. */
export const segmentPhrases = ({ boundary: { evidence } }: Pick<ReadingInput, "boundary">): SegmentPhrase =>
  evidence === "demo" || evidence === "none" ? labelPhrase : simulatedPhrase;

/** What the interval of a difference is about. */
const precisionOf = ({ verdict, boundary }: ReadingInput): string =>
  verdict.interval_pct === null
    ? "by the sampling of the simulated respondents alone; of people it says nothing"
    : `among ${boundary.people}, ${boundary.basis} (95% interval of this difference alone, with the error of segments' shares)`;

function patternOf(contrast: Contrast, phrase: SegmentPhrase, precision: string): InsightPattern {
  const { dimension, segment, other, difference } = contrast;
  return {
    title: `${capitalized(phrase(dimension, segment))} said yes ${difference > 0 ? "more" : "less"} often`,
    description: `${contrastSentence(contrast, phrase)}: a difference of ${
      differenceOf(contrast)
    } ${precision}.`,
    segments: [segment, ...(other === null ? [] : [other])].map((label) => `${dimension}=${label}`),
    strength: Math.round(Math.min(1, contrast.effect / LARGE_EFFECT) * 1000) / 1000,
    support: contrast.support,
  };
}

/** The 95 % interval of a difference that passed the test, rounded outwards: "4 to 23 points". */
export function differenceOf({ difference, margin }: Pick<Contrast, "difference" | "margin">): string {
  const size = Math.abs(difference);
  const [low, high] = [Math.floor(size - margin), Math.min(100, Math.ceil(size + margin))];
  return low < 1 ? `up to ${high} points` : `${low} to ${high} points`;
}

/** "71% of simulated people aged 18 to 24 said yes, against 52% of everyone else", without a full stop. */
export function contrastSentence(
  { dimension, segment, other, yes_pct, rest_yes_pct }: Contrast,
  phrase: SegmentPhrase,
): string {
  const rest = other === null ? "everyone else" : phrase(dimension, other);
  return `${capitalized(percent(yes_pct))} of ${phrase(dimension, segment)} said yes, ` +
    `against ${percent(rest_yes_pct)} of ${rest}`;
}

function methodNote(tested: number, passed: number, isMeasured: boolean): string {
  const least = `at least ${MIN_EFFECTIVE_N} effective answers on each side`;
  const compared = tested === 0
    ? `No segment could be compared: that takes ${least} and more than one answer.`
    : `${
      count(tested, "comparison")
    } of a segment's weighted yes share with the rest of its dimension, ${least}; ` +
      `${passed === 0 ? "none" : integer(passed)} passed.`;
  return [
    compared,
    `Two-sided z-tests with Holm's correction at a family-wise error of ${100 * FAMILY_ERROR}%,`,
    `and Cohen's h of at least ${MIN_EFFECT}.`,
    `The variance holds sampling with design effect${
      isMeasured ? " and the error of the segments' predictions" : " alone"
    }.`,
    `Strength is Cohen's h over ${LARGE_EFFECT}, at most 1.`,
  ].join(" ");
}
