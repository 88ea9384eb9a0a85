import type { Database } from "#db/database.ts";
import { type EarlierRunRow, earlierRuns, type ReadRun } from "#db/readings/runs.ts";
import { type ChunkRow, encodedChunk, weightsOf } from "#db/simulations/results.ts";
import { storedChunks } from "#db/simulations/runs.ts";
import { decodeChunk } from "#engine/simulation/chunk-codec.ts";
import { methodologyVersion } from "#engine/methodologies/catalogue.ts";
import { type EarlierRun, type ReadingInput, runFacts } from "#engine/readings/input.ts";
import { prepareRun } from "#engine/simulation/run.ts";
import { readStoredVerdict, type ReadVerdict, type StoredVerdict } from "#engine/verdict/stored-verdict.ts";
import { EMBEDDED_ENGINE } from "#engine/simulation/answer-agents.ts";

/** The rows that a Reading is computed from. They are final, so that every computation gives the same Reading. */
interface ReadingRows {
  readonly run: ReadRun;
  readonly chunks: readonly ChunkRow[];
  readonly earlier: readonly EarlierRunRow[];
}

/** Reads the rows that a Reading is computed from. */
export async function loadReadingInput(database: Database, run: ReadRun): Promise<ReadingInput> {
  const { methodology_slug: slug, methodology_version: version } = run;
  const kpiQuestion = methodologyVersion(slug, version)?.kpi_question ?? null;
  const chunks = await storedChunks(database, run.id);
  const earlier = await earlierRuns(database, run, kpiQuestion);
  return readingInput({ run, chunks, earlier });
}

/**
 * Converts the rows to the input of the blocks. Each part is converted when the first block reads it: an error in one part fails the blocks
 * that read it, and no other block.
 */
function readingInput({ run, chunks, earlier }: ReadingRows): ReadingInput {
  const { seed, question, tier, fitting } = requestOf(run);
  const verdict = once(() => readVerdict(run.verdict));
  const decoded = once(() => chunks.map((chunk) => decodeChunk(encodedChunk(chunk))));
  const weights = once(() => weightsOf(run.weights));
  const randomEffects = once(() => runFacts(prepareRun({ seed, question, methodology: fitting, tier })));
  const earlierRuns = once(() => earlier.map(earlierRun));
  return {
    simulation_id: run.id,
    seed,
    question,
    methodology: fitting && { name: fitting.name, illustrative: fitting.calibration.illustrative },
    boundary: { tier, accuracy_pct: run.calibration_boundary?.accuracy_pct ?? null },
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
      return randomEffects().s_run;
    },
    get tau_seg() {
      return randomEffects().tau_seg;
    },
    get earlier_runs() {
      return earlierRuns();
    },
  };
}

/** The question of a run and its circumstances. The question is empty where this release lacks the methodology that defines it. */
function requestOf(run: ReadRun) {
  const requested = methodologyVersion(run.methodology_slug, run.methodology_version);
  const tier = run.calibration_boundary?.tier ?? 3;
  return {
    seed: Number(run.seed),
    question: run.question ?? requested?.kpi_question ?? "",
    tier,
    fitting: tier === 3 || requested === undefined ? null : requested,
  };
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

/** @throws RangeError where the row holds no counts: no text may be written about such a verdict. */
function readVerdict(stored: StoredVerdict): ReadVerdict {
  const verdict = readStoredVerdict(stored);
  if (!Number.isInteger(verdict.total) || !Number.isFinite(verdict.yes_pct)) {
    throw new RangeError("Cannot read the stored verdict: it has no counts");
  }
  return verdict;
}

/** Computes a value at its first use and then returns the same. */
function once<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined;
  return () => (computed ??= { value: compute() }).value;
}
