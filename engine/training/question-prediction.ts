import { floatAt } from "../numeric/columns.ts";
import type { Methodology } from "../bank/methodology.ts";
import {
  DIMENSION_NAMES,
  dimensionIndex,
  findSegment,
  segmentNames,
  slotOf,
  SLOTS,
} from "../population/dimensions.ts";
import { type Forecast, isIllustrative, type Tier } from "../forecast/forecast.ts";

/** A prediction for a segment, in percent of everybody in it (n_a included). */
export interface Prediction {
  readonly yes_pct: number;
  /** `unknown` for a segment that the population does not have: its prediction is the overall share. */
  readonly from: "overall" | "segment" | "unknown";
}

/** What a prediction rests on. */
export interface PredictionBasis {
  /** Null where the question fits none: tier 3. */
  readonly methodology: Pick<Methodology, "slug" | "version"> | null;
  readonly tier: Tier;
  /** Whether its figures are made up. */
  readonly illustrative: boolean;
}

/**
 * The yes shares of one question's forecast, which a simulation of the question draws its agents from. It keeps some 600 bytes of the
 * forecast's 20 kB, so that a file's questions fit into memory.
 */
export class QuestionPrediction {
  readonly basis: PredictionBasis;
  readonly #overall: number;
  /** Percent by slot; NaN where the population has no people, or the forecast says nothing. */
  readonly #bySlot: Float64Array;

  /** @param methodology that takes the question; null for none. */
  constructor(
    forecast: Pick<Forecast, "tier" | "sources" | "overall" | "segments">,
    methodology: Methodology | null,
  ) {
    const { tier, overall, segments } = forecast;
    const fitting = tier === 3 ? null : methodology;
    this.basis = {
      methodology: fitting === null ? null : { slug: fitting.slug, version: fitting.version },
      tier,
      illustrative: isIllustrative(forecast),
    };
    this.#overall = 100 * overall.yes;
    this.#bySlot = yesBySlot(segments, fitting?.population.where ?? {});
  }

  /** The yes share of `overall`, of `dimension=segment`, or of a segment by its label; the overall share of any other, as `unknown`. */
  of(segment: string): Prediction {
    if (segment.trim().toLowerCase() === "overall") return { yes_pct: this.#overall, from: "overall" };
    const ref = findSegment(segment);
    const yes_pct = ref === null
      ? NaN
      : floatAt(this.#bySlot, slotOf(dimensionIndex(ref.dimension), ref.index));
    return Number.isNaN(yes_pct) ? { yes_pct: this.#overall, from: "unknown" } : { yes_pct, from: "segment" };
  }
}

/** @param where restricts the population, dimension by dimension. */
function yesBySlot(
  segments: Forecast["segments"],
  where: NonNullable<Methodology["population"]["where"]>,
): Float64Array {
  const bySlot = new Float64Array(SLOTS).fill(NaN);
  DIMENSION_NAMES.forEach((name, dimension) =>
    segmentNames(dimension).forEach((segment, s) => {
      const shares = segments.get(`${name}=${segment}`);
      if (shares !== undefined && where[name]?.includes(segment) !== false) {
        bySlot[slotOf(dimension, s)] = 100 * shares.yes;
      }
    })
  );
  return bySlot;
}
