import { type Contrast, contrasts, FAMILY_ERROR, LEAST_EFFECT, LEAST_EFFECTIVE_N } from "./contrasts.ts";
import type { ReadingInput } from "./input.ts";
import { count, integer, percent, points, sentence } from "./phrases.ts";
import type { InsightPattern, PatternsBlock } from "./schema.ts";
import { segmentPhrase } from "./segment-phrases.ts";

/** The most patterns that the contract lets a Reading show. */
export const MOST_PATTERNS = 6;
/** Cohen's h that counts as full strength: what he calls a large effect. */
const LARGE_EFFECT = 0.8;

/** Segments that say yes more or less often than the rest, where chance and run shifts do not explain it. */
export function patterns(input: ReadingInput): PatternsBlock {
  const { tested, found } = contrasts(input);
  const shown = found.slice(0, MOST_PATTERNS);
  return { patterns: shown.map(patternOf), method_note: methodNote(tested, found.length) };
}

function patternOf(contrast: Contrast): InsightPattern {
  const { dimension, segment, other, difference, margin } = contrast;
  const apart = `${points(difference)}, plus or minus ${points(margin)}`;
  return {
    title: `${sentence(segmentPhrase(dimension, segment))} say yes ${difference > 0 ? "more" : "less"} often`,
    description: `${contrastSentence(contrast)}: a difference of ${apart}.`,
    segments: [segment, ...(other === null ? [] : [other])].map((label) => `${dimension}=${label}`),
    strength: Math.round(Math.min(1, contrast.effect / LARGE_EFFECT) * 1000) / 1000,
    support: contrast.support,
  };
}

/** "71% of people aged 18 to 24 said yes, against 52% of everyone else", without a full stop. */
export function contrastSentence({ dimension, segment, other, yes_pct, rest_yes_pct }: Contrast): string {
  const rest = other === null ? "everyone else" : segmentPhrase(dimension, other);
  return `${sentence(percent(yes_pct))} of ${segmentPhrase(dimension, segment)} said yes, ` +
    `against ${percent(rest_yes_pct)} of ${rest}`;
}

function methodNote(tested: number, found: number): string {
  const least = `at least ${LEAST_EFFECTIVE_N} effective answers on each side`;
  const passed = found === 0 ? "none" : integer(found);
  const comparisons = count(tested, "comparison");
  return [
    tested === 0
      ? `No segment could be compared: that takes ${least} and more than one answer.`
      : `${comparisons} of a segment's weighted yes share with the rest of its dimension, ${least}; ${passed} passed.`,
    `Two-sided z-tests with Holm's correction at a family-wise error of ${100 * FAMILY_ERROR}%,`,
    `and Cohen's h of at least ${LEAST_EFFECT}.`,
    "The variance holds sampling with design effect and the shift that each run gives each segment.",
    `Strength is Cohen's h over ${LARGE_EFFECT}, at most 1.`,
  ].join(" ");
}
