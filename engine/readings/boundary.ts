import type { TextSource } from "./input.ts";

/** What a Reading may claim; the API shows it word for word. */
export interface ReadingBoundary {
  readonly kind: "post_hoc_uncalibrated";
  readonly disclaimer: string;
  readonly model_tier: ModelTier;
}

/** Who wrote the texts: no model, a small language model, or the model with computed text where its own did not stand. */
export type ModelTier = "computed" | "small" | "mixed";

const TEXTS_BY: Readonly<Record<ModelTier, string>> = {
  computed: "Its texts are composed from those figures without a language model.",
  small:
    "Its texts are worded by a small language model; every number in them is one of those figures, put in its place.",
  mixed:
    "Its texts are worded in part by a small language model; every number in them is one of those figures, put in its place.",
};

const REASONS_FROM: Readonly<Record<TextSource, string>> = {
  templates: "Reasons and quotes are templates that the embedded engine fills in, no person's own words.",
  model: "Reasons and quotes were written by a language model, not by people.",
};

/** The boundary of a Reading, by the source of its run's reasons and quotes and by who wrote its texts. */
export function readingBoundary(textSource: TextSource, model_tier: ModelTier): ReadingBoundary {
  return {
    kind: "post_hoc_uncalibrated",
    disclaimer: [
      "This Reading describes the answers of simulated respondents after the fact.",
      "It is not calibrated against surveys of people, whatever the tier of the verdict.",
      "Its figures are computed from the stored answers.",
      TEXTS_BY[model_tier],
      REASONS_FROM[textSource],
    ].join(" "),
    model_tier,
  };
}
