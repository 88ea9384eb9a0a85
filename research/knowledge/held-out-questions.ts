import { calibratedBank } from "#engine/bank/calibrated-survey.ts";
import { readWordingVectors } from "#engine/bank/wording-vectors.ts";
import { readPredictorAsset } from "#engine/forecast/forecaster.ts";
import { sharesFromLogits } from "#engine/bank/shares.ts";
import { predictLeftOut, prepareBank } from "../fitting/leave-out.ts";
import type { EstimatedQuestion } from "./measure-knowledge.ts";

/** A surveyed question without its estimate, and the wording that a model is asked: one of those that people type, not the calibrated one. */
export interface HeldOutQuestion extends Omit<EstimatedQuestion, "estimate"> {
  readonly wording: string;
}

/** Every question of the bank, predicted without its battery. Some 20 s. */
export function heldOutQuestions(): HeldOutQuestion[] {
  const bank = calibratedBank();
  const { errors } = readPredictorAsset();
  const rows = predictLeftOut(prepareBank(bank, readWordingVectors(bank)), "battery");
  return rows.filter(({ wording }) => wording === 1).flatMap(({ question, wording, logits }) => {
    const asked = bank[question];
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
