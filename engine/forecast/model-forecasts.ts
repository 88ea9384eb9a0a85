import type { Forecast } from "./forecast.ts";
import type { Forecaster } from "./forecaster.ts";
import { measuredUncertainty, type ModelFigures } from "./uncertainty.ts";

/** `deno task evaluate-agents` measures a model now and then, so figures that are a minute old are current enough. */
const FIGURES_TTL_MS = 60_000;

/** Forecasts where a language model answers for the agents: how sure they are is the model's own, measured error. */
export class ModelForecasts {
  readonly #findFigures: () => Promise<ModelFigures | null>;
  readonly #forecaster: () => Pick<Forecaster, "unmeasured">;
  #known: { readonly figures: ModelFigures | null; readonly expiresAt: number } | null = null;

  /**
   * @param findFigures reads how far the model was off under its versions of prompt, persona and reply schema; null for an unmeasured model.
   */
  constructor(
    findFigures: () => Promise<ModelFigures | null>,
    forecaster: () => Pick<Forecaster, "unmeasured">,
  ) {
    this.#findFigures = findFigures;
    this.#forecaster = forecaster;
  }

  /** A model answers the question itself, so nothing is inverted and its own error counts; until that is measured it may be anything. */
  async of(forecast: Forecast): Promise<Forecast> {
    const figures = await this.#figures();
    const segments = forecast.segments.keys();
    const uncertainty = figures === null
      ? this.#forecaster().unmeasured(segments)
      : measuredUncertainty(figures, segments);
    return { ...forecast, inverted: false, uncertainty };
  }

  async #figures(): Promise<ModelFigures | null> {
    if (this.#known === null || this.#known.expiresAt < Date.now()) {
      const figures = await this.#findFigures();
      this.#known = { figures, expiresAt: Date.now() + FIGURES_TTL_MS };
    }
    return this.#known.figures;
  }
}
