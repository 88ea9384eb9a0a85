import { type Prediction, predictYesPct } from "../methodologies/accuracy.ts";
import type { Methodology } from "../methodologies/methodology.ts";
import { basisOf } from "../answer-model/basis.ts";
import { findSegment } from "../population/dimensions.ts";
import type { Predictor } from "./score-calibration.ts";

/**
 * The embedded engine as a predictor.
 * @param choose routes questions to methodologies.
 */
export function enginePredictor(choose: Predictor<Methodology>["choose"]): Predictor<Methodology> {
  return {
    choose,
    predict: (methodology, segment) =>
      methodology === null ? genericPrediction(segment) : predictYesPct(methodology, segment),
  };
}

/** The generic prior has no segment effects: every segment that the population has is predicted alike. */
function genericPrediction(segment: string): Prediction {
  const yes_pct = 100 * basisOf(null, 3).expected.overall.yes;
  if (segment.trim().toLowerCase() === "overall") return { yes_pct, from: "overall" };
  return { yes_pct, from: findSegment(segment) === null ? "unknown" : "segment" };
}
