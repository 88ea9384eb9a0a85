import { type EarlierRunRow, type ReadRun } from "#db/readings/runs.ts";
import { type ChunkRow, encodedChunk, weightsOf } from "#db/simulations/results.ts";
import { decodeChunk } from "#engine/simulation/chunk-codec.ts";
import { methodologyVersion } from "#engine/methodologies/catalogue.ts";
import { type EarlierRun, type ReadingInput, runFacts } from "#engine/readings/input.ts";
import { prepareRun } from "#engine/simulation/run.ts";
import { readStoredVerdict, type ReadVerdict, type StoredVerdict } from "#engine/verdict/stored-verdict.ts";
import { EMBEDDED_ENGINE } from "#engine/simulation/answer-agents.ts";

/** The rows that a Reading is computed from. They are final, so whoever computes it again computes the same. */
export interface ReadingRows {
  readonly run: ReadRun;
  readonly chunks: readonly ChunkRow[];
  readonly earlier: readonly EarlierRunRow[];
}

/**
 * What a Reading is computed from, as its rows say. Each part is read when a block first asks for it: what is wrong with one fails the
 * blocks that need it, and no others.
 */
export function readingInput({ run, chunks, earlier }: ReadingRows): ReadingInput {
  const { calibration_boundary: boundary, methodology_slug: slug, methodology_version: version } = run;
  const tier = boundary?.tier ?? 3;
  const asked = methodologyVersion(slug, version);
  const question = run.question ?? asked?.kpi_question ?? "";
  const seed = Number(run.seed);
  const fitting = tier === 3 || asked === undefined ? null : asked;

  const verdict = once(() => readVerdict(run.verdict));
  const decoded = once(() => chunks.map((chunk) => decodeChunk(encodedChunk(chunk))));
  const weights = once(() => weightsOf(run.weights));
  const shifts = once(() => runFacts(prepareRun({ seed, question, methodology: fitting, tier })));
  const earlierRuns = once(() => earlier.map(earlierRun));
  return {
    simulation_id: run.id,
    seed,
    question,
    methodology: fitting && { name: fitting.name, illustrative: fitting.calibration.illustrative },
    boundary: { tier, accuracy_pct: boundary?.accuracy_pct ?? null },
    textSource: run.engine_name === EMBEDDED_ENGINE.name ? "templates" : "model",
    get verdict() {
      return verdict();
    },
    get dimensions() {
      return run.dimensions.all.slice(0, run.dimensions.reported);
    },
    get chunks() {
      return decoded();
    },
    get weights() {
      return weights();
    },
    get s_run() {
      return shifts().s_run;
    },
    get tau_seg() {
      return shifts().tau_seg;
    },
    get earlier_runs() {
      return earlierRuns();
    },
  };
}

/** What runs without a question of their own were asked; null when this release does not know their methodology. */
export function kpiQuestion({ methodology_slug, methodology_version }: ReadRun): string | null {
  return methodologyVersion(methodology_slug, methodology_version)?.kpi_question ?? null;
}

function earlierRun({ id, completed_at, agent_count, seed, verdict }: EarlierRunRow): EarlierRun {
  const { answer, yes_pct, maybe_pct, no_pct, n_a_pct, margin_of_error_pct } = readVerdict(verdict);
  return {
    simulation_id: id,
    completed_at: completed_at.toISOString(),
    agent_count,
    seed: Number(seed),
    answer,
    yes_pct,
    maybe_pct,
    no_pct,
    n_a_pct,
    margin_of_error_pct,
  };
}

/** @throws RangeError for a row that holds no verdict, of which no text may speak. */
function readVerdict(stored: StoredVerdict): ReadVerdict {
  const verdict = readStoredVerdict(stored);
  if (!Number.isInteger(verdict.total) || !Number.isFinite(verdict.yes_pct)) {
    throw new RangeError("Cannot read the stored verdict: it has no counts");
  }
  return verdict;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
