import type { WordsFrom } from "./input.ts";

/** What a Reading may claim, to be shown with it word for word. */
export interface ReadingBoundary {
  readonly kind: "post_hoc_uncalibrated";
  readonly disclaimer: string;
  /** Who worded the texts. */
  readonly model_tier: ModelTier;
}

/** `computed`: no model; `small`: a small language model; `mixed`: the model, with computed text where it could not be used. */
export type ModelTier = "computed" | "small" | "mixed";

const WORDED: Readonly<Record<ModelTier, string>> = {
  computed: "Its texts are composed from those figures without a language model.",
  small:
    "Its texts are worded by a small language model; every number in them was checked against those figures.",
  mixed:
    "Its texts are worded in part by a small language model; every number in them was checked against those figures.",
};

export function readingBoundary(from: WordsFrom, model_tier: ModelTier): ReadingBoundary {
  const words = from === "templates"
    ? "Reasons and quotes are templates that the embedded engine fills in, nobody's own words."
    : "Reasons and quotes were written by a language model, not by people.";
  return {
    kind: "post_hoc_uncalibrated",
    disclaimer: [
      "This Reading describes the answers of simulated respondents after the fact.",
      "It is not calibrated against surveys of people, whatever the tier of the verdict.",
      "Its figures are computed from the stored answers.",
      WORDED[model_tier],
      words,
    ].join(" "),
    model_tier,
  };
}
