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

/** What a model says of a question, in the question's own direction. */
export interface ModelEstimate {
  /** Of those who answer yes or no, the share who would say yes, 0 to 1, by the numbers that it gives. */
  readonly share: number;
  /** The chance, 0 to 1, that its word for what most people say is yes, not no; null where its server does not tell. */
  readonly says_yes: number | null;
}

/** A model's estimate of a question that counts in its forecast, and what it is worth. */
export interface Knowledge {
  /** The model's name, as sources show it. */
  readonly model: string;
  readonly estimate: ModelEstimate;
  readonly figures: KnowledgeFigures;
}

/** What `deno task evaluate-forecasts` found of a model with its prompts; its other figures are stored beside these, by which its estimates count. */
export interface KnowledgeFigures {
  readonly questions: number;
  /** Whether the model's estimates count: the gain is real and the controls were passed. */
  readonly counts: boolean;
  /** Of logits, as {@link weighed} takes them. */
  readonly weights: Readonly<Record<"constant" | "prediction" | keyof ModelEstimate, number>>;
  /** Factor of the prediction's standard deviation, from questions left out; at most 1. */
  readonly spread: number;
  /** By how many points the error falls, with the 95 % interval of a bootstrap over batteries. */
  readonly gain_points: { readonly mean: number; readonly low: number; readonly high: number };
}

/**
 * Takes a model's estimate into a prediction: those who decide move to the weighted sum of both on the logit scale, maybe stays, and what is not
 * known shrinks as far as questions left out showed.
 */
export function withKnowledge(prediction: Prediction, { estimate, figures }: Knowledge): Prediction {
  const { yes, maybe, no } = prediction.shares;
  const decided = weighed(figures.weights, boundedLogit(yes / (yes + no)), estimate);
  const logits = logitsOf(decided, maybe, figures.spread ** 2 * prediction.logits.variance);
  return { ...prediction, logits, shares: sharesFromLogits(logits.yes, logits.no) };
}

/** The logit of yes among those who decide, from the surveys' prediction of it and a model's estimate, whose word says nothing where it is not known. */
export const weighed = (
  weights: KnowledgeFigures["weights"],
  predicted: number,
  { share, says_yes }: ModelEstimate,
): number =>
  weights.constant + weights.prediction * predicted + weights.share * boundedLogit(share) +
  weights.says_yes * boundedLogit(says_yes ?? 0.5);
