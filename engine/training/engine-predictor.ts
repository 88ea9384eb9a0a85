import { type Prediction, predictYesPct } from "../methodologies/accuracy.ts";
import type { Methodology } from "../methodologies/methodology.ts";
import { basisOf } from "../answer-model/basis.ts";
import { expectedOf } from "../answer-model/expected.ts";
import { findSegment } from "../population/dimensions.ts";
import type { Predictor } from "./score-calibration.ts";

/**
 * The embedded engine as a predictor.
 * @param choose routes questions to methodologies.
 */
export function enginePredictor(choose: Predictor<Methodology>["choose"]): Predictor<Methodology> {
  // Composed once over the joint table, which takes milliseconds: a file has up to 100,000 rows.
  const genericYesPct = 100 * expectedOf(basisOf(null, 3)).overall.yes;
  return {
    choose,
    predict: (methodology, segment) =>
      methodology === null ? genericPrediction(segment, genericYesPct) : predictYesPct(methodology, segment),
  };
}

/** The generic prior has no segment effects: every segment that the population has is predicted alike. */
function genericPrediction(segment: string, yes_pct: number): Prediction {
  if (segment.trim().toLowerCase() === "overall") return { yes_pct, from: "overall" };
  return { yes_pct, from: findSegment(segment) === null ? "unknown" : "segment" };
}
