import type { DimensionName } from "../../population/dimensions.ts";

/** The stances with reasons, in the order of `ANSWERS`. The reasons for n_a say only why the question does not fit. */
export const STANCES = ["yes", "maybe", "no"] as const;
export type Stance = (typeof STANCES)[number];

/** A theme of reasons, with its texts by stance. All are templates; none is made from a question. */
export interface TemplateTheme {
  /** The theme by which Readings group reasons, such as `cost`. */
  readonly id: string;
  readonly yes: readonly string[];
  readonly maybe: readonly string[];
  readonly no: readonly string[];
  /** Texts that only people in one of these segments give, by stance. */
  readonly forSegments?: {
    readonly dimension: DimensionName;
    readonly segments: readonly string[];
    readonly yes?: string;
    readonly maybe?: string;
    readonly no?: string;
  };
}

/** What a quote calls a subject, and the themes of the reasons about it. */
export interface ThemeSet {
  /** Words of a methodology's slug and topic that choose this set. */
  readonly keywords: readonly string[];
  /** Noun phrase: "this product". */
  readonly subject: string;
  readonly themes: readonly TemplateTheme[];
}

/** The theme of every reason for n_a. */
export const NOT_APPLICABLE = "not_applicable";

export const NOT_APPLICABLE_REASONS: readonly string[] = [
  "This does not apply to my situation.",
  "I have nothing to do with this, so I cannot say.",
  "The question does not fit someone like me.",
  "I do not know enough about this to give an answer.",
];

/** All texts of a theme for a stance: those for anybody, then that of its segments. */
export function templatesOf(theme: TemplateTheme, stance: Stance): readonly string[] {
  const forSegments = theme.forSegments?.[stance];
  return forSegments === undefined ? theme[stance] : [...theme[stance], forSegments];
}
