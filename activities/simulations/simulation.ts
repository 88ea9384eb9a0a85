import { activityInfo, ApplicationFailure } from "@temporalio/activity";
import { beginRun, findUnfinishedRun } from "#db/simulations/runs.ts";
import { encodeChunk } from "#engine/sampling/chunk-codec.ts";
import type { AgentRange, BeginResult, RunResult, SimulationRef } from "#temporal/simulation.ts";
import type { Dependencies } from "../dependencies.ts";
import { answerChunk, askEngine, estimateSimulation, ofEngine } from "./answer-chunk.ts";
import {
  completeSimulation,
  type EndDependencies,
  failSimulation,
  type SimulationFailure,
  TERMINAL,
  writeVerdict,
} from "./complete.ts";

export type SimulationDependencies =
  & EndDependencies
  & Pick<Dependencies, "deadlineSeconds" | "parallelChunks">;

/** The activities of the simulation workflow. Each owns its transaction and may run again. Ids and counts in, counts out. */
export type SimulationActivities = ReturnType<typeof createSimulationActivities>;

export function createSimulationActivities(dependencies: SimulationDependencies) {
  return {
    beginSimulation: (run: SimulationToBegin) =>
      untilDeadline(run, dependencies.deadlineSeconds, () => beginSimulation(dependencies, run)),
    estimateSimulation: (run: SimulationRef) => estimateSimulation(dependencies, run),
    answerChunk: (agents: AgentRange) => answerChunk(dependencies, agents),
    completeSimulation: (run: SimulationRef) => completeSimulation(dependencies, run),
    failSimulation: (failure: SimulationRef & SimulationFailure) => failSimulation(dependencies, failure),
  };
}

export interface SimulationToBegin extends SimulationRef {
  /** When its run began, in Unix milliseconds by Temporal's clock; absent in runs of an earlier release. */
  readonly begun_at?: number;
}

/** How long an attempt that could not begin a run waits at most, in milliseconds, once the deadline is near. */
const LAST_WAITS_MS = 5_000;
/** Longer than Temporal's own wait for the next attempt. */
const NEAR_MS = 60_000;

/**
 * Runs the first step of a run, which has no plan yet and so no deadline: the last attempt ends at the deadline. Both times are Temporal's, since a
 * worker's own clock may be wrong. A local activity belongs to the run's first seconds.
 * @throws ApplicationFailure `DeadlinePassed` from the deadline on.
 */
async function untilDeadline<T>(
  { begun_at = Infinity }: SimulationToBegin,
  deadlineSeconds: number,
  begin: () => Promise<T>,
): Promise<T> {
  const { isLocal, currentAttemptScheduledTimestampMs: now } = activityInfo();
  if (isLocal) return await begin();
  const remaining = begun_at + deadlineSeconds * 1000 - now;
  if (remaining <= 0) {
    throw ApplicationFailure.nonRetryable("The run did not begin in time", "DeadlinePassed");
  }
  try {
    return await begin();
  } catch (error) {
    if (remaining > NEAR_MS || (error instanceof ApplicationFailure && error.nonRetryable)) throw error;
    throw ApplicationFailure.create({
      message: "The run could not begin",
      cause: error instanceof Error ? error : new Error(String(error)),
      nextRetryDelay: Math.min(LAST_WAITS_MS, remaining),
    });
  }
}

/**
 * Marks a simulation as running and plans its chunks. A run on a bounded engine completes within this activity, which spares Temporal the
 * other steps.
 */
async function beginSimulation(
  dependencies: SimulationDependencies,
  { simulation_id }: SimulationRef,
): Promise<BeginResult> {
  const { database, engine, deadlineSeconds, parallelChunks } = dependencies;
  if (engine.bounded) return await runInOneStep(dependencies, simulation_id);
  if (ofEngine(engine, await beginRun(database, simulation_id, engine.name)) === null) return TERMINAL;
  return {
    kind: "plan",
    engine: engine.name,
    paid: true,
    chunk_size: engine.chunkSize,
    parallel: parallelChunks,
    chunk_timeout_seconds: deadlineSeconds,
    deadline_seconds: deadlineSeconds,
  };
}

/** Runs a simulation in one chunk from its first answer to its verdict; one statement stores both. */
async function runInOneStep(dependencies: SimulationDependencies, id: string): Promise<RunResult> {
  const { database, engine } = dependencies;
  const row = ofEngine(engine, await findUnfinishedRun(database, id));
  if (row === null) return TERMINAL;
  const chunk = await askEngine(dependencies, row, 0, row.agent_count);
  return await writeVerdict(dependencies, row, [chunk], encodeChunk(chunk));
}
