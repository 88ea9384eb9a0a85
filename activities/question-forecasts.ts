import type { Knowledge } from "#engine/forecast/knowledge.ts";
import type { Methodology } from "#engine/bank/methodology.ts";
import type { Forecast } from "#engine/forecast/forecast.ts";
import type { Forecaster, ForecastRequest } from "#engine/forecast/forecaster.ts";
import type { ReadQuestion, TierEvidence } from "#engine/forecast/tier.ts";
import { parseQuestion } from "#engine/question/parsed-question.ts";
import type { SentenceEncoder } from "#engine/question/vectors.ts";
import { type ForecastKnowledge, unavailable } from "./forecast-knowledge.ts";
import { similarityOf } from "#providers/embeddings/embedder.ts";

/** Forecasts questions by the embedder in use: what a simulation's agents are drawn from, and what a training run is scored by. */
export class QuestionForecasts {
  readonly embedder: SentenceEncoder;
  readonly #forecaster: () => Forecaster;

  readonly #knowledge: ForecastKnowledge | null;

  /**
   * @param forecaster creates the forecaster at its first call.
   * @param knowledge of a language model; null without one.
   */
  constructor(
    embedder: SentenceEncoder,
    forecaster: () => Forecaster,
    knowledge: ForecastKnowledge | null = null,
  ) {
    this.embedder = embedder;
    this.#forecaster = forecaster;
    this.#knowledge = knowledge;
  }

  /** What a model says of a question that no calibrated one answers word for word; null where none counts. */
  async knowledgeOf({ text, parsed, own }: ReadQuestion, signal?: AbortSignal): Promise<Knowledge | null> {
    if (this.#knowledge === null || !parsed.closed || own?.likely.sameWords === true) return null;
    return await this.#knowledge.of(text, signal);
  }

  get forecaster(): Forecaster {
    return this.#forecaster();
  }

  /** Of a model's knowledge that forecasts rest on; null without. */
  async knowledgeVersion(): Promise<string | null> {
    return await this.#knowledge?.version() ?? null;
  }

  /** Reads a question. @throws ApplicationFailure `EmbeddingsUnavailable` when the encoder's thread ended; the signal's reason. */
  async read(question: string, methodology: Methodology | null, signal?: AbortSignal): Promise<ReadQuestion> {
    return await this.forecaster.read(question, methodology, signal).catch(embeddingsUnavailable);
  }

  /**
   * @throws ApplicationFailure `EmbeddingsUnavailable` when an embeddings server does not answer, retryable unless the server
   *     refuses what it is sent; the signal's reason.
   */
  async forecast(request: Omit<ForecastRequest, "similarity">, signal?: AbortSignal): Promise<Forecast> {
    const { read, methodology } = request;
    const similarity = methodology === null ? null : await this.#similarities(read, methodology, signal);
    return this.forecaster.forecast({ ...request, ...(similarity === null ? {} : { similarity }) });
  }

  /** Cosines by the embedder in use. A server compares opposite questions in their positive forms, where they are equally near. */
  async #similarities(
    read: ReadQuestion,
    methodology: Methodology,
    signal: AbortSignal | undefined,
  ): Promise<TierEvidence["similarity"]> {
    const cosine = async (wording: string, builtIn: number): Promise<number> => {
      if (this.embedder.id === this.forecaster.embedderId) return builtIn;
      const other = parseQuestion(wording);
      const inverted = read.parsed.inverted !== other.inverted;
      const [asked, calibrated] = inverted
        ? [read.parsed.positiveText, other.positiveText]
        : [read.text, wording];
      return await similarityOf(this.embedder, asked, calibrated, signal).catch(embeddingsUnavailable);
    };
    const { kpi, own } = read;
    return {
      kpi: kpi === undefined ? null : await cosine(methodology.kpi_question, kpi.similarity),
      own: own === undefined ? null : await cosine(own.likely.wording, own.likely.similarity),
    };
  }
}

const embeddingsUnavailable = unavailable(
  "EmbeddingsUnavailable",
  "The embeddings server is unavailable",
);
