import { sharedFor } from "#shared/lazily.ts";
import type { Forecast } from "./forecast.ts";
import { boundedLogit, type Shares, sharesFromLogits } from "../bank/shares.ts";
import type { Uncertainty } from "./uncertainty.ts";
import { logitsOf, type Prediction } from "./predictor.ts";

/** `deno task evaluate-agents` measures a model now and then, so figures that are a minute old are current enough. */
const FIGURES_TTL_MS = 60_000;

/** The forecast of a question where a language model answers for the agents, as sure as the model's measured error lets it be. */
export type ForecastByModel = (forecast: Forecast) => Promise<Forecast>;

/**
 * A model answers the question itself, so nothing is inverted and its own error counts; until that is measured nothing is said about people.
 * @param findFigures reads how far the model was off under its versions of prompt, persona and reply schema; null for an unmeasured model.
 */
export function forecastsByModel(findFigures: () => Promise<ModelFigures | null>): ForecastByModel {
  const recentFigures = sharedFor(FIGURES_TTL_MS, findFigures);
  return async (forecast) => {
    const figures = await recentFigures();
    const answered: Forecast = { ...forecast, inverted: false, uncertainty: null };
    if (forecast.evidence === "none") return answered;
    return {
      ...answered,
      evidence: "model",
      uncertainty: figures === null ? null : measuredUncertainty(figures, forecast.segments.keys()),
    };
  };
}

/** What an evaluation found; its other figures are stored beside these, from which the intervals of runs with the model follow. */
export interface ModelFigures {
  readonly questions: number;
  /** Standard deviations in logits, with the uncertainty of having measured so few questions. */
  readonly sd: Readonly<Record<keyof Shares, number>>;
  /** By dimension. */
  readonly segment_sd: Readonly<Record<string, number>>;
}

/** The uncertainty of a run whose agents a measured model answers for. */
export function measuredUncertainty(
  { sd, segment_sd }: ModelFigures,
  segments: Iterable<string>,
): Uncertainty {
  const of = (apart: number) => {
    const deviation = (own: number) => [{ weight: 1, offset: 0, sd: Math.hypot(own, apart) }];
    return { yes: deviation(sd.yes), maybe: deviation(sd.maybe), no: deviation(sd.no) };
  };
  const widest = Math.max(0, ...Object.values(segment_sd));
  return {
    basis: "measured_model",
    overall: of(0),
    segments: new Map(
      Array.from(segments, (name) => [name, of(segment_sd[name.split("=")[0] ?? ""] ?? widest)]),
    ),
  };
}

/** A model's estimate of a question that counts in its forecast, and what it is worth. */
export interface Knowledge {
  /** The model's name, as sources show it. */
  readonly model: string;
  /** Of those who answer yes or no, the share who would say yes, 0 to 1, in the question's own direction. */
  readonly share: number;
  readonly figures: KnowledgeFigures;
}

/** What `deno task evaluate-forecasts` found of a model with its prompts; its other figures are stored beside these, by which its estimates count. */
export interface KnowledgeFigures {
  readonly questions: number;
  /** Whether the model's estimates count: the gain is real and the controls were passed. */
  readonly counts: boolean;
  /** Logit of the share = constant + prediction · the surveys' prediction + estimate · the model's, all in logits. */
  readonly weights: { readonly constant: number; readonly prediction: number; readonly estimate: number };
  /** Factor of the prediction's standard deviation, from questions left out; at most 1. */
  readonly spread: number;
  /** By how many points the error falls, with the 95 % interval of a bootstrap over batteries. */
  readonly gain_points: { readonly mean: number; readonly low: number; readonly high: number };
}

/**
 * Takes a model's estimate into a prediction: those who decide move to the weighted sum of both on the logit scale, maybe stays, and what is not
 * known shrinks as far as questions left out showed.
 */
export function withKnowledge(prediction: Prediction, { share, figures }: Knowledge): Prediction {
  const { weights: { constant, prediction: own, estimate }, spread } = figures;
  const { yes, maybe, no } = prediction.shares;
  const decided = constant + own * boundedLogit(yes / (yes + no)) + estimate * boundedLogit(share);
  const logits = logitsOf(decided, maybe, spread ** 2 * prediction.logits.variance);
  return { ...prediction, logits, shares: sharesFromLogits(logits.yes, logits.no) };
}
