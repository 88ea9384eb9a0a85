import type { Forecast } from "#engine/prediction/forecast.ts";
import type { Forecaster } from "#engine/prediction/forecaster.ts";
import { measuredUncertainty, type ModelFigures } from "#engine/prediction/model-error.ts";
import type { Database } from "../database.ts";
import { findModelError } from "./accuracy.ts";

/** `deno task evaluate-agents` measures a model now and then, so figures that are a minute old are current enough. */
const FIGURES_TTL_MS = 60_000;

/** Forecasts where a language model answers for the agents: how sure they are is the model's own, measured error. */
export class ModelForecasts {
  readonly #database: Database;
  readonly #engine: { readonly name: string; readonly version: string };
  readonly #forecaster: () => Pick<Forecaster, "unmeasured">;
  #known: { readonly figures: ModelFigures | null; readonly expiresAt: number } | null = null;

  /**
   * @param database of a role that reads the models' errors, which is the workers'.
   * @param engine the model with the versions of prompt, persona and reply schema.
   */
  constructor(
    database: Database,
    engine: { readonly name: string; readonly version: string },
    forecaster: () => Pick<Forecaster, "unmeasured">,
  ) {
    this.#database = database;
    this.#engine = engine;
    this.#forecaster = forecaster;
  }

  /** A model answers the question itself, so nothing is turned and its own error counts; until that is measured it may be anything. */
  async of(forecast: Forecast): Promise<Forecast> {
    const figures = await this.#figures();
    const segments = forecast.segments.keys();
    const uncertainty = figures === null
      ? this.#forecaster().unmeasured(segments)
      : measuredUncertainty(figures, segments);
    return { ...forecast, turned: false, uncertainty };
  }

  async #figures(): Promise<ModelFigures | null> {
    if (this.#known === null || this.#known.expiresAt < Date.now()) {
      const figures = await findModelError(this.#database, this.#engine);
      this.#known = { figures, expiresAt: Date.now() + FIGURES_TTL_MS };
    }
    return this.#known.figures;
  }
}
