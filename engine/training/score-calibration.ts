import { sha256 } from "#shared/crypto.ts";
import { itemAt } from "../numeric/columns.ts";
import type { Prediction } from "../methodologies/accuracy.ts";
import type { Methodology } from "../methodologies/methodology.ts";
import { type Accuracy, AccuracySums } from "./error-measures.ts";
import type { Observation } from "./calibration-row.ts";

/** Routes questions and predicts shares. `enginePredictor` makes one from the engine's own predictions and a router. */
export interface Predictor<M extends ScoredMethodology> {
  /**
   * Routes questions: to each its methodology, or null where none fits and the generic prior predicts. Each distinct question is
   * routed once, up to {@link QUESTIONS_PER_CALL} in a call, so that an embedder behind a network answers in batches.
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
 * Predicts every row and compares it with the observed share. A training run's name is free and names no methodology, so each
 * question is routed as an auto-routed simulation's would be. Memory holds a digest of each distinct question.
 *
 * @throws RangeError where a prediction is not a share or a question has no route. Errors of `rows`, such as
 *     CalibrationFileFault, pass through unchanged.
 */
export async function scoreCalibration<M extends ScoredMethodology>(
  rows: AsyncIterable<Observation>,
  predictor: Predictor<M>,
): Promise<CalibrationScore> {
  const sums = new AccuracySums();
  const routes = new Routes<M>();
  let batch: KeyedRow[] = [];
  for await (const row of rows) {
    const size = batch.push({ row, key: sha256(row.question).toString("base64") });
    if (size < QUESTIONS_PER_CALL) continue;
    await scoreBatch(batch, predictor, routes, sums);
    batch = [];
  }
  await scoreBatch(batch, predictor, routes, sums);
  return { accuracy: sums.result(), questions: routes.counts() };
}

/** A row with the digest of its question. */
interface KeyedRow {
  readonly row: Observation;
  readonly key: string;
}

/** Routes the questions of a batch that are new, then predicts and sums up its rows. */
async function scoreBatch<M extends ScoredMethodology>(
  batch: readonly KeyedRow[],
  predictor: Predictor<M>,
  routes: Routes<M>,
  sums: AccuracySums,
): Promise<void> {
  const unrouted = new Map(
    batch.filter(({ key }) => !routes.has(key)).map(({ row, key }) => [key, row.question]),
  );
  if (unrouted.size > 0) {
    const chosen = await predictor.choose([...unrouted.values()]);
    [...unrouted.keys()].forEach((key, index) => routes.set(key, itemAt(chosen, index)));
  }
  for (const { row, key } of batch) {
    const { yes_pct, from } = predictor.predict(routes.count(key), row.segment);
    if (!(yes_pct >= 0 && yes_pct <= 100)) {
      throw new RangeError(`Cannot score a row: ${yes_pct} is not a share from 0 to 100`);
    }
    sums.add({ ...row, predicted_yes_pct: yes_pct, unknown_segment: from === "unknown" });
  }
}

/** The methodology of each distinct question, and each methodology's numbers of questions and rows. */
class Routes<M extends ScoredMethodology> {
  readonly #byQuestion = new Map<string, Tally<M>>();
  readonly #byMethodology = new Map<string, Tally<M>>();

  has(key: string): boolean {
    return this.#byQuestion.has(key);
  }

  set(key: string, methodology: M | null): void {
    const name = methodology === null ? "" : `${methodology.slug}@${methodology.version}`;
    const tally = this.#byMethodology.get(name) ?? { methodology, questions: 0, rows: 0 };
    this.#byMethodology.set(name, tally);
    tally.questions++;
    this.#byQuestion.set(key, tally);
  }

  /** Counts a row of the question and returns the methodology that predicts it. */
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
