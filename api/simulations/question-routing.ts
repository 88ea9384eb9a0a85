import type { ModelForecasts } from "#engine/forecast/model-forecasts.ts";
import type { PublishedMethodologies } from "#db/methodologies/published.ts";
import type { Methodology } from "#engine/bank/methodology.ts";
import type { Forecaster } from "#engine/forecast/forecaster.ts";
import type { ReadQuestion } from "#engine/forecast/tier.ts";
import { unavailable } from "#shared/errors.ts";
import { confidenceOf, routeQuestion, type Routing, type TrainedRouting } from "#engine/routing/router.ts";

export interface AnsweringModel {
  readonly engine: string;
  /** A question's forecast with the error of the model in place of the forecast's own. */
  readonly forecasts: Pick<ModelForecasts, "of">;
  /** US dollars per million tokens; null where it is unknown. */
  readonly price: { readonly input: number; readonly output: number } | null;
}

/** Routes questions to the methodologies that an organization may use now. */
export class QuestionRouting {
  readonly #forecaster: () => Forecaster;
  readonly #methodologies: PublishedMethodologies;
  readonly #trained: () => TrainedRouting;
  readonly #floor: number;

  /** @param trained gives the routing weights with their references; as `forecaster`, it is called for every question. */
  constructor(
    methodologies: PublishedMethodologies,
    trained: () => TrainedRouting,
    forecaster: () => Forecaster,
    floor: number,
  ) {
    this.#methodologies = methodologies;
    this.#trained = trained;
    this.#forecaster = forecaster;
    this.#floor = floor;
  }

  get forecaster(): Forecaster {
    return this.#forecaster();
  }

  /** Reads a question under a methodology. */
  async read(question: string, methodology: Methodology | null): Promise<ReadQuestion> {
    return await orUnavailable(this.forecaster.read(question, methodology));
  }

  /** The confidence, 0 to 1, at which a run by a named methodology takes the question. */
  async confidence(question: string, slug: string, organizationId: string): Promise<number> {
    const router = this.#trained().to(await this.#methodologies.usableBy(organizationId));
    return await orUnavailable(confidenceOf(router, question, slug));
  }

  /**
   * Ranks the published methodologies and the organization's own by how well they fit the question, and by the calibrated question that
   * it matches. A methodology that the weights lack is learnt when it is first seen, in half a second.
   */
  async route(question: string, organizationId: string): Promise<Routing> {
    const methodologies = await this.#methodologies.usableBy(organizationId);
    return await orUnavailable(routeQuestion(question, methodologies, {
      router: this.#trained().to(methodologies),
      matcher: this.forecaster,
      floor: this.#floor,
    }));
  }
}

/** @throws ApiError 503 where the encoder is busy or has just crashed: the next call starts it anew */
async function orUnavailable<T>(routed: Promise<T>): Promise<T> {
  try {
    return await routed;
  } catch (cause) {
    // By its name: the API imports no provider.
    if (!(cause instanceof Error && cause.name === "EmbeddingError")) throw cause;
    throw unavailable("Questions cannot be read at the moment; try again shortly.", 2, cause);
  }
}
