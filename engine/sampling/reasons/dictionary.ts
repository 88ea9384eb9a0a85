import { integerAt, itemAt } from "../../numeric/columns.ts";
import { dimensionIndex, segmentNames } from "../../population/dimensions.ts";
import { logistic } from "../../random/normal.ts";
import { NOT_APPLICABLE_REASONS, type Stance, type TemplateTheme, themesFor } from "./theme-sets.ts";

/** The reasons of a run as numbers into one list of texts, ready to be drawn. */
export interface ReasonDictionary {
  /** Noun phrase of the subject, for quotes. */
  readonly subject: string;
  readonly texts: readonly string[];
  /** The themes of each stance, in the order of `STANCES`. */
  readonly stances: readonly [StanceReasons, StanceReasons, StanceReasons];
  /** Numbers of the reasons for n_a. */
  readonly notApplicable: Uint16Array;
}

/** Themes that divide the unit interval among them, in order. */
type StanceReasons = readonly ThemeReasons[];

interface ThemeReasons {
  /** Upper end of the theme's part of [0, 1); the last theme's is 1. */
  readonly upTo: number;
  /** Numbers of the texts that anybody gives. */
  readonly general: Uint16Array;
  /** The text of some segments only; null without one. */
  readonly forSegments: SegmentReason | null;
}

interface SegmentReason {
  /** Number of the text. */
  readonly text: number;
  /** Number of the dimension. */
  readonly dimension: number;
  /** Numbers of those segments. */
  readonly numbers: ReadonlySet<number>;
}

/** The part of the people in a theme's segments who give the segments' text. */
const SEGMENT_REASON_SHARE = 0.4;

/**
 * The dictionary for a subject. The themes' sizes differ from question to question, not from segment to segment: templates hold
 * no evidence of differences between groups.
 * @param normal a standard normal for each stance (0 to 2) and theme.
 */
export function reasonDictionary(
  subject: string,
  normal: (stance: number, theme: number) => number,
): ReasonDictionary {
  const set = themesFor(subject);
  const texts: string[] = [];
  const number = (text: string) => texts.push(text) - 1;
  const stanceReasons = (stance: Stance, code: number): StanceReasons => {
    const ends = upperEnds(set.themes.map((_, theme) => 0.25 + logistic(normal(code, theme))));
    return set.themes.map((theme, t) => ({ upTo: itemAt(ends, t), ...themeReasons(theme, stance, number) }));
  };
  return {
    subject: set.subject,
    stances: [stanceReasons("yes", 0), stanceReasons("maybe", 1), stanceReasons("no", 2)],
    notApplicable: Uint16Array.from(NOT_APPLICABLE_REASONS, number),
    texts,
  };
}

/** Upper ends of parts of [0, 1) in proportion to their sizes, rounded to 1e-9; the last is 1. */
function upperEnds(sizes: readonly number[]): number[] {
  const sum = sizes.reduce((total, size) => total + size, 0);
  let end = 0;
  return sizes.map((size, i) => {
    end += size / sum;
    return i === sizes.length - 1 ? 1 : Math.round(end * 1e9) / 1e9;
  });
}

function themeReasons(
  theme: TemplateTheme,
  stance: Stance,
  number: (text: string) => number,
): Pick<ThemeReasons, "general" | "forSegments"> {
  const general = Uint16Array.from(theme[stance], number);
  const text = theme.forSegments?.[stance];
  if (theme.forSegments === undefined || text === undefined) return { general, forSegments: null };
  const dimension = dimensionIndex(theme.forSegments.dimension);
  const names = segmentNames(dimension);
  const numbers = new Set(theme.forSegments.segments.map((segment) => names.indexOf(segment)));
  return { general, forSegments: { text: number(text), dimension, numbers } };
}

/** The theme whose part of [0, 1) holds a uniform. */
export function themeAt(themes: StanceReasons, u: number): ThemeReasons {
  for (const theme of themes) if (u < theme.upTo) return theme;
  throw new RangeError(`Cannot draw a reason: ${u} is not below 1`);
}

/** The number of the text that a uniform chooses from a theme. */
export function reasonIn({ general, forSegments }: ThemeReasons, u: number, isInSegments: boolean): number {
  if (forSegments === null || !isInSegments) return pickReason(general, u);
  if (u < SEGMENT_REASON_SHARE) return forSegments.text;
  return pickReason(general, (u - SEGMENT_REASON_SHARE) / (1 - SEGMENT_REASON_SHARE));
}

/** The number that a uniform chooses from a list of numbers. */
export function pickReason(numbers: Uint16Array, u: number): number {
  return integerAt(numbers, Math.floor(u * numbers.length));
}
