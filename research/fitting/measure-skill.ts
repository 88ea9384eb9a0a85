import { calibratedBank, type CalibratedQuestion } from "#engine/bank/calibrated-survey.ts";
import { type BankQuestion, boundedLogit } from "#engine/bank/shares.ts";
import { Predictor, type PredictorAsset, type Skill } from "#engine/forecast/predictor.ts";
import type { ErrorModel } from "#engine/forecast/uncertainty.ts";
import { parseQuestion } from "#engine/question/parsed-question.ts";
import type { Embed } from "#engine/question/vectors.ts";
import type { LeftOutPrediction } from "./leave-out.ts";
import { heldOutPredictions } from "./leave-out.ts";
import { measureErrors, MIN_SEGMENT } from "./measure-errors.ts";
import { SEGMENT_NAMES } from "./trained.ts";
import { everyQuestion } from "./verdict-accuracy.ts";

/** Questions of surveys that the predictor never saw, with what it says of each wording before its skill counts. */
export interface OtherSurveys {
  readonly bank: readonly CalibratedQuestion[];
  /** The survey of each question. */
  readonly surveys: readonly string[];
  readonly rows: readonly RawPrediction[];
}

/** Differences from the mean of the fit, in the positive form. */
interface RawPrediction extends LeftOutPrediction {
  readonly inverted: boolean;
}

/** Predicts the questions of all other surveys whose object no fitted question has: a customer's question is of another house too. */
export function predictOtherSurveys(
  asset: Omit<PredictorAsset, "skill" | "errors">,
  embed: Embed,
): OtherSurveys {
  const nothing = { mean: { yes: 0, no: 0 }, slope: 1, segment_slope: 1 };
  const errors = { factor: 1, maybe: 1, segments: {}, maybeSegments: 1 };
  const predictor = new Predictor({ ...asset, skill: nothing, errors }, embed);
  const fitted = calibratedBank();
  const surveys = new Set(fitted.map(({ survey }) => survey));
  const objects = new Set(fitted.map(({ object }) => object));
  const bank = everyQuestion().filter(({ survey, object }) => !surveys.has(survey) && !objects.has(object));
  const rows = bank.flatMap(({ wordings }, question) =>
    wordings.map((text, wording): RawPrediction => {
      const { inverted, contentText } = parseQuestion(text);
      const { logits, segments } = predictor.predict(text, embed(contentText));
      const of = (answer: "yes" | "no") => SEGMENT_NAMES.map((name) => segments.get(name)?.[answer] ?? 0);
      return { question, wording, inverted, logits, segmentYes: of("yes"), segmentNo: of("no") };
    })
  );
  return { bank, surveys: bank.map(({ survey }) => survey), rows };
}

/** The predictor's skill on questions of other surveys, and how far it is off with it. */
export interface MeasuredSkill {
  readonly skill: Skill;
  readonly errors: ErrorModel;
}

/**
 * The mean of all questions, and the slopes by which least squares shrink what the predictor says beyond it: no forecast is worse than that
 * mean by more than chance.
 * @param without a survey that is not looked at.
 */
export function measureSkill(
  { bank, surveys, rows }: OtherSurveys,
  without?: string,
): MeasuredSkill {
  const used = rows.filter(({ question }) => surveys[question] !== without);
  const first = [
    ...calibratedBank().map((question) =>
      positive(question, parseQuestion(question.wordings[0] ?? "").inverted)
    ),
    ...used.filter(({ wording }) => wording === 0)
      .flatMap(({ question, inverted }) =>
        bank[question] === undefined ? [] : [positive(bank[question], inverted)]
      ),
  ];
  const mean = {
    yes: meanOf(first.map(({ yes }) => yes)),
    no: meanOf(first.map(({ no }) => no)),
  };
  const [overall, segments] = [new Slope(), new Slope()];
  for (const { question: at, inverted, logits, segmentYes } of used) {
    const question = bank[at];
    if (question === undefined) continue;
    const target = positive(question, inverted);
    const said = inverted ? { yes: logits.no, no: logits.yes } : logits;
    overall.add(said.yes, target.yes - mean.yes);
    overall.add(said.no, target.no - mean.no);
    for (const { dimension, segment, respondents, observed } of question.segments) {
      if (respondents < MIN_SEGMENT) continue;
      const difference = boundedLogit(observed.yes, 0.01) - boundedLogit(question.overall.yes, 0.01);
      segments.add(segmentYes[SEGMENT_NAMES.indexOf(`${dimension}=${segment}`)] ?? 0, difference);
    }
  }
  const skill = { mean, slope: overall.value(), segment_slope: segments.value() };
  const held = used.map((row) => withSkill(row, skill));
  return { skill, errors: measureErrors(heldOutPredictions(bank, held)) };
}

/** A prediction as the service states it. */
export function withSkill(row: RawPrediction, { mean, slope, segment_slope }: Skill): LeftOutPrediction {
  const { inverted, logits, segmentYes, segmentNo } = row;
  const [yes, no] = inverted ? [mean.no, mean.yes] : [mean.yes, mean.no];
  return {
    ...row,
    logits: { yes: yes + slope * logits.yes, no: no + slope * logits.no, variance: logits.variance },
    segmentYes: segmentYes.map((x) => segment_slope * x),
    segmentNo: segmentNo.map((x) => segment_slope * x),
  };
}

/** The logits of a question's positive form. */
function positive({ overall: { yes, no } }: BankQuestion, inverted: boolean) {
  return { yes: boundedLogit(inverted ? no : yes), no: boundedLogit(inverted ? yes : no) };
}

/** Least squares through the origin, between 0 and 1. */
class Slope {
  #products = 0;
  #squares = 0;

  add(x: number, y: number): void {
    this.#products += x * y;
    this.#squares += x * x;
  }

  value(): number {
    const slope = this.#squares > 0 ? this.#products / this.#squares : 0;
    return Math.round(1000 * Math.min(1, Math.max(0, slope))) / 1000;
  }
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
