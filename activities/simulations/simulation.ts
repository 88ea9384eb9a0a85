import { Buffer } from "node:buffer";
import type { Database } from "#db/database.ts";
import { completeRun, type Ending, failRun } from "#db/simulations/end.ts";
import {
  beginRun,
  findUnfinishedRun,
  type RunRow,
  saveEstimate,
  storeChunk,
  storedChunks,
} from "#db/simulations/runs.ts";
import { type ChunkRow, chunkRow, encodedChunk } from "#db/simulations/results.ts";
import type { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import type { AgentChunk } from "#engine/simulation/answers.ts";
import { decodeChunk, encodeChunk } from "#engine/simulation/chunk-codec.ts";
import { runDigest } from "#engine/simulation/chunks.ts";
import { bySegment, verdict } from "#engine/verdict/verdict.ts";
import { rakeWeights } from "#engine/verdict/weights.ts";
import type { AgentEngine } from "#providers/agents/engine.ts";
import { EngineError } from "#providers/agents/errors.ts";
import { totalTokens } from "#providers/openai/usage.ts";
import { answerStore } from "./answer-store.ts";
import { callEngine, engineFailure } from "./call-engine.ts";
import type { PreparedRun, PreparedRuns } from "./prepared-runs.ts";
import type { BeginResult, RunResult, SimulationActivities } from "./simulation-types.ts";

export interface SimulationDependencies {
  /** Sees every organization. */
  readonly database: Database;
  readonly engine: AgentEngine;
  readonly runs: PreparedRuns;
  /** Tells Temporal what follows from an end, right after its commit. */
  readonly dispatcher: OutboxDispatcher;
  /** The API's, for links in events. */
  readonly baseUrl: string;
  /** Seconds after which a run that has not ended fails. */
  readonly deadlineSeconds: number;
  /** Chunks of one run under way at once. */
  readonly parallelChunks: number;
}

/** A chunk of a bounded engine takes milliseconds; this leaves room for a busy machine and a slow database. */
const BOUNDED_CHUNK_SECONDS = 10;

const TERMINAL: RunResult = { kind: "ended", outcome: "terminal" };

/** The side effects of the simulation workflow. Each owns its transaction and may be run again. */
export function createSimulationActivities(parts: SimulationDependencies): SimulationActivities {
  const { database, engine, runs } = parts;

  return {
    async beginSimulation({ simulation_id }): Promise<BeginResult> {
      const whole = engine.bounded ? await findUnfinishedRun(database, simulation_id) : null;
      if (whole !== null && whole.status === "queued" && whole.agent_count <= engine.chunkSize) {
        return await runInOneStep(whole);
      }
      const row = await beginRun(database, simulation_id);
      if (row === null) return TERMINAL;
      return {
        kind: "plan",
        engine: engine.name,
        paid: !engine.bounded,
        chunk_size: engine.chunkSize,
        parallel: parts.parallelChunks,
        chunk_timeout_seconds: engine.bounded ? BOUNDED_CHUNK_SECONDS : parts.deadlineSeconds,
        deadline_seconds: parts.deadlineSeconds,
      };
    },

    async estimateSimulation({ simulation_id }) {
      const row = await findUnfinishedRun(database, simulation_id);
      const prepared = row === null ? null : await runs.get(row);
      const estimate = row === null || prepared === null
        ? null
        : await callEngine(ioOf(prepared, row), (io) => engine.estimate(prepared.run, row.agent_count, io));
      if (estimate === null) return { calls: 0, tokens: 0, cost_usd: null };
      await saveEstimate(database, simulation_id, estimate);
      if (estimate.exceeds_budget) {
        throw engineFailure(
          new EngineError("budget_exceeded", "The run would cost more than its limit allows."),
        );
      }
      return { calls: estimate.calls, tokens: totalTokens(estimate.usage), cost_usd: estimate.cost_usd };
    },

    async answerChunk({ simulation_id, first, count }) {
      const row = await findUnfinishedRun(database, simulation_id);
      if (row !== null) {
        const chunk = await ask(await runs.get(row), row, first, count);
        await storeChunk(database, simulation_id, chunkRow(encodeChunk(chunk)));
      }
      return { agents: count };
    },

    async completeSimulation({ simulation_id }): Promise<RunResult> {
      const row = await findUnfinishedRun(database, simulation_id);
      if (row === null) return TERMINAL;
      const stored = await storedChunks(database, simulation_id);
      return await complete(row, new Date(), stored.map((chunk) => decodeChunk(encodedChunk(chunk))), null);
    },

    async failSimulation({ simulation_id, code, message }): Promise<RunResult> {
      return ended(
        await database.transaction((tx) => failRun(tx, simulation_id, code, message, parts.baseUrl)),
      );
    },
  };

  /** A whole run at once: its answers, its verdict, one transaction. */
  async function runInOneStep(row: RunRow): Promise<RunResult> {
    const startedAt = new Date();
    const chunk = await ask(await runs.get(row), row, 0, row.agent_count);
    return await complete(row, startedAt, [chunk], chunkRow(encodeChunk(chunk)));
  }

  async function ask(prepared: PreparedRun, row: RunRow, first: number, count: number): Promise<AgentChunk> {
    return await callEngine(ioOf(prepared, row), (io) => engine.answer(prepared.run, first, count, io));
  }

  function ioOf({ survey }: PreparedRun, row: RunRow) {
    return { runId: row.id, agents: row.agent_count, survey, store: storeOf(row), fresh: false };
  }

  function storeOf(row: RunRow) {
    return answerStore(database, { organizationId: row.organization_id, simulationId: row.id });
  }

  /** @param only the chunk of a run that is one, to be stored along; null where its chunks are stored already. */
  async function complete(
    row: RunRow,
    startedAt: Date,
    chunks: AgentChunk[],
    only: ChunkRow | null,
  ): Promise<RunResult> {
    const { run, boundary } = await runs.get(row);
    const agents = chunks.reduce((sum, { count }) => sum + count, 0);
    if (agents !== row.agent_count) {
      throw new Error(`Simulation ${row.id} has ${agents} of ${row.agent_count} agents`);
    }
    const { weight } = rakeWeights(run, chunks);
    const report = await engine.report(chunks, storeOf(row)).catch(rethrow);
    const completion = {
      engine,
      calibration_boundary: boundary,
      verdict: verdict(run, chunks, weight),
      by_segment: bySegment(run, chunks, weight),
      dimensions: { reported: run.reported, all: run.dimensions },
      weights: Buffer.from(weight.buffer, weight.byteOffset, weight.byteLength),
      digest: runDigest(chunks),
      engine_report: report,
    };
    const completed = await database.transaction((tx) =>
      completeRun(tx, row.id, startedAt, completion, only, parts.baseUrl)
    );
    runs.forget(row.id);
    return ended(completed);
  }

  /** What follows from an end is told to Temporal now that it is committed. */
  function ended(ending: Ending | null): RunResult {
    if (ending === null) return TERMINAL;
    for (const row of ending.outbox) parts.dispatcher.dispatch(row);
    return { kind: "ended", outcome: ending.row.status === "completed" ? "completed" : "failed" };
  }
}

function rethrow(error: unknown): never {
  throw error instanceof EngineError ? engineFailure(error) : error;
}
