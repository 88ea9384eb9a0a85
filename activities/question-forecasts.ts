import { ApplicationFailure } from "@temporalio/activity";
import type { Knowledge, KnowledgeFigures, ModelEstimate } from "#engine/forecast/model-forecasts.ts";
import {
  type EstimateKey,
  findEstimate,
  findKnowledgeFigures,
  saveEstimate,
} from "#db/methodologies/evaluated-models.ts";
import type { Database } from "#db/postgres/database.ts";
import { sharedFor } from "#shared/lazily.ts";
import { similarityOf, UnusableAnswer } from "#providers/embeddings/embedder.ts";
import type { ShareEstimator } from "#providers/forecast-model/share-estimator.ts";
import type { Methodology } from "#engine/bank/methodology.ts";
import type { Forecast } from "#engine/forecast/forecast.ts";
import type { Forecaster, ForecastRequest } from "#engine/forecast/forecaster.ts";
import type { ReadQuestion, TierEvidence } from "#engine/forecast/forecast.ts";
import { parseQuestion } from "#engine/question/parsed-question.ts";
import type { SentenceEncoder } from "#engine/question/vectors.ts";

/** `deno task evaluate-forecasts` measures a model now and then, so figures that are a minute old are current enough. */
const FIGURES_TTL_MS = 60_000;

/** What a language model adds to forecasts: asked once a question and year, and only where it was measured and counts. */
export class ForecastKnowledge {
  readonly #database: Database;
  readonly #estimator: ShareEstimator;
  readonly #figures: () => Promise<KnowledgeFigures | null>;
  /** Estimates under way: whoever asks for the same meanwhile waits for the same. */
  readonly #asked = new Map<string, Promise<ModelEstimate>>();

  constructor(database: Database, estimator: ShareEstimator) {
    this.#database = database;
    this.#estimator = estimator;
    this.#figures = sharedFor(FIGURES_TTL_MS, () => findKnowledgeFigures(database, estimator.id));
  }

  /**
   * What the model says of a question, as it is read: spelling, capitals and spaces make no other. Null where a calibrated question answers it word
   * for word, and where the model was not measured, does not count, or lacks the word that counts.
   * @throws ApplicationFailure `ForecastModelUnavailable` when the server does not answer, retryable unless it refuses what it is sent.
   */
  async of({ text: question, parsed, own }: ReadQuestion): Promise<Knowledge | null> {
    if (!parsed.closed || own?.likely.sameWords === true) return null;
    const figures = await this.#figures();
    if (figures === null || !figures.counts) return null;
    const { id: modelId, model } = this.#estimator;
    const key = { modelId, question, year: new Date().getUTCFullYear() };
    const under = `${key.year} ${question}`;
    const asked = this.#asked.get(under) ?? this.#estimate(key);
    this.#asked.set(under, asked);
    const estimate = await asked.finally(() => this.#asked.delete(under));
    if (estimate.says_yes === null && figures.weights.says_yes > 0) return null;
    return { model, estimate, figures };
  }

  /** Names what forecasts rest on beside surveys: another year or evaluation gives other forecasts. */
  async version(): Promise<string | null> {
    const figures = await this.#figures();
    if (figures === null || !figures.counts) return null;
    return `${this.#estimator.id} ${new Date().getUTCFullYear()} ${JSON.stringify(figures.weights)}`;
  }

  async #estimate(key: EstimateKey): Promise<ModelEstimate> {
    const known = await findEstimate(this.#database, key);
    if (known !== null) return known;
    const { signal } = new AbortController();
    const estimate = await this.#estimator.estimate(key.question, key.year, signal).catch(modelUnavailable);
    return await saveEstimate(this.#database, key, estimate);
  }
}

/** Throws what gave no usable answer as operators see it, and any other error as it is. */
const unavailable = (type: string, message: string) => (error: unknown): never => {
  if (!(error instanceof UnusableAnswer)) throw error;
  throw ApplicationFailure.create({ type, message, nonRetryable: !error.retryable, cause: error });
};

const modelUnavailable = unavailable(
  "ForecastModelUnavailable",
  "The model that forecasts are asked of is unavailable",
);

/** Forecasts questions by the embedder in use: what a simulation's agents are drawn from, and what a training run is scored by. */
export class QuestionForecasts {
  readonly embedder: SentenceEncoder;
  readonly #forecaster: () => Forecaster;
  /** Of a language model; null without one. */
  readonly knowledge: ForecastKnowledge | null;

  /** @param forecaster creates the forecaster at its first call. */
  constructor(
    embedder: SentenceEncoder,
    forecaster: () => Forecaster,
    knowledge: ForecastKnowledge | null,
  ) {
    this.embedder = embedder;
    this.#forecaster = forecaster;
    this.knowledge = knowledge;
  }

  /** Reads a question. @throws what the encoder throws; the signal's reason. */
  async read(question: string, methodology: Methodology | null, signal?: AbortSignal): Promise<ReadQuestion> {
    return await this.#forecaster().read(question, methodology, signal);
  }

  /** @throws what the embedder throws; the signal's reason. */
  async forecast(request: Omit<ForecastRequest, "similarity">, signal?: AbortSignal): Promise<Forecast> {
    const { read, methodology } = request;
    const similarity = methodology === null ? null : await this.#similarities(read, methodology, signal);
    return this.#forecaster().forecast({ ...request, ...(similarity === null ? {} : { similarity }) });
  }

  /** Cosines by the embedder in use. A server compares opposite questions in their positive forms, where they are equally near. */
  async #similarities(
    read: ReadQuestion,
    methodology: Methodology,
    signal: AbortSignal | undefined,
  ): Promise<TierEvidence["similarity"]> {
    const cosine = async (wording: string, builtIn: number): Promise<number> => {
      if (this.embedder.id === this.#forecaster().embedderId) return builtIn;
      const other = parseQuestion(wording);
      const inverted = read.parsed.inverted !== other.inverted;
      const [asked, calibrated] = inverted
        ? [read.parsed.positiveText, other.positiveText]
        : [read.text, wording];
      return await similarityOf(this.embedder, asked, calibrated, signal);
    };
    const { kpi, own } = read;
    return {
      kpi: kpi === undefined ? null : await cosine(methodology.kpi_question, kpi.similarity),
      own: own === undefined ? null : await cosine(own.likely.wording, own.likely.similarity),
    };
  }
}

/**
 * An encoder as activities use it, to read questions and to route them.
 * @param name of what is unavailable, for customers
 * @throws ApplicationFailure `EmbeddingsUnavailable` when its thread ended or its server does not answer, retryable unless that refuses what it is
 *     sent; the signal's reason.
 */
export function encoderOfActivities(encoder: SentenceEncoder, name: string): SentenceEncoder {
  const fail = unavailable("EmbeddingsUnavailable", `${name} is unavailable`);
  return { id: encoder.id, embed: (texts, signal) => encoder.embed(texts, signal).catch(fail) };
}
