import { lazily } from "#shared/lazily.ts";
import { type EarlierRunRow, earlierRuns, type ReadRun } from "#db/readings/readings.ts";
import { storedChunks, weightsOf } from "#db/simulations/runs.ts";
import type { Methodology } from "#engine/bank/methodology.ts";
import type { EarlierRun, ReadingInput } from "#engine/readings/input.ts";
import { decodeChunk, type EncodedChunk } from "#engine/sampling/chunks.ts";
import {
  readStoredVerdict,
  type ReadVerdict,
  type StoredBoundary,
  type StoredVerdict,
} from "#engine/verdict/stored-verdict.ts";
import { populationOfVerdict } from "#engine/verdict/disclosure.ts";
import { basisOf, foldInWords, peopleOf } from "#engine/verdict/people.ts";
import { EMBEDDED_ENGINE } from "#engine/sampling/answer-agents.ts";
import type { Dependencies } from "../dependencies.ts";

export type InputDependencies = Pick<Dependencies, "database" | "methodologies" | "turns">;

/** The rows that a Reading is computed from. They are final, so that every computation gives the same Reading. */
interface ReadingRows {
  readonly run: ReadRun;
  readonly chunks: readonly EncodedChunk[];
  readonly earlier: readonly EarlierRunRow[];
  /** Undefined where it is kept no longer, or not in this release. */
  readonly requested: Methodology | undefined;
}

/** Reads the rows that a Reading is computed from. */
export async function loadReadingInput(
  { database, methodologies }: Pick<InputDependencies, "database" | "methodologies">,
  run: ReadRun,
): Promise<ReadingInput> {
  const requested = await methodologies.version(run.organization_id, run);
  const kpiQuestion = requested?.kpi_question ?? null;
  const chunks = await storedChunks(database, run.id);
  const earlier = await earlierRuns(database, run, kpiQuestion);
  return readingInput({ run, chunks, earlier, requested });
}

/**
 * Converts the rows to the input of the blocks. Each part is converted when the first block reads it: an error in one part fails the blocks
 * that read it, and no other block.
 */
function readingInput({ run, chunks, earlier, requested }: ReadingRows): ReadingInput {
  const { seed, question, tier, fitting } = requestOf(run, requested);
  const verdict = lazily(() => readVerdict(run.verdict, run.calibration_boundary));
  const decoded = lazily(() => chunks.map(decodeChunk));
  const weights = lazily(() => weightsOf(run.weights));
  const earlierRuns = lazily(() => earlier.map(earlierRun));
  return {
    simulation_id: run.id,
    seed,
    question,
    methodology: fitting && { name: fitting.name },
    boundary: {
      tier,
      people: peopleOf(populationOfVerdict(tier, requested ?? null), run.audience),
      get basis() {
        return basisOf(run.calibration_boundary ?? { tier }, verdict().evidence);
      },
      answers: tier === 1 && run.calibration_boundary?.matched_question?.scale
        ? foldInWords(
          run.calibration_boundary.matched_question.scale,
          run.calibration_boundary.matched_question.polarity === "opposite",
        )
        : null,
      polarity: run.calibration_boundary?.matched_question?.polarity ?? null,
      get evidence() {
        return verdict().evidence;
      },
    },
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
    get segment_sd() {
      return run.dimensions.segment_sd ?? {};
    },
    get earlier_runs() {
      return earlierRuns();
    },
  };
}

/** The question of a run and its circumstances. A run that asked the KPI question has it as the matched one, at tier 1. */
function requestOf(run: ReadRun, requested: Methodology | undefined) {
  const tier = run.calibration_boundary?.tier ?? 3;
  return {
    seed: Number(run.seed),
    question: run.question ?? requested?.kpi_question ?? run.calibration_boundary?.matched_question?.text ??
      "",
    tier,
    fitting: tier === 3 || requested === undefined ? null : requested,
  };
}

function earlierRun(
  { id, completed_at, agent_count, seed, verdict, calibration_boundary }: EarlierRunRow,
): EarlierRun {
  return {
    ...readVerdict(verdict, calibration_boundary),
    simulation_id: id,
    completed_at: completed_at.toISOString(),
    agent_count,
    seed: Number(seed),
  };
}

/** @throws RangeError where the row holds no counts: no text may be written about such a verdict. */
function readVerdict(stored: StoredVerdict, boundary: StoredBoundary | null): ReadVerdict {
  const verdict = readStoredVerdict(stored, boundary);
  if (!Number.isInteger(verdict.total) || !Number.isFinite(verdict.yes_pct)) {
    throw new RangeError("Cannot read the stored verdict: it has no counts");
  }
  return verdict;
}
