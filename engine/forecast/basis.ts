import { lazily, lazilyOf } from "#shared/lazily.ts";
import { calibratedBank } from "../bank/calibrated-survey.ts";
import type { Methodology } from "../bank/methodology.ts";
import { dimensionIndex } from "../population/dimensions.ts";
import type { Audience } from "../population/audience.ts";
import { type Frame, US_ADULTS } from "../population/frame.ts";
import { populationFrame } from "../population/own-frame.ts";
import type { Forecast, Tier } from "./forecast.ts";
import { fitModel } from "./fit-model.ts";
import type { AnswerModel } from "./answer-model.ts";
import { fitTargets, type Targets, targetsOfShares } from "./targets.ts";

/** Everything about a simulation that does not depend on its seed. */
export interface Basis {
  readonly tier: Tier;
  readonly frame: Frame;
  /** Names the topic part of an agent's trait, and with seed and population all draws. */
  readonly topic: string;
  /** Words about the subject, from which reasons take their themes. */
  readonly subject: string;
  /** Numbers of the dimensions of `by_segment`. */
  readonly reported: readonly number[];
  readonly model: AnswerModel;
}

/** Tier 3: no methodology covers the question, so the generic U.S. population answers. */
export const GENERIC = {
  slug: "generic",
  topic: "",
  population: { frame: US_ADULTS },
  segments: ["sex", "age", "education", "race", "region"],
} as const;

/** Logits: under 0.03 points, a tenth of the sampling error of 10,000 agents. */
export const FORECAST_TOLERANCE = 1e-3;

const forecastBases = new WeakMap<Forecast, { methodology: Methodology | null; basis: Basis }>();

/**
 * The basis of a methodology's own KPI table at tier 1 or 2; at tier 3 the mean of all calibrated questions. Computed once per
 * methodology object and tier (some 10 ms), so callers should pass the same object again.
 * @throws RangeError for tier 1 or 2 without a methodology, or for a table that cannot be fitted.
 */
export function basisOf(methodology: Methodology | null, tier: Tier): Basis {
  if (tier === 3) return genericBasis();
  if (methodology === null) throw new RangeError(`Cannot run tier ${tier} without a methodology`);
  return { tier, ...fittedBasis(methodology) };
}

const genericBasis = lazily((): Basis => {
  const population = populationOf(null);
  return { tier: 3, ...population, model: fitModel(population.frame, genericTargets()) };
});

const fittedBasis = lazilyOf((methodology: Methodology): Omit<Basis, "tier"> => {
  const population = populationOf(methodology);
  const targets = fitTargets(methodology, population.frame);
  return { ...population, model: fitModel(population.frame, targets) };
});

/**
 * The basis of one question's forecast: agents of the methodology's population, or of the generic one at tier 3, whose expected
 * shares are the forecast's, in the direction in which they are drawn. Some 10 ms, once for each forecast object.
 */
export function forecastBasis(forecast: Forecast, methodology: Methodology | null): Basis {
  const known = forecastBases.get(forecast);
  if (known?.methodology === methodology) return known.basis;
  const { tier, audience } = forecast;
  const population = populationOf(tier === 3 ? null : methodology, audience);
  const targets = targetsOfShares(forecast, population.frame, population.reported);
  const basis = { tier, ...population, model: fitModel(population.frame, targets, FORECAST_TOLERANCE) };
  forecastBases.set(forecast, { methodology, basis });
  return basis;
}

/** Whom a run under a methodology asks, or without one under none: those of them who are of the audience. */
export function populationOf(
  methodology: Methodology | null,
  audience: Audience | null = null,
): Pick<Basis, "frame" | "topic" | "subject" | "reported"> {
  const { slug, topic, population, segments } = methodology ?? GENERIC;
  return {
    topic: slug,
    subject: methodology === null ? "" : `${slug} ${topic}`,
    frame: populationFrame(population, audience),
    reported: segments.map(dimensionIndex),
  };
}

/** The mean of all calibrated questions, without segment effects: one that came back with every question would look like knowledge. */
function genericTargets(): Targets {
  const bank = calibratedBank();
  const mean = (answer: "yes" | "maybe" | "no") =>
    bank.reduce((sum, { overall }) => sum + overall[answer], 0) / bank.length;
  const [yes, maybe] = [mean("yes"), mean("maybe")];
  return { overall: { yes, maybe, no: 1 - yes - maybe, n_a: 0 }, byDimension: new Map() };
}
