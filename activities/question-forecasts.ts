import { ApplicationFailure } from "@temporalio/activity";
import type { Knowledge, KnowledgeFigures } from "#engine/forecast/model-forecasts.ts";
import {
  type EstimateKey,
  findEstimate,
  findKnowledgeFigures,
  saveEstimate,
} from "#db/methodologies/evaluated-models.ts";
import type { Database } from "#db/postgres/database.ts";
import { sharedFor } from "#shared/lazily.ts";
import { UnusableAnswer } from "#providers/embeddings/encoder.ts";
import type { ShareEstimator } from "#providers/forecast-model/share-estimator.ts";
import type { Methodology } from "#engine/bank/methodology.ts";
import type { Forecaster } from "#engine/forecast/forecaster.ts";
import type { ReadQuestion } from "#engine/forecast/tier.ts";

/** `deno task evaluate-forecasts` measures a model now and then, so figures that are a minute old are current enough. */
const FIGURES_TTL_MS = 60_000;

/** What a language model adds to forecasts: asked once a question and year, and only where it was measured and counts. */
export class ForecastKnowledge {
  readonly #database: Database;
  readonly #estimator: ShareEstimator;
  readonly #figures: () => Promise<KnowledgeFigures | null>;
  /** Estimates under way: whoever asks for the same meanwhile waits for the same. */
  readonly #asked = new Map<string, Promise<number>>();

  constructor(database: Database, estimator: ShareEstimator) {
    this.#database = database;
    this.#estimator = estimator;
    this.#figures = sharedFor(FIGURES_TTL_MS, () => findKnowledgeFigures(database, estimator.id));
  }

  /**
   * The estimate of a question; null where the model was not measured or does not count.
   * @param question as it is read: spelling, capitals and spaces make no other question.
   * @throws ApplicationFailure `ForecastModelUnavailable` when the server does not answer, retryable unless it refuses what it is sent.
   */
  async of(question: string, signal: AbortSignal = new AbortController().signal): Promise<Knowledge | null> {
    const figures = await this.#figures();
    if (figures === null || !figures.counts) return null;
    const { id: modelId, model } = this.#estimator;
    const key = { modelId, question, year: new Date().getUTCFullYear() };
    const under = `${key.year} ${question}`;
    const asked = this.#asked.get(under) ?? this.#estimate(key, signal);
    this.#asked.set(under, asked);
    const share = await asked.finally(() => this.#asked.delete(under));
    return { model, share, figures };
  }

  /** Names what forecasts rest on beside surveys: another year or evaluation gives other forecasts. */
  async version(): Promise<string | null> {
    const figures = await this.#figures();
    if (figures === null || !figures.counts) return null;
    return `${this.#estimator.id} ${new Date().getUTCFullYear()} ${JSON.stringify(figures.weights)}`;
  }

  async #estimate(key: EstimateKey, signal: AbortSignal): Promise<number> {
    const known = await findEstimate(this.#database, key);
    if (known !== null) return known;
    const { share } = await this.#estimator.estimate(key.question, key.year, signal).catch(modelUnavailable);
    return await saveEstimate(this.#database, key, share);
  }
}

/** Throws what gave no usable answer as operators see it, and any other error as it is. */
export const unavailable = (type: string, message: string) => (error: unknown): never => {
  if (!(error instanceof UnusableAnswer)) throw error;
  throw ApplicationFailure.create({ type, message, nonRetryable: !error.retryable, cause: error });
};

const modelUnavailable = unavailable(
  "ForecastModelUnavailable",
  "The model that forecasts are asked of is unavailable",
);

/** What forecasts of questions take beside the forecaster: the encoder's faults as operators see them, and what a language model knows. */
export class QuestionForecasts {
  readonly #forecaster: () => Forecaster;
  readonly #knowledge: ForecastKnowledge | null;

  /**
   * @param forecaster creates the forecaster at its first call.
   * @param knowledge of a language model; null without one.
   */
  constructor(forecaster: () => Forecaster, knowledge: ForecastKnowledge | null) {
    this.#forecaster = forecaster;
    this.#knowledge = knowledge;
  }

  get forecaster(): Forecaster {
    return this.#forecaster();
  }

  /** What a model says of a question that no calibrated one answers word for word; null where none counts. */
  async knowledgeOf({ text, parsed, own }: ReadQuestion, signal?: AbortSignal): Promise<Knowledge | null> {
    if (this.#knowledge === null || !parsed.closed || own?.likely.sameWords === true) return null;
    return await this.#knowledge.of(text, signal);
  }

  /** Of a model's knowledge that forecasts rest on; null without. */
  async knowledgeVersion(): Promise<string | null> {
    return await this.#knowledge?.version() ?? null;
  }

  /** Reads a question. @throws ApplicationFailure `EmbeddingsUnavailable` when the encoder's thread ended; the signal's reason. */
  async read(question: string, methodology: Methodology | null, signal?: AbortSignal): Promise<ReadQuestion> {
    return await this.forecaster.read(question, methodology, signal).catch(encoderUnavailable);
  }
}

const encoderUnavailable = unavailable("EmbeddingsUnavailable", "The sentence encoder is unavailable");
