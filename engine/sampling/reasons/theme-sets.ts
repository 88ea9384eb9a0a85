import { itemAt } from "../../numeric/columns.ts";
import type { DimensionName } from "../../population/dimensions.ts";
import sets from "./theme-sets.json" with { type: "json" };

/** The stances with reasons, in the order of `ANSWERS`. The reasons for n_a say only why the question does not fit. */
export const STANCES = ["yes", "maybe", "no"] as const;
export type Stance = (typeof STANCES)[number];

/** A theme of reasons, with its texts by stance. All are templates; none is made from a question. */
export interface TemplateTheme extends Readonly<Record<Stance, readonly string[]>> {
  /** The theme by which Readings group reasons, such as `cost`. */
  readonly id: string;
  /** Texts that only people in one of these segments give, by stance. */
  readonly forSegments?:
    & { readonly dimension: DimensionName; readonly segments: readonly string[] }
    & Readonly<Partial<Record<Stance, string>>>;
}

/** What a quote calls a subject, and the themes of the reasons about it. */
export interface ThemeSet {
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

export const NOT_APPLICABLE_REASONS: readonly string[] = [
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
