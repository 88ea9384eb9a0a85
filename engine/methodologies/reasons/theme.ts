import type { DimensionName } from "../../population/dimensions.ts";

/** What a reason can be about, and the texts for it. All are templates, written beforehand; none is made from a question. */
export interface Theme {
  /** The word that Readings group by, such as `price`. */
  readonly theme: string;
  readonly yes: readonly string[];
  readonly maybe: readonly string[];
  readonly no: readonly string[];
  /** Texts that only people in one of these segments give, by stance. */
  readonly own?: {
    readonly dimension: DimensionName;
    readonly segments: readonly string[];
    readonly yes?: string;
    readonly maybe?: string;
    readonly no?: string;
  };
}

/** What a subject is called in a quote, and the themes that reasons about it have. */
export interface ThemeSet {
  /** Words of a methodology's slug and topic that choose this set. */
  readonly keywords: readonly string[];
  /** Noun phrase: "this product". */
  readonly subject: string;
  readonly themes: readonly Theme[];
}

/** The stances that have themes; an agent with n_a says only why the question does not fit. */
export const STANCES = ["yes", "maybe", "no"] as const;
export type Stance = (typeof STANCES)[number];

/** The theme of every reason for n_a. */
export const NOT_APPLICABLE = "not_applicable";

export const NOT_APPLICABLE_REASONS: readonly string[] = [
  "This does not apply to my situation.",
  "I have nothing to do with this, so I cannot say.",
  "The question does not fit someone like me.",
  "I do not know enough about this to give an answer.",
];
