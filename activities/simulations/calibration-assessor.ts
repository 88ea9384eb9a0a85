import { ApplicationFailure } from "@temporalio/activity";
import type { Methodology } from "#engine/methodologies/methodology.ts";
import {
  type CalibrationBoundary,
  calibrationBoundary,
  type ComputedAccuracy,
} from "#engine/routing/boundary.ts";
import { samePolarity } from "#engine/routing/polarity.ts";
import { confidenceIn, type Router } from "#engine/routing/router.ts";
import type { Database } from "#db/database.ts";
import { type AccuracyRow, findAccuracy } from "#db/methodologies/accuracy.ts";
import type { RunRow } from "#db/simulations/runs.ts";
import { type Embedder, EmbeddingError, similarityOf } from "#providers/embeddings/embedder.ts";

export interface CalibrationAssessorDependencies {
  /** Of a role that reads every organization's rows. */
  readonly database: Database;
  readonly embedder: Embedder;
  /** Creates the router at its first call. */
  readonly router: () => Router;
  /** Confidence from which on a question counts as a methodology's topic, 0 to 1. */
  readonly floor: number;
  readonly engine: { readonly name: string; readonly version: string; readonly bounded: boolean };
}

/** People compute accuracy with `deno task calibrate`, so a figure that is a minute old is current enough. */
const ACCURACY_TTL_MS = 60_000;

/** Decides what may be claimed about a run's result before its agents answer. */
export class CalibrationAssessor {
  readonly #dependencies: CalibrationAssessorDependencies;
  /** By slug and version: runs of two versions are in flight at once after a release that brings a new one. */
  readonly #accuracy = new Map<string, { accuracy: ComputedAccuracy | null; expiresAt: number }>();

  constructor(dependencies: CalibrationAssessorDependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws ApplicationFailure `EmbeddingsUnavailable` when an embeddings server does not answer. */
  async assess(
    row: RunRow,
    methodology: Methodology,
  ): Promise<CalibrationBoundary & { embedder_id: string }> {
    const { embedder, router, floor, engine } = this.#dependencies;
    const { question } = row;
    const { kpi_question, slug } = methodology;
    const similarity = question === null
      ? null
      : await similarityOf(embedder, question, kpi_question).catch(embeddingsUnavailable);
    let confidence = question === null ? 1 : row.routing_confidence;
    const boundary = calibrationBoundary({
      methodology,
      question,
      similarity,
      embedderId: embedder.id,
      samePolarity: question === null || samePolarity(question, kpi_question),
      // Routing takes 0.5 ms, which a calibrated question does not need.
      get routingConfidence() {
        return confidence ??= confidenceIn(router().route(question ?? kpi_question), slug);
      },
      floor,
      accuracy: await this.#accuracyOf(methodology),
      engine: engine.bounded ? "embedded" : "model",
    });
    return { ...boundary, embedder_id: embedder.id };
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
  { accuracy_pct, confirm_mean_pct, computed_at }: AccuracyRow,
): ComputedAccuracy | null {
  if (accuracy_pct === null || confirm_mean_pct === null) return null;
  return { accuracy_pct, confirm_mean_pct, computed_at: computed_at.toISOString() };
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
