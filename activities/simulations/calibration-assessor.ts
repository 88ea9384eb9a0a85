import { ApplicationFailure } from "@temporalio/activity";
import type { Methodology } from "#engine/methodologies/methodology.ts";
import type { Forecast } from "#engine/prediction/forecast.ts";
import type { Forecaster } from "#engine/prediction/forecaster.ts";
import type { Uncertainty } from "#engine/prediction/uncertainty.ts";
import { readQuestion } from "#engine/prediction/question-reading.ts";
import { decideTier, type ReadQuestion } from "#engine/prediction/question-match.ts";
import {
  type CalibrationBoundary,
  calibrationBoundary,
  type ComputedAccuracy,
} from "#engine/routing/boundary.ts";
import { confidenceIn, type Router } from "#engine/routing/router.ts";
import type { Database } from "#db/database.ts";
import { type AccuracyRow, findAccuracy } from "#db/methodologies/accuracy.ts";
import type { RunRow } from "#db/simulations/runs.ts";
import { type Embedder, EmbeddingError, similarityOf } from "#providers/embeddings/embedder.ts";

export interface CalibrationAssessorDependencies {
  /** Of a role that reads every organization's rows. */
  readonly database: Database;
  readonly embedder: Embedder;
  /** Creates the forecaster at its first call. */
  readonly forecaster: () => Forecaster;
  /** The router to the methodologies of the release and this one. */
  readonly routerTo: (methodology: Methodology) => Router;
  /** Confidence from which on a question counts as a methodology's topic, 0 to 1. */
  readonly floor: number;
  readonly engine: { readonly name: string; readonly version: string; readonly bounded: boolean };
}

/** What is expected of a run's question, and what may be claimed about its result. */
export interface Assessment {
  readonly forecast: Forecast;
  readonly boundary: CalibrationBoundary & { readonly embedder_id: string };
}

/** People compute accuracy with `deno task calibrate`, so a figure that is a minute old is current enough. */
const ACCURACY_TTL_MS = 60_000;

/** Forecasts a run's question and decides what may be claimed about its result, before its agents answer. */
export class CalibrationAssessor {
  readonly #dependencies: CalibrationAssessorDependencies;
  /** By slug and version: runs of two versions are in flight at once after a release that brings a new one. */
  readonly #accuracy = new Map<string, { accuracy: ComputedAccuracy | null; expiresAt: number }>();

  constructor(dependencies: CalibrationAssessorDependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws ApplicationFailure `EmbeddingsUnavailable` when an embeddings server does not answer. */
  async assess(row: RunRow, methodology: Methodology): Promise<Assessment> {
    const { embedder, forecaster, floor, engine } = this.#dependencies;
    const text = row.question ?? methodology.kpi_question;
    const read = forecaster().reader.read(text, methodology);
    const similarity = await this.#similarities(read, methodology);
    const confidence = row.question === null
      ? 1
      : row.routing_confidence ?? this.#confidence(text, methodology);
    const decision = decideTier(read, { methodology, onTopic: confidence >= floor, similarity });
    const expected = forecaster().forecast({
      read,
      decision,
      methodology,
      similarity: row.question === null ? 1 : decision.table === "kpi" ? similarity.kpi : similarity.nearest,
      scenario: row.scenario_context ?? {},
    });
    const forecast = engine.bounded
      ? expected
      : { ...expected, turned: false, uncertainty: this.#modelUncertainty(expected) };
    const boundary = calibrationBoundary({
      forecast,
      methodology,
      question: row.question,
      embedderId: embedder.id,
      routingConfidence: row.question === null ? null : confidence,
      accuracy: forecast.illustrative ? await this.#accuracyOf(methodology) : null,
      engine: engine.bounded ? "embedded" : "model",
    });
    return { forecast, boundary: { ...boundary, embedder_id: embedder.id } };
  }

  /** Cosines by the embedder in use. A server compares opposite questions in their positive forms, where they are equally near. */
  async #similarities(read: ReadQuestion, methodology: Methodology) {
    const { embedder, forecaster } = this.#dependencies;
    const cosine = async (wording: string, builtIn: number): Promise<number> => {
      if (embedder.id === forecaster().embedderId) return builtIn;
      const other = readQuestion(wording);
      const turned = read.reading.turned !== other.turned;
      const [asked, calibrated] = turned
        ? [read.reading.positiveText, other.positiveText]
        : [read.text, wording];
      return await similarityOf(embedder, asked, calibrated).catch(embeddingsUnavailable);
    };
    const kpi = read.kpi === undefined ? null : await cosine(methodology.kpi_question, read.kpi.similarity);
    const own = read.own === undefined
      ? null
      : await cosine(read.own.likely.wording, read.own.likely.similarity);
    return { kpi, own, nearest: own ?? kpi };
  }

  /** A model answers the question itself, so its own error counts; until that is measured it may be anything. */
  #modelUncertainty({ segments }: Forecast): Uncertainty {
    return this.#dependencies.forecaster().unmeasured(segments.keys());
  }

  /** Of the question or its positive form, whichever fits better, so that an opposite question has the same tier. */
  #confidence(text: string, methodology: Methodology): number {
    const router = this.#dependencies.routerTo(methodology);
    const of = (question: string) => confidenceIn(router.route(question), methodology.slug);
    return Math.max(of(text), of(readQuestion(text).positiveText));
  }

  async #accuracyOf({ slug, version }: Methodology): Promise<ComputedAccuracy | null> {
    const { database, engine } = this.#dependencies;
    const key = `${slug}/${version}`;
    let cached = this.#accuracy.get(key);
    if (cached === undefined || cached.expiresAt < Date.now()) {
      const row = await database.transaction((tx) => findAccuracy(tx, { slug, version, engine }));
      cached = {
        accuracy: row === null ? null : computedAccuracy(row),
        expiresAt: Date.now() + ACCURACY_TTL_MS,
      };
      this.#accuracy.set(key, cached);
    }
    return cached.accuracy;
  }
}

/** Null where no held-out row could be scored. */
function computedAccuracy(
  { accuracy_pct, confirm_mean_pct, baseline_pct, rows_used, computed_at }: AccuracyRow,
): ComputedAccuracy | null {
  if (accuracy_pct === null || confirm_mean_pct === null) return null;
  return {
    accuracy_pct,
    confirm_mean_pct,
    baseline_pct,
    held_out_rows: rows_used,
    computed_at: computed_at.toISOString(),
  };
}

/** @throws ApplicationFailure that is retried until the run's deadline, unless the server refuses what it is sent. */
function embeddingsUnavailable(error: unknown): never {
  if (!(error instanceof EmbeddingError)) throw error;
  throw ApplicationFailure.create({
    type: "EmbeddingsUnavailable",
    message: "The embeddings server is unavailable",
    nonRetryable: !error.retryable,
    cause: error,
  });
}
