import type { Methodology } from "../bank/methodology.ts";
import { findSegment } from "../population/dimensions.ts";
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
 * The yes shares of one question's forecast, which a simulation of the question draws its agents from. It keeps some 3 kB of the
 * forecast's 20 kB, so that a file's questions fit into memory.
 */
export class QuestionPrediction {
  readonly basis: PredictionBasis;
  readonly #overall: number;
  /** Percent by `dimension=segment`; NaN where the population has no people, nothing where the forecast says nothing. */
  readonly #bySegment: ReadonlyMap<string, number>;

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
    const { where = {} } = fitting?.population ?? {};
    const isAdmitted = (name: string) => {
      const [dimension = "", segment = ""] = name.split("=");
      return where[dimension]?.includes(segment) !== false;
    };
    this.#bySegment = new Map(
      [...segments].filter(([name]) => isAdmitted(name)).map(([name, { yes }]) => [name, 100 * yes]),
    );
  }

  /** The yes share of `overall`, of `dimension=segment`, or of a segment by its label; the overall share of any other, as `unknown`. */
  of(segment: string): Prediction {
    if (segment.trim().toLowerCase() === "overall") return { yes_pct: this.#overall, from: "overall" };
    const found = findSegment(segment);
    const yes_pct = found === null ? NaN : this.#bySegment.get(`${found.dimension}=${found.segment}`) ?? NaN;
    return Number.isNaN(yes_pct) ? { yes_pct: this.#overall, from: "unknown" } : { yes_pct, from: "segment" };
  }
}
