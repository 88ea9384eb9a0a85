import { basisOf, forecastBasis } from "../forecast/basis.ts";
import type { Methodology } from "../bank/methodology.ts";
import { reasonDictionary } from "./reasons.ts";
import { forecastLatent } from "./loadings.ts";
import { itemAt, range } from "../numeric/columns.ts";
import { DIMENSION_NAMES, segmentNames } from "../population/dimensions.ts";
import { sequenceStart } from "../population/systematic-sampling.ts";
import type { Forecast, Tier } from "../forecast/forecast.ts";
import { normalQuantile } from "../random/normal.ts";
import { firstUniform, STREAM, streamKey } from "../random/philox.ts";

export interface SimulationInput {
  /** 0 … 2^53 − 1. */
  readonly seed: number;
  /** May be null at tier 3, which takes the generic population whatever the methodology. */
  readonly methodology: Methodology | null;
  /** What the agents are drawn from: the forecast of a question, or at a tier the methodology's own table. */
  readonly tier?: Tier;
  readonly forecast?: Forecast;
}

export interface SimulationDimension {
  readonly name: string;
  readonly segments: readonly string[];
}

/** A simulation ready to be answered, agent by agent. A pure function of its input: any process can prepare it again. */
export type PreparedSimulation = Readonly<ReturnType<typeof prepareSimulation>>;

/**
 * Prepares a simulation. Nothing is drawn for all agents together: what is not known widens the interval.
 * @throws RangeError for a seed out of range, tier 1 or 2 without a methodology, or one that cannot be fitted.
 */
export function prepareSimulation({ seed, methodology, tier = 1, forecast }: SimulationInput) {
  const basis = forecast === undefined ? basisOf(methodology, tier) : forecastBasis(forecast, methodology);
  const { frame, model } = basis;
  /** Generator keys: of the population, and of its attitude to the topic. No draw depends on a question's words. */
  const keys = {
    population: streamKey(seed, frame.id),
    topic: streamKey(seed, frame.id, "topic", basis.topic),
  };
  const normal = (stream: number, draw: number) => normalQuantile(firstUniform(keys.topic, 0, stream, draw));
  const unreported = range(DIMENSION_NAMES.length).filter((d) => !basis.reported.includes(d));
  const places: readonly number[] = [...basis.reported, ...unreported];
  /** All dimensions of the frame, the reported ones first: the order of `AgentChunk.segment`. */
  const dimensions: readonly SimulationDimension[] = places.map((d) => ({
    name: itemAt(DIMENSION_NAMES, d),
    segments: segmentNames(d),
  }));
  return {
    basis,
    dimensions,
    /** How many of `dimensions` are reported in `by_segment` and on agents. */
    reported: basis.reported.length,
    /** Places of `dimensions` in the frame. */
    places,
    reasons: reasonDictionary(
      basis.subject,
      (stance, theme) => normal(STREAM.reason, 1 + stance * 16 + theme),
    ),
    keys,
    /** What the agents' latent answers are made of. */
    latent: forecastLatent(seed, frame.id, basis.topic, forecast),
    /** Start of the systematic sequence, on [0, 1). */
    start: sequenceStart(keys.population),
    /** Whether agents are drawn for the opposite question, and their yes and no swapped. */
    inverted: forecast?.inverted ?? false,
    model,
    /** What the verdict rests on. Without a forecast it is a methodology's own table, whose figures are made up. */
    evidence: forecast?.evidence ?? "demo",
    /** What is not known of people beyond the sampling of the agents; null where nobody measured it. */
    uncertainty: forecast?.uncertainty ?? null,
  };
}
