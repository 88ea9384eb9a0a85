import { Buffer } from "node:buffer";
import { completeRun, type Completion, failRun } from "#db/simulations/end.ts";
import { type ChunkRow, decodedChunks } from "#db/simulations/results.ts";
import { findUnfinishedRun, type RunRow, storedChunks, type UnfinishedRun } from "#db/simulations/runs.ts";
import type { FailureCode } from "#db/simulations/simulations.ts";
import type { AgentChunk } from "#engine/sampling/answers.ts";
import { runDigest } from "#engine/sampling/chunks.ts";
import { bySegment, verdict } from "#engine/verdict/verdict.ts";
import { rakeWeights } from "#engine/verdict/weights.ts";
import { WORK } from "#shared/metrics.ts";
import { simulationPayload } from "#shared/webhooks/payloads.ts";
import { readingStart } from "#temporal/reading.ts";
import type { RunResult, SimulationRef } from "#temporal/simulation.ts";
import { varianceOf } from "#engine/forecast/uncertainty.ts";
import type { PreparedSimulation } from "#engine/sampling/prepared-simulation.ts";
import { type AnswerDependencies, asFailure } from "./answer-chunk.ts";
import { answerStore } from "./answer-store.ts";

export interface EndDependencies extends AnswerDependencies {
  /** The API's, for links in events and in the Temporal UI. */
  readonly baseUrl: string;
}

/** The result for a simulation that had ended before. */
export const TERMINAL: RunResult = { kind: "ended", outcome: "terminal" };

/** Weighs the stored answers, writes the verdict, and queues the Reading. */
export async function completeSimulation(
  dependencies: EndDependencies,
  { simulation_id }: SimulationRef,
): Promise<RunResult> {
  const { database } = dependencies;
  const row = await findUnfinishedRun(database, simulation_id);
  const begin = performance.now();
  if (row === null) return TERMINAL;
  const stored = await storedChunks(database, simulation_id);
  const chunks = decodedChunks(stored);
  return await writeVerdict(dependencies, row, chunks, { begin, chunk: null });
}

/** What writes a verdict: when the run had been read, by `performance.now()`, and the only chunk of a run that takes one step. */
interface Step {
  readonly begin: number;
  readonly chunk: ChunkRow | null;
}

/** How often the end of a run is written for subscriptions that change at the same moment. */
const MAX_WRITES = 5;

/**
 * Weighs all answers of a run and completes its simulation in one statement.
 * @throws Error where answers are missing; ApplicationFailure `TooManyFailed` where over 2 % of the agents have no readable answer.
 */
export async function writeVerdict(
  dependencies: EndDependencies,
  row: UnfinishedRun,
  chunks: readonly AgentChunk[],
  { begin, chunk }: Step,
): Promise<RunResult> {
  const { database, runs, baseUrl } = dependencies;
  const agents = chunks.reduce((sum, { count }) => sum + count, 0);
  if (agents !== row.agent_count) {
    throw new Error(`Simulation ${row.id} has ${agents} of ${row.agent_count} agents`);
  }
  const weighed = await weigh(dependencies, row, chunks);
  const reading = row.insights_status === "not_started"
    ? readingStart({
      ...row,
      simulation_id: row.id,
      generation: 1,
      organization: { id: row.organization_id },
      baseUrl,
    })
    : null;
  let unfinished: UnfinishedRun | null = row;
  for (let write = 1; write <= MAX_WRITES && unfinished !== null; write++) {
    const completion: Completion = {
      ...weighed,
      chunk,
      startedAt: row.now,
      completedAt: new Date(row.now.getTime() + performance.now() - begin),
    };
    const isCompleted = await completeRun(
      database,
      unfinished,
      completion,
      (completed) => simulationPayload(completed, baseUrl),
      reading,
    );
    if (isCompleted) {
      runs.delete(row.id);
      return ended("completed");
    }
    unfinished = await findUnfinishedRun(database, row.id);
  }
  if (unfinished === null) return TERMINAL;
  throw new Error(`The subscriptions of organization ${row.organization_id} keep changing`);
}

async function weigh(
  { database, engine, runs, turns }: EndDependencies,
  row: RunRow,
  chunks: readonly AgentChunk[],
): Promise<Omit<Completion, "startedAt" | "completedAt" | "chunk">> {
  const { run, boundary, scenario } = await runs.get(row);
  await turns.take(row);
  const digest = runDigest(chunks);
  await turns.take(row);
  const weight = rakeWeights(run, chunks);
  const engine_report = await engine.report(chunks, answerStore(database, row)).catch((error) => {
    throw asFailure(error);
  });
  return {
    engine,
    calibration_boundary: boundary,
    scenario_applied: scenario,
    verdict: verdict(run, chunks, weight),
    by_segment: bySegment(run, chunks, weight),
    dimensions: { reported: run.reported, all: run.dimensions, segment_sd: segmentSd(run) },
    weights: Buffer.from(weight.buffer, weight.byteOffset, weight.byteLength),
    digest,
    engine_report,
  };
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

export interface SimulationFailure {
  readonly code: FailureCode;
  /** A sentence for customers. */
  readonly message: string;
}

/** Fails a simulation, unless it has ended already. */
export async function failSimulation(
  { database, baseUrl }: Pick<EndDependencies, "database" | "baseUrl">,
  { simulation_id, code, message }: SimulationRef & SimulationFailure,
): Promise<RunResult> {
  const hasFailed = await database.transaction((tx) =>
    failRun(
      tx,
      simulation_id,
      { code, message, by: "service" },
      (failed) => simulationPayload(failed, baseUrl),
    )
  );
  return hasFailed ? ended("failed") : TERMINAL;
}

function ended(outcome: "completed" | "failed"): RunResult {
  WORK.simulations.inc({ outcome });
  return { kind: "ended", outcome };
}
