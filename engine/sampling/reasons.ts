import { integerAt, itemAt } from "../numeric/columns.ts";
import { dimensionIndex, type DimensionName, segmentNames } from "../population/dimensions.ts";
import sets from "./reasons/theme-sets.json" with { type: "json" };
import { logistic } from "../random/normal.ts";
import quotes from "./reasons/quotes.json" with { type: "json" };

/** The stances with reasons, in the order of `ANSWERS`. The reasons for n_a say only why the question does not fit. */
export const STANCES = ["yes", "maybe", "no"] as const;
export type Stance = (typeof STANCES)[number];

/** A theme of reasons, with its texts by stance. All are templates; none is made from a question. */
interface TemplateTheme extends Readonly<Record<Stance, readonly string[]>> {
  /** The theme by which Readings group reasons, such as `cost`. */
  readonly id: string;
  /** Texts that only people in one of these segments give, by stance. */
  readonly forSegments?:
    & { readonly dimension: DimensionName; readonly segments: readonly string[] }
    & Readonly<Partial<Record<Stance, string>>>;
}

/** What a quote calls a subject, and the themes of the reasons about it. */
interface ThemeSet {
  /** Words of a methodology's slug and topic that choose this set. */
  readonly keywords: readonly string[];
  /** Noun phrase: "this product". */
  readonly subject: string;
  readonly themes: readonly TemplateTheme[];
}

/** The sets by subject; of two that fit equally well the first counts. The last, without keywords, is for subjects that no other covers. */
export const THEME_SETS = sets as readonly ThemeSet[];

/** The theme of every reason for n_a. */
export const NOT_APPLICABLE = "not_applicable";

const NOT_APPLICABLE_REASONS: readonly string[] = [
  "This does not apply to my situation.",
  "I have nothing to do with this, so I cannot say.",
  "The question does not fit someone like me.",
  "I do not know enough about this to give an answer.",
];

/**
 * The theme set with the most keywords among the words of `subject` (ties: the first); the generic one when none has any.
 * @param subject a methodology's slug and topic.
 */
export function themesFor(subject: string): ThemeSet {
  const words = new Set(subject.toLowerCase().split(/[^a-z]+/));
  const hits = ({ keywords }: ThemeSet) => keywords.filter((keyword) => words.has(keyword)).length;
  const best = THEME_SETS.reduce((most, set) => hits(set) > hits(most) ? set : most);
  return hits(best) > 0 ? best : itemAt(THEME_SETS, THEME_SETS.length - 1);
}

/** The theme of every template reason, of all theme sets. */
const THEME_OF: ReadonlyMap<string, string> = new Map([
  ...THEME_SETS.flatMap(({ themes }) => themes).flatMap((theme) =>
    STANCES.flatMap((stance) => [...theme[stance], theme.forSegments?.[stance] ?? []].flat())
      .map((text) => [text, theme.id] as const)
  ),
  ...NOT_APPLICABLE_REASONS.map((text) => [text, NOT_APPLICABLE] as const),
]);

/** The id of the theme of a reason that the embedded engine gave; null for any other text. */
export function reasonTheme(reason: string): string | null {
  return THEME_OF.get(reason) ?? null;
}

/** The part of the people in a theme's segments who give the segments' text. */
const SEGMENT_REASON_SHARE = 0.4;

/** The reasons of a run as numbers into one list of texts, ready to be drawn. */
export type ReasonDictionary = ReturnType<typeof reasonDictionary>;

/**
 * The dictionary for a subject. The themes' sizes differ from question to question, not from segment to segment: templates hold
 * no evidence of differences between groups.
 * @param normal a standard normal for each stance (0 to 2) and theme.
 */
export function reasonDictionary(subject: string, normal: (stance: number, theme: number) => number) {
  const set = themesFor(subject);
  const texts: string[] = [];
  const number = (text: string) => texts.push(text) - 1;
  const stanceReasons = (stance: Stance, code: number) => {
    const ends = upperEnds(set.themes.map((_, theme) => 0.25 + logistic(normal(code, theme))));
    return set.themes.map((theme, t) => themeReasons(theme, stance, itemAt(ends, t), number));
  };
  /** The themes of each stance, in the order of `STANCES`. */
  const stances = [stanceReasons("yes", 0), stanceReasons("maybe", 1), stanceReasons("no", 2)] as const;
  return {
    /** Noun phrase of the subject, for quotes. */
    subject: set.subject,
    stances,
    /** Numbers of the reasons for n_a. */
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

type ThemeReasons = ReturnType<typeof themeReasons>;

/** @param upTo the upper end of the theme's part of [0, 1); the last theme's is 1. */
function themeReasons(theme: TemplateTheme, stance: Stance, upTo: number, number: (text: string) => number) {
  /** Numbers of the texts that anybody gives. */
  const general = Uint16Array.from(theme[stance], number);
  const text = theme.forSegments?.[stance];
  if (theme.forSegments === undefined || text === undefined) return { upTo, general, forSegments: null };
  const dimension = dimensionIndex(theme.forSegments.dimension);
  const names = segmentNames(dimension);
  const numbers: ReadonlySet<number> = new Set(
    theme.forSegments.segments.map((segment) => names.indexOf(segment)),
  );
  // The text of some segments only: its number, and those of the dimension and the segments.
  return { upTo, general, forSegments: { text: number(text), dimension, numbers } };
}

/** The theme whose part of [0, 1) holds a uniform: themes divide it among them, in order. */
export function themeAt(themes: readonly ThemeReasons[], u: number): ThemeReasons {
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

/** The most characters of a quote. */
export const QUOTE_LIMIT = 240;

/** Part of the agents that speak, whatever the question: 10 %. */
export const QUOTE_SHARE = 0.1;

/** How a quote begins; `{subject}` stands for the theme set's noun phrase. */
const OPENINGS: Readonly<Record<Stance, Readonly<Record<"mild" | "strong", readonly string[]>>>> =
  quotes.openings;

/** How people in a segment speak of themselves, by segment name. */
const SEGMENT_REMARKS: Readonly<Record<string, string>> = quotes.remarks;

/** Of the agents who have a remark about themselves, this part makes one. */
const REMARK_SHARE = 0.5;

/** What an agent's quote is put together from. */
interface QuoteParts {
  readonly stance: Stance;
  /** 1 to 5. */
  readonly intensity: number;
  /** The agent's own reason; the quote holds it whole. */
  readonly reason: string;
  /** Noun phrase of the subject. */
  readonly subject: string;
  /** Names of the agent's segments. */
  readonly segments: readonly string[];
}

/**
 * A quote from templates: how strongly the agent feels, its own reason, and at times a remark about itself. At most
 * {@link QUOTE_LIMIT} characters; a longer one is the reason alone.
 * @param u uniform on (0, 1) that chooses the opening.
 * @param v uniform on (0, 1) that chooses the remark, if any.
 */
export function quoteOf(
  { stance, intensity, reason, subject, segments }: QuoteParts,
  u: number,
  v: number,
): string {
  // Intensities of "maybe" are mostly 1 and 2, so it is strong from 2 on, and the others from 4.
  const strength = intensity >= (stance === "maybe" ? 2 : 4) ? "strong" : "mild";
  const openings = OPENINGS[stance][strength];
  const opening = itemAt(openings, Math.floor(u * openings.length)).replace("{subject}", subject);
  const quote = [opening, reason, ...remark(segments, v)].join(" ");
  return quote.length <= QUOTE_LIMIT ? quote : reason.slice(0, QUOTE_LIMIT);
}

/** None or one of the remarks of people in these segments. */
function remark(segments: readonly string[], v: number): string[] {
  if (v >= REMARK_SHARE) return [];
  const remarks = segments.flatMap((segment) => SEGMENT_REMARKS[segment] ?? []);
  if (remarks.length === 0) return [];
  return [itemAt(remarks, Math.floor(v / REMARK_SHARE * remarks.length))];
}
