import type { Forecast } from "./forecast.ts";
import type { Shares } from "../bank/shares.ts";
import type { Uncertainty } from "./uncertainty.ts";

/** `deno task evaluate-agents` measures a model now and then, so figures that are a minute old are current enough. */
const FIGURES_TTL_MS = 60_000;

/** Forecasts where a language model answers for the agents: how sure they are is the model's own, measured error. */
export class ModelForecasts {
  readonly #findFigures: () => Promise<ModelFigures | null>;
  #known: { readonly figures: ModelFigures | null; readonly expiresAt: number } | null = null;

  /**
   * @param findFigures reads how far the model was off under its versions of prompt, persona and reply schema; null for an unmeasured model.
   */
  constructor(findFigures: () => Promise<ModelFigures | null>) {
    this.#findFigures = findFigures;
  }

  /** A model answers the question itself, so nothing is inverted and its own error counts; until that is measured nothing is said about people. */
  async of(forecast: Forecast): Promise<Forecast> {
    const figures = await this.#figures();
    const answered: Forecast = { ...forecast, inverted: false, uncertainty: null };
    if (forecast.evidence === "none") return answered;
    return {
      ...answered,
      evidence: "model",
      uncertainty: figures === null ? null : measuredUncertainty(figures, forecast.segments.keys()),
    };
  }

  async #figures(): Promise<ModelFigures | null> {
    if (this.#known === null || this.#known.expiresAt < Date.now()) {
      const figures = await this.#findFigures();
      this.#known = { figures, expiresAt: Date.now() + FIGURES_TTL_MS };
    }
    return this.#known.figures;
  }
}

/** What an evaluation found. It is stored as it is, and intervals of runs with the model follow from `sd` and `segment_sd`. */
export interface ModelFigures {
  readonly questions: number;
  readonly mae_points: number;
  /** Mean of model less people. */
  readonly bias_points: number;
  readonly bias_se_points: number;
  /** Mean error of saying 48 % to everything. */
  readonly baseline_mae_points: number;
  /** Share of the questions whose public share lies inside the interval that the other questions give. */
  readonly coverage_pct: number;
  /** Half the width of such an interval at 50 %. */
  readonly half_width_points: number;
  /** The random sample of people whose interval of a share of 50 % would be as wide. */
  readonly effective_human_n: number;
  /** Model over people: of the answers within a group, and of the segments around the whole. 1 is right. */
  readonly variance_ratio: {
    readonly answers: number;
    /** Null where people's segments do not differ beyond sampling; with its standard error, by the jackknife over questions. */
    readonly segments: number | null;
    readonly segments_se: number | null;
  };
  /** Of pairs of segments whom people's answers set apart, the share that the model has in the same order; null without any. */
  readonly order_pct: number | null;
  readonly shifts: readonly SegmentShift[];
  /** Standard deviations in logits, with the uncertainty of having measured so few questions. */
  readonly sd: Readonly<Record<keyof Shares, number>>;
  readonly segment_sd: Readonly<Record<string, number>>;
}

/** How far a segment's yes is off beyond what the whole is off, in points: model less people. */
export interface SegmentShift {
  readonly segment: string;
  readonly shift_points: number;
  readonly se_points: number;
  readonly questions: number;
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
