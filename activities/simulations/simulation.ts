import { activityInfo, ApplicationFailure, cancellationSignal, heartbeat } from "@temporalio/activity";
import type { Database } from "#db/postgres/database.ts";
import { EngineError } from "#providers/agents/errors.ts";
import type { AnswerIo, AnswerProgress } from "#providers/agents/engine.ts";
import { totalTokens } from "#providers/openai/completion.ts";
import {
  beginRun,
  findUnfinishedRun,
  type RunRow,
  saveEstimate,
  storeChunk,
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
import type { AgentRange, BeginResult, Estimate, RunResult, SimulationRef } from "#temporal/simulation.ts";
import type { Dependencies } from "../dependencies.ts";
import type { PreparedRun, PreparedRuns } from "./prepared-runs.ts";
import { Buffer } from "node:buffer";
import { completeRun, failRun } from "#db/simulations/end.ts";
import { modelResponses } from "#db/simulations/model-responses.ts";
import type { FailureCode } from "#db/simulations/simulations.ts";
import { bySegment, rakeWeights, verdict } from "#engine/verdict/verdict.ts";
import { WORK } from "#shared/metrics.ts";
import { varianceOf } from "#engine/forecast/uncertainty.ts";
import type { PreparedSimulation } from "#engine/sampling/prepared-simulation.ts";

export interface AnswerDependencies extends Pick<Dependencies, "database" | "engine" | "turns"> {
  readonly runs: PreparedRuns;
}

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

/**
 * A run that this process' engine may carry on; null where it has ended.
 * @throws ApplicationFailure `EngineUnavailable` where another engine has begun it: one verdict is of one engine's agents.
 */
function ofEngine<Row extends RunRow>(
  { name, bounded }: Dependencies["engine"],
  row: Row | null,
): Row | null {
  // A bounded engine stores no part of a run: what is stored is a model's, of a release that did not note whose.
  const other = row?.engine_name ?? (bounded && row !== null && row.agents_completed > 0 ? "a model" : name);
  if (other === name) return row;
  throw ApplicationFailure.nonRetryable(
    `The engine that had begun to answer was ${other}, and this worker's is ${name}`,
    "EngineUnavailable",
  );
}

/**
 * Answers for agents `first` … `first + count − 1` and stores them, once; does nothing where the simulation has ended.
 * @throws like {@link ofEngine} and {@link callEngine}.
 */
export async function answerChunk(
  dependencies: AnswerDependencies,
  { simulation_id, first, count }: AgentRange,
): Promise<{ agents: number }> {
  const { database, engine } = dependencies;
  const row = ofEngine(engine, await findUnfinishedRun(database, simulation_id));
  if (row !== null) {
    const chunk = await askEngine(dependencies, row, first, count);
    await storeChunk(database, simulation_id, encodeChunk(chunk));
  }
  return { agents: count };
}

/** The answers of agents `first` … `first + count − 1`. @throws like {@link callEngine}. */
export async function askEngine(
  { database, engine, runs, turns }: AnswerDependencies,
  row: RunRow,
  first: number,
  count: number,
): Promise<AgentChunk> {
  await turns.take(row);
  const prepared = await runs.get(row);
  // A question that is new here was read meanwhile: the turn has passed.
  await turns.take(row);
  return await callEngine(database, row, prepared, (io) => engine.answer(prepared.run, first, count, io));
}

/**
 * Estimates a paid run's cost from a few of its agents, whose answers are stored and not paid for again.
 * @throws ApplicationFailure `BudgetExceeded` where the run would exceed its limit.
 */
async function estimateSimulation(
  { database, engine, runs }: AnswerDependencies,
  { simulation_id }: SimulationRef,
): Promise<Estimate> {
  const row = ofEngine(engine, await findUnfinishedRun(database, simulation_id));
  if (row === null) return NOTHING_TO_PAY;
  const prepared = await runs.get(row);
  const estimate = await callEngine(
    database,
    row,
    prepared,
    (io) => engine.estimate(prepared.run, row.agent_count, io),
  );
  if (estimate === null) return NOTHING_TO_PAY;
  await saveEstimate(database, simulation_id, estimate);
  if (estimate.exceeds_budget) {
    throw asFailure(new EngineError("budget_exceeded", "The run would cost more than its limit allows."));
  }
  return { calls: estimate.calls, tokens: totalTokens(estimate.usage), cost_usd: estimate.cost_usd };
}

/** The estimate for a simulation that has ended, and for an engine that costs nothing. */
const NOTHING_TO_PAY: Estimate = { calls: 0, tokens: 0, cost_usd: null };

/** An attempt ends this long before Temporal would time it out, so that the attempt itself reports the cause. */
const DEADLINE_MARGIN_MS = 1_000;
/** A run whose engine gave no answer for this long before its deadline has a stalled engine, not a slow one. */
const STALL_MS = 5_000;

/**
 * Calls the engine inside an activity, with the activity's cancellation and heartbeats.
 *
 * @throws ApplicationFailure of the engine's own errors; `EngineUnavailable` where the engine gave no answer for 5 s before the activity's
 * deadline; `DeadlinePassed` where it answered until then.
 */
async function callEngine<T>(
  database: Database,
  row: RunRow,
  { survey }: PreparedRun,
  call: (io: AnswerIo) => Promise<T>,
): Promise<T> {
  const { isLocal, attempt } = activityInfo();
  // A second attempt follows one that the engine did not answer.
  let [done, answeredAt] = [0, attempt === 1 ? Date.now() : 0];
  const beat = (progress: AnswerProgress) => {
    if (progress.done !== done) [done, answeredAt] = [progress.done, Date.now()];
    heartbeat(progress);
  };
  const deadline = isLocal ? null : AbortSignal.timeout(remainingMs());
  const signal = deadline === null ? cancellationSignal() : AbortSignal.any([cancellationSignal(), deadline]);
  try {
    return await call({
      runId: row.id,
      owner: row.organization_id,
      agents: row.agent_count,
      survey,
      store: modelResponses(database, row),
      signal,
      heartbeat: isLocal ? () => {} : beat,
    });
  } catch (error) {
    const timedOut = deadline?.aborted === true && !cancellationSignal().aborted;
    if (!timedOut) throw asFailure(error);
    if (Date.now() - answeredAt <= STALL_MS) {
      throw ApplicationFailure.nonRetryable("The run did not end in time", "DeadlinePassed");
    }
    const message = "The model server gave no answer before the run's deadline";
    throw asFailure(new EngineError("engine_unavailable", message));
  }
}

function remainingMs(): number {
  const { scheduledTimestampMs, scheduleToCloseTimeoutMs } = activityInfo();
  const deadline = scheduledTimestampMs + scheduleToCloseTimeoutMs - DEADLINE_MARGIN_MS;
  return Math.max(0, deadline - Date.now());
}

/** An engine's own error as operators see it, by whose type the workflow fails the simulation; any other error as it is. */
function asFailure(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  return ApplicationFailure.create({
    message: error.message,
    type: error.name,
    nonRetryable: !error.retryable,
    ...(error.retryAfterMs === null ? {} : { nextRetryDelay: error.retryAfterMs }),
    cause: error,
  });
}
