import { activityInfo, ApplicationFailure, cancellationSignal, heartbeat } from "@temporalio/activity";
import { EngineError } from "#providers/agents/errors.ts";
import type { Database } from "#db/postgres/database.ts";
import { modelResponses } from "#db/simulations/model-responses.ts";
import { findUnfinishedRun, type RunRow, saveEstimate, storeChunk } from "#db/simulations/runs.ts";
import { type AgentChunk, encodeChunk } from "#engine/sampling/chunks.ts";
import type { AnswerIo, AnswerProgress } from "#providers/agents/engine.ts";
import { totalTokens } from "#providers/openai/completion.ts";
import type { AgentRange, Estimate, SimulationRef } from "#temporal/simulation.ts";
import type { Dependencies } from "../dependencies.ts";
import type { PreparedRun, PreparedRuns } from "./prepared-runs.ts";

export interface AnswerDependencies extends Pick<Dependencies, "database" | "engine" | "turns"> {
  readonly runs: PreparedRuns;
}

/**
 * A run that this process' engine may carry on; null where it has ended.
 * @throws ApplicationFailure `EngineUnavailable` where another engine has begun it: one verdict is of one engine's agents.
 */
export function ofEngine<Row extends RunRow>(
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
export async function estimateSimulation(
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
export function asFailure(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  return ApplicationFailure.create({
    message: error.message,
    type: error.name,
    nonRetryable: !error.retryable,
    ...(error.retryAfterMs === null ? {} : { nextRetryDelay: error.retryAfterMs }),
    cause: error,
  });
}
