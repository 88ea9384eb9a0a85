import { ApplicationFailure } from "@temporalio/activity";
import type { Methodology } from "#engine/methodologies/methodology.ts";
import { type CalibrationBoundary, calibrationBoundary } from "#engine/routing/boundary.ts";
import { samePolarity } from "#engine/routing/polarity.ts";
import { confidenceIn, type Router } from "#engine/routing/router.ts";
import type { Database } from "#db/database.ts";
import { type AccuracyRow, findAccuracy } from "#db/methodologies/accuracy.ts";
import type { RunRow } from "#db/simulations/runs.ts";
import { type Embedder, EmbeddingError, similarityOf } from "#providers/embeddings/embedder.ts";

export interface CalibrationAssessorDependencies {
  /** Sees every organization. */
  readonly database: Database;
  readonly embedder: Embedder;
  readonly router: () => Router;
  /** Confidence from which on a question counts as a methodology's topic, 0 to 1. */
  readonly floor: number;
  readonly engine: { readonly name: string; readonly version: string; readonly bounded: boolean };
}

/** Accuracy is computed by hand, so a figure that is a minute old is current enough. */
const ACCURACY_AGE_MS = 60_000;

/** Decides what may be claimed about a run before its agents are asked. */
export class CalibrationAssessor {
  readonly #parts: CalibrationAssessorDependencies;
  readonly #accuracy = new Map<string, { row: AccuracyRow | null; until: number }>();

  constructor(parts: CalibrationAssessorDependencies) {
    this.#parts = parts;
  }

  /** @throws ApplicationFailure `EngineUnavailable` when an embeddings server does not answer. */
  async assess(
    row: RunRow,
    methodology: Methodology,
  ): Promise<CalibrationBoundary & { embedder_id: string }> {
    const { embedder, router, floor, engine } = this.#parts;
    const { question } = row;
    const similarity = question === null
      ? 1
      : await similarityOf(embedder, question, methodology.kpi_question).catch(unavailable);
    let confidence = question === null ? 1 : row.routing_confidence;
    const boundary = calibrationBoundary({
      methodology,
      question,
      similarity,
      embedderId: embedder.id,
      samePolarity: question === null || samePolarity(question, methodology.kpi_question),
      // Half a millisecond, which the calibrated question can do without.
      get routingConfidence() {
        return confidence ??= confidenceIn(router().route(question ?? ""), methodology.slug);
      },
      floor,
      accuracy: await this.#accuracyOf(methodology),
      engine: engine.bounded ? "embedded" : "model",
    });
    return { ...boundary, embedder_id: embedder.id };
  }

  async #accuracyOf({ slug, version }: Methodology) {
    const { database, engine } = this.#parts;
    let known = this.#accuracy.get(slug);
    if (known === undefined || known.until < Date.now()) {
      const row = await findAccuracy(
        { sql: async (statement, values) => ({ rows: await database.query(statement, values), count: 0 }) },
        { slug, version, engine },
      );
      this.#accuracy.set(slug, known = { row, until: Date.now() + ACCURACY_AGE_MS });
    }
    const { row } = known;
    return row === null || row.accuracy_pct === null || row.confirm_mean_pct === null ? null : {
      accuracy_pct: row.accuracy_pct,
      confirm_mean_pct: row.confirm_mean_pct,
      computed_at: row.computed_at.toISOString(),
    };
  }
}

/** An embeddings server that is down is waited for, like a model server. */
function unavailable(error: unknown): never {
  if (!(error instanceof EmbeddingError)) throw error;
  throw ApplicationFailure.create({
    type: "EngineUnavailable",
    message: "The embeddings server is unavailable",
    nonRetryable: !error.retryable,
    cause: error,
  });
}
