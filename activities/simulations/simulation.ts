import { activityInfo, ApplicationFailure } from "@temporalio/activity";
import {
  beginRun,
  findUnfinishedRun,
  storedChunks,
  type Timed,
  type UnfinishedRun,
} from "#db/simulations/runs.ts";
import {
  type AgentChunk,
  agentCount,
  decodeChunk,
  encodeChunk,
  type EncodedChunk,
  runDigest,
} from "#engine/sampling/chunks.ts";
import type { AgentRange, BeginResult, RunResult, SimulationRef } from "#temporal/simulation.ts";
import type { Dependencies } from "../dependencies.ts";
import {
  answerChunk,
  type AnswerDependencies,
  asFailure,
  askEngine,
  estimateSimulation,
  ofEngine,
} from "./answer-chunk.ts";
import { Buffer } from "node:buffer";
import { completeRun, failRun } from "#db/simulations/end.ts";
import { modelResponses } from "#db/simulations/model-responses.ts";
import type { FailureCode } from "#db/simulations/simulations.ts";
import { bySegment, rakeWeights, verdict } from "#engine/verdict/verdict.ts";
import { WORK } from "#shared/metrics.ts";
import { varianceOf } from "#engine/forecast/uncertainty.ts";
import type { PreparedSimulation } from "#engine/sampling/prepared-simulation.ts";

export type SimulationDependencies =
  & AnswerDependencies
  & Pick<Dependencies, "baseUrl" | "deadlineSeconds" | "parallelChunks">;

interface SimulationToBegin extends SimulationRef {
  /** When its run began, in Unix milliseconds by Temporal's clock; absent in runs of an earlier release. */
  readonly begun_at?: number;
}

interface SimulationFailure extends SimulationRef {
  readonly code: FailureCode;
  /** A sentence for customers. */
  readonly message: string;
}

/** The result for a simulation that had ended before. */
const TERMINAL: RunResult = { kind: "ended", outcome: "terminal" };

function ended(outcome: "completed" | "failed"): RunResult {
  WORK.simulations.inc({ outcome });
  return { kind: "ended", outcome };
}

export type SimulationActivities = ReturnType<typeof createSimulationActivities>;

/** The activities of the simulation workflow. Each owns its transaction and may run again. Ids and counts in, counts out. */
export function createSimulationActivities(dependencies: SimulationDependencies) {
  const { database, engine, baseUrl, deadlineSeconds, parallelChunks } = dependencies;
  const find = async (id: string) => ofEngine(engine, await findUnfinishedRun(database, id));
  return {
    /**
     * Marks a simulation as running and plans its chunks. A run on a bounded engine completes within this activity, in one chunk from its first
     * answer to its verdict, which spares Temporal the other steps; one statement stores both.
     */
    beginSimulation: (begun: SimulationToBegin) =>
      untilDeadline(begun, deadlineSeconds, async (): Promise<BeginResult> => {
        const { simulation_id } = begun;
        if (engine.bounded) {
          const row = await find(simulation_id);
          if (row === null) return TERMINAL;
          const chunk = await askEngine(dependencies, row, 0, row.agent_count);
          return await writeVerdict(dependencies, row, [chunk], encodeChunk(chunk));
        }
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
      }),
    estimateSimulation: (run: SimulationRef) => estimateSimulation(dependencies, run),
    answerChunk: (agents: AgentRange) => answerChunk(dependencies, agents),
    /** Weighs the stored answers, writes the verdict, and queues the Reading. */
    async completeSimulation({ simulation_id }: SimulationRef): Promise<RunResult> {
      const row = await find(simulation_id);
      if (row === null) return TERMINAL;
      const chunks = (await storedChunks(database, simulation_id)).map(decodeChunk);
      return await writeVerdict(dependencies, row, chunks, null);
    },
    /** Fails a simulation, unless it has ended already. */
    async failSimulation({ simulation_id, code, message }: SimulationFailure): Promise<RunResult> {
      const failure = { code, message, by: "service" } as const;
      const hasFailed = await database.transaction((tx) => failRun(tx, simulation_id, failure, baseUrl));
      return hasFailed ? ended("failed") : TERMINAL;
    },
  };
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
 * Weighs all answers of a run and completes its simulation in one statement.
 * @param chunk the only one of a run that takes one step, to be stored with the verdict.
 * @throws Error where answers are missing; ApplicationFailure `TooManyFailed` where over 2 % of the agents have no readable answer.
 */
async function writeVerdict(
  { database, engine, runs, turns, baseUrl }: SimulationDependencies,
  row: Timed<UnfinishedRun>,
  chunks: readonly AgentChunk[],
  chunk: EncodedChunk | null,
): Promise<RunResult> {
  const agents = agentCount(chunks);
  if (agents !== row.agent_count) {
    throw new Error(`Simulation ${row.id} has ${agents} of ${row.agent_count} agents`);
  }
  const { run, boundary, scenario } = await runs.get(row);
  await turns.take(row);
  const digest = runDigest(chunks);
  await turns.take(row);
  const weight = rakeWeights(run, chunks);
  const engine_report = await engine.report(chunks, modelResponses(database, row)).catch(
    (error) => {
      throw asFailure(error);
    },
  );
  const completion = {
    engine,
    calibration_boundary: boundary,
    scenario_applied: scenario,
    verdict: verdict(run, chunks, weight),
    by_segment: bySegment(run, chunks, weight),
    dimensions: { reported: run.reported, all: run.dimensions, segment_sd: segmentSd(run) },
    weights: Buffer.from(weight.buffer, weight.byteOffset, weight.byteLength),
    digest,
    engine_report,
    chunk,
  };
  if (!await completeRun(database, row, completion, baseUrl)) return TERMINAL;
  runs.delete(row.id);
  return ended("completed");
}

/** By reported dimension, the mean over its segments: what a segment's uncertainty adds to the overall one, in logits. */
function segmentSd({ dimensions, reported, uncertainty }: PreparedSimulation): Record<string, number> {
  if (uncertainty === null) return {};
  const overall = varianceOf(uncertainty.overall.yes);
  return Object.fromEntries(
    dimensions.slice(0, reported).map(({ name, segments }) => {
      const added = segments.map((segment) => {
        const own = uncertainty.segments.get(`${name}=${segment}`)?.yes;
        return own === undefined ? 0 : Math.max(0, varianceOf(own) - overall);
      });
      const mean = added.reduce((sum, variance) => sum + variance, 0) / added.length;
      return [name, Math.round(1e4 * Math.sqrt(mean)) / 1e4];
    }),
  );
}
