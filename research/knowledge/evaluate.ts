import { calibratedBank } from "#engine/bank/calibrated-survey.ts";
import { predictorQuestions, toplines } from "#engine/bank/surveyed.ts";
import { readWordingVectors } from "#engine/bank/wording-vectors.ts";
import { readPredictorAsset } from "#engine/forecast/forecaster.ts";
import { hundredths } from "#engine/numeric/rounding.ts";
import { sharesFromLogits } from "#engine/bank/shares.ts";
import { predictLeftOut, prepareBank } from "../fitting/leave-out.ts";
import pLimit from "p-limit";
import type { ShareEstimator } from "#providers/forecast-model/share-estimator.ts";
import controls from "./controls.json" with { type: "json" };
import { type MeasuredKnowledge, measureKnowledge } from "./measure-knowledge.ts";

/** Questions that are asked at a time; the estimator's own limits hold as well. */
const AT_ONCE = 8;
/** Of the controls, whose answers do not change. */
const CONTROL_YEAR = 2020;

/** Asks a model for surveyed questions, as people type them, and for the controls before, and measures what it adds. */
export async function evaluateKnowledge(
  estimator: Pick<ShareEstimator, "estimate">,
  questions: typeof heldOutQuestions,
  cutoff: number | null,
) {
  const { signal } = new AbortController();
  /** Each with its estimate, some at a time. */
  const estimated = <Item extends { readonly wording: string; readonly year: number }>(
    items: readonly Item[],
  ) =>
    pLimit(AT_ONCE).map(items, async (item, i) => {
      if (i % 80 === 0) console.error(`${i} of ${items.length}`);
      return { ...item, estimate: await estimator.estimate(item.wording, item.year, signal) };
    });
  const asked = (["yes", "no"] as const).flatMap((answer) =>
    controls[answer].map((wording) => ({ answer, wording, year: CONTROL_YEAR }))
  );
  const answered = await estimated(asked);
  return measureKnowledge(await estimated(questions()), answered, cutoff);
}

/** The figures of an evaluation in lines for a terminal. */
export function reportOf(id: string, figures: MeasuredKnowledge): string[] {
  const { mae_points, gain_points, gain_by_cutoff, weights } = figures;
  return [
    `${id} on ${figures.questions} surveyed questions of ${figures.batteries} batteries, each predicted without its battery`,
    `mean error of yes         ${mae_points.without} points by surveys alone, ${mae_points.with} with the model (the mean to everything: ${mae_points.constant})`,
    `gain                      ${gain_points.mean} points, ${gain_points.low} to ${gain_points.high}`,
    `weights of its logits     numbers ${hundredths(weights.share)}, word ${hundredths(weights.says_yes)}`,
    `controls told apart       ${figures.controls_auc} of 1`,
    `95 % interval             holds ${figures.coverage_pct} %, ${
      figures.spread.toFixed(2)
    } times as wide in logits`,
    ...(gain_by_cutoff.before === null && gain_by_cutoff.after === null ? [] : [
      `fielded before the cutoff ${gain_by_cutoff.before ?? "–"} points gained, after it ${
        gain_by_cutoff.after ?? "–"
      }: a gain before it alone may be memory`,
    ]),
    ...(figures.counts
      ? ["Stored: forecasts of questions that no survey asked use it from now on."]
      : figures.refusals.map((refusal) => `REFUSED: ${refusal}`)),
  ];
}

/**
 * Every question of the bank, predicted without its battery, with the wording that a model is asked: one of those that people type, not
 * the calibrated one. Some 40 s.
 */
export function heldOutQuestions() {
  const bank = calibratedBank();
  const { errors } = readPredictorAsset();
  const prepared = prepareBank(bank, readWordingVectors(predictorQuestions()), toplines());
  const rows = predictLeftOut(prepared, "battery");
  return rows.filter(({ wording }) => wording === 1).flatMap(({ question, wording, logits }) => {
    const asked = bank.find((each) => each === question);
    if (asked === undefined) return [];
    const { id, battery, overall, wordings, source } = asked;
    return [{
      id,
      battery,
      year: Number(/\d{4}$/.exec(`${asked.asked.year ?? source.years}`)?.[0] ?? 2020),
      people: overall,
      predicted: sharesFromLogits(logits.yes, logits.no),
      sd: errors.factor * Math.sqrt(logits.variance),
      wording: wordings[wording] ?? "",
    }];
  });
}
