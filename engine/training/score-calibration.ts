import { sha256 } from "#shared/crypto.ts";
import type { Prediction } from "../methodologies/accuracy.ts";
import type { Methodology } from "../methodologies/methodology.ts";
import { type Accuracy, AccuracySums } from "./error-measures.ts";
import type { Observation } from "./calibration-row.ts";

/** What scoring asks. `enginePredictor` makes one of the engine's own predictions and a router. */
export interface Predictor<M extends ScoredMethodology> {
  /**
   * Routes questions: for each one its methodology, or null where none fits and the generic prior predicts. It is asked for each
   * distinct question once, up to {@link QUESTIONS_PER_CALL} at a time, so that an embedder behind a network answers in batches.
   */
  choose(questions: readonly string[]): Promise<readonly (M | null)[]> | readonly (M | null)[];
  /** The yes share of a segment's answers; of a segment that the population lacks, the overall share, marked `unknown`. */
  predict(methodology: M | null, segment: string): Prediction;
}

export type ScoredMethodology = Pick<Methodology, "slug" | "version" | "calibration">;

/** Rows are held and routed this many at a time: at most 8 MB of questions, and 200 calls for the longest file. */
export const QUESTIONS_PER_CALL = 500;

/** How the questions of a file were predicted. */
export interface QuestionCounts {
  readonly distinct: number;
  /** Most questions first, then by slug. `methodology` null: the generic prior. */
  readonly by_methodology: readonly {
    readonly methodology:
      | { readonly slug: string; readonly version: number; readonly illustrative: boolean }
      | null;
    readonly questions: number;
    readonly rows: number;
  }[];
}

export interface CalibrationScore {
  readonly accuracy: Accuracy;
  readonly questions: QuestionCounts;
}

/**
 * Predicts every row and compares it with what was observed. A training run's name is free and names no methodology, so each
 * question is routed as an auto-routed simulation's would be. Of distinct questions only a digest is kept.
 *
 * @throws what `rows` throws, such as CalibrationFileFault; RangeError where a prediction is not a share.
 */
export async function scoreCalibration<M extends ScoredMethodology>(
  rows: AsyncIterable<Observation>,
  predictor: Predictor<M>,
): Promise<CalibrationScore> {
  const sums = new AccuracySums();
  const routes = new Routes<M>();
  let batch: Observation[] = [];

  async function scoreBatch(): Promise<void> {
    const keyed = batch.map((row) => ({ row, key: sha256(row.question).toString("base64") }));
    const unrouted = new Map<string, string>();
    for (const { row, key } of keyed) if (!routes.has(key)) unrouted.set(key, row.question);
    if (unrouted.size > 0) {
      const chosen = await predictor.choose([...unrouted.values()]);
      [...unrouted.keys()].forEach((key, index) => routes.set(key, chosen[index] ?? null));
    }
    for (const { row, key } of keyed) {
      const methodology = routes.count(key);
      const { yes_pct, from } = predictor.predict(methodology, row.segment);
      if (!(yes_pct >= 0 && yes_pct <= 100)) {
        throw new RangeError(`Cannot score a row: ${yes_pct} is not a share from 0 to 100`);
      }
      sums.add({ ...row, predicted_yes_pct: yes_pct, unknown_segment: from === "unknown" });
    }
    batch = [];
  }

  for await (const row of rows) {
    if (batch.push(row) === QUESTIONS_PER_CALL) await scoreBatch();
  }
  await scoreBatch();
  return { accuracy: sums.result(), questions: routes.counts() };
}

/** Which methodology each distinct question has, and how many questions and rows each methodology has. */
class Routes<M extends ScoredMethodology> {
  readonly #byQuestion = new Map<string, Tally<M>>();
  readonly #byMethodology = new Map<string, Tally<M>>();

  has(key: string): boolean {
    return this.#byQuestion.has(key);
  }

  set(key: string, methodology: M | null): void {
    const name = methodology === null ? "" : `${methodology.slug}@${methodology.version}`;
    let tally = this.#byMethodology.get(name);
    if (tally === undefined) {
      this.#byMethodology.set(name, tally = { methodology, questions: 0, rows: 0 });
    }
    tally.questions++;
    this.#byQuestion.set(key, tally);
  }

  /** Counts a row of the question and says which methodology predicts it. */
  count(key: string): M | null {
    const tally = this.#byQuestion.get(key);
    if (tally === undefined) throw new RangeError("Cannot score a row: its question was not routed");
    tally.rows++;
    return tally.methodology;
  }

  counts(): QuestionCounts {
    const by_methodology = [...this.#byMethodology.entries()]
      .sort(([a, { questions: few }], [b, { questions: many }]) => many - few || (a < b ? -1 : 1))
      .map(([, { methodology, questions, rows }]) => ({
        methodology: methodology && {
          slug: methodology.slug,
          version: methodology.version,
          illustrative: methodology.calibration.illustrative,
        },
        questions,
        rows,
      }));
    return { distinct: this.#byQuestion.size, by_methodology };
  }
}

interface Tally<M> {
  readonly methodology: M | null;
  questions: number;
  rows: number;
}
