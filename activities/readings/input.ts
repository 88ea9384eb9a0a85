import { lazily } from "#shared/lazily.ts";
import { type EarlierRunRow, earlierRuns, type ReadRun } from "#db/readings/readings.ts";
import { storedChunks, weightsOf } from "#db/simulations/runs.ts";
import type { EarlierRun, ReadingInput } from "#engine/readings/input.ts";
import { decodeChunk } from "#engine/sampling/chunks.ts";
import type { ReadVerdict } from "#engine/verdict/schema.ts";
import {
  readStoredVerdict,
  type StoredBoundary,
  type StoredVerdict,
} from "#engine/verdict/stored-verdict.ts";
import { populationOfVerdict } from "#engine/verdict/disclosure.ts";
import { basisOf, foldInWords, peopleOf } from "#engine/verdict/people.ts";
import { EMBEDDED_ENGINE } from "#engine/sampling/answer-agents.ts";
import type { Dependencies } from "../dependencies.ts";

export type InputDependencies = Pick<Dependencies, "database" | "methodologies" | "turns">;

/**
 * Reads the rows that a Reading is computed from, which are final, so that every computation gives the same Reading. Each part is converted
 * when the first block reads it: an error in one part fails the blocks that read it, and no other block.
 */
export async function loadReadingInput(
  { database, methodologies }: Pick<InputDependencies, "database" | "methodologies">,
  run: ReadRun,
): Promise<ReadingInput> {
  // Undefined where it is kept no longer, or not in this release.
  const requested = await methodologies.version(run.organization_id, run);
  const kpiQuestion = requested?.kpi_question ?? null;
  const chunks = await storedChunks(database, run.id);
  const earlier = await earlierRuns(database, run, kpiQuestion);
  const { calibration_boundary: stored, dimensions } = run;
  const tier = stored?.tier ?? 3;
  // A run that asked the KPI question has it as the matched one, at tier 1.
  const matched = stored?.matched_question ?? null;
  const verdict = lazily(() => readVerdict(run.verdict, stored));
  const decoded = lazily(() => chunks.map(decodeChunk));
  const weights = lazily(() => weightsOf(run.weights));
  const earlierRead = lazily(() => earlier.map(earlierRun));
  return {
    simulation_id: run.id,
    seed: Number(run.seed),
    question: run.question ?? kpiQuestion ?? matched?.text ?? "",
    methodology: tier === 3 || requested === undefined ? null : { name: requested.name },
    boundary: {
      tier,
      people: peopleOf(populationOfVerdict(tier, requested ?? null), run.audience),
      get basis() {
        return basisOf(stored ?? { tier }, verdict().evidence);
      },
      answers: tier === 1 && matched?.scale
        ? foldInWords(matched.scale, matched.polarity === "opposite")
        : null,
      polarity: matched?.polarity ?? null,
      get evidence() {
        return verdict().evidence;
      },
    },
    textSource: run.engine_name === EMBEDDED_ENGINE.name ? "templates" : "model",
    get verdict() {
      return verdict();
    },
    get dimensions() {
      return dimensions.all.slice(0, dimensions.reported);
    },
    get chunks() {
      return decoded();
    },
    get weights() {
      return weights();
    },
    get segment_sd() {
      return dimensions.segment_sd ?? {};
    },
    get earlier_runs() {
      return earlierRead();
    },
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
