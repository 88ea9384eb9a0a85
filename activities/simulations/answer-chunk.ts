import type { ProcessorTurns } from "#shared/turns.ts";
import type { Database } from "#db/postgres/database.ts";
import { chunkRow } from "#db/simulations/results.ts";
import { findUnfinishedRun, type RunRow, saveEstimate, storeChunk } from "#db/simulations/runs.ts";
import type { AgentChunk } from "#engine/sampling/answers.ts";
import { encodeChunk } from "#engine/sampling/chunk-codec.ts";
import type { AgentEngine } from "#providers/agents/engine.ts";
import { EngineError } from "#providers/agents/errors.ts";
import { totalTokens } from "#providers/openai/usage.ts";
import type { AgentRange, Estimate, SimulationRef } from "#temporal/simulation.ts";
import { answerStore } from "./answer-store.ts";
import { callEngine, engineFailure } from "./call-engine.ts";
import type { PreparedRun, PreparedRuns } from "./prepared-runs.ts";

export interface AnswerDependencies {
  /** Of a role that reads every organization's rows. */
  readonly database: Database;
  readonly engine: AgentEngine;
  readonly runs: PreparedRuns;
  /** Of this process: organizations take turns for whatever computes. */
  readonly turns: ProcessorTurns;
}

/** Answers for agents `first` … `first + count − 1` and stores them, once; does nothing where the simulation has ended. */
export async function answerChunk(
  dependencies: AnswerDependencies,
  { simulation_id, first, count }: AgentRange,
): Promise<{ agents: number }> {
  const { database } = dependencies;
  const row = await findUnfinishedRun(database, simulation_id);
  if (row !== null) {
    const chunk = await askEngine(dependencies, row, first, count);
    await storeChunk(database, simulation_id, chunkRow(encodeChunk(chunk)));
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
  return await callEngine(
    engineIo(database, row, prepared),
    (io) => engine.answer(prepared.run, first, count, io),
  );
}

/**
 * Estimates a paid run's cost from a few of its agents, whose answers are stored and not paid for again.
 * @throws ApplicationFailure `BudgetExceeded` where the run would exceed its limit.
 */
export async function estimateSimulation(
  { database, engine, runs }: AnswerDependencies,
  { simulation_id }: SimulationRef,
): Promise<Estimate> {
  const row = await findUnfinishedRun(database, simulation_id);
  if (row === null) return NOTHING_TO_PAY;
  const prepared = await runs.get(row);
  const estimate = await callEngine(
    engineIo(database, row, prepared),
    (io) => engine.estimate(prepared.run, row.agent_count, io),
  );
  if (estimate === null) return NOTHING_TO_PAY;
  await saveEstimate(database, simulation_id, estimate);
  if (estimate.exceeds_budget) {
    throw engineFailure(new EngineError("budget_exceeded", "The run would cost more than its limit allows."));
  }
  return { calls: estimate.calls, tokens: totalTokens(estimate.usage), cost_usd: estimate.cost_usd };
}

/** The estimate for a simulation that has ended, and for an engine that costs nothing. */
const NOTHING_TO_PAY: Estimate = { calls: 0, tokens: 0, cost_usd: null };

function engineIo(database: Database, row: RunRow, { survey }: PreparedRun) {
  return {
    runId: row.id,
    owner: row.organization_id,
    agents: row.agent_count,
    survey,
    store: answerStore(database, row),
    fresh: false,
  };
}
