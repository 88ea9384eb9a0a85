import { Buffer } from "node:buffer";
import { completeRun, type Completion, failRun } from "#db/simulations/end.ts";
import { modelResponses } from "#db/simulations/model-responses.ts";
import {
  findUnfinishedRun,
  type RunRow,
  storedChunks,
  type Timed,
  type UnfinishedRun,
} from "#db/simulations/runs.ts";
import type { FailureCode } from "#db/simulations/simulations.ts";
import type { AgentChunk } from "#engine/sampling/answers.ts";
import { decodeChunk, type EncodedChunk } from "#engine/sampling/chunk-codec.ts";
import { runDigest } from "#engine/sampling/chunks.ts";
import { bySegment, verdict } from "#engine/verdict/verdict.ts";
import { rakeWeights } from "#engine/verdict/weights.ts";
import { WORK } from "#shared/metrics.ts";
import type { RunResult, SimulationRef } from "#temporal/simulation.ts";
import { varianceOf } from "#engine/forecast/uncertainty.ts";
import type { PreparedSimulation } from "#engine/sampling/prepared-simulation.ts";
import type { Capabilities } from "#providers/agents/answer-store.ts";
import type { Dependencies } from "../dependencies.ts";
import { type AnswerDependencies, asFailure, ofEngine } from "./answer-chunk.ts";

export type EndDependencies = AnswerDependencies & Pick<Dependencies, "baseUrl">;

/** The result for a simulation that had ended before. */
export const TERMINAL: RunResult = { kind: "ended", outcome: "terminal" };

/** Weighs the stored answers, writes the verdict, and queues the Reading. */
export async function completeSimulation(
  dependencies: EndDependencies,
  { simulation_id }: SimulationRef,
): Promise<RunResult> {
  const { database, engine } = dependencies;
  const row = ofEngine(engine, await findUnfinishedRun(database, simulation_id));
  if (row === null) return TERMINAL;
  const chunks = (await storedChunks(database, simulation_id)).map(decodeChunk);
  return await writeVerdict(dependencies, row, chunks, null);
}

/**
 * Weighs all answers of a run and completes its simulation in one statement.
 * @param chunk the only one of a run that takes one step, to be stored with the verdict.
 * @throws Error where answers are missing; ApplicationFailure `TooManyFailed` where over 2 % of the agents have no readable answer.
 */
export async function writeVerdict(
  dependencies: EndDependencies,
  row: Timed<UnfinishedRun>,
  chunks: readonly AgentChunk[],
  chunk: EncodedChunk | null,
): Promise<RunResult> {
  const { database, runs, baseUrl } = dependencies;
  const agents = chunks.reduce((sum, { count }) => sum + count, 0);
  if (agents !== row.agent_count) {
    throw new Error(`Simulation ${row.id} has ${agents} of ${row.agent_count} agents`);
  }
  const completion = { ...await weigh(dependencies, row, chunks), chunk };
  if (!await completeRun(database, row, completion, baseUrl)) return TERMINAL;
  runs.delete(row.id);
  return ended("completed");
}

async function weigh(
  { database, engine, runs, turns }: EndDependencies,
  row: RunRow,
  chunks: readonly AgentChunk[],
): Promise<Omit<Completion, "chunk">> {
  const { run, boundary, scenario } = await runs.get(row);
  await turns.take(row);
  const digest = runDigest(chunks);
  await turns.take(row);
  const weight = rakeWeights(run, chunks);
  const store = modelResponses<Capabilities>(database, row);
  const engine_report = await engine.report(chunks, store).catch((error) => {
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
  const failure = { code, message, by: "service" } as const;
  const hasFailed = await database.transaction((tx) => failRun(tx, simulation_id, failure, baseUrl));
  return hasFailed ? ended("failed") : TERMINAL;
}

function ended(outcome: "completed" | "failed"): RunResult {
  WORK.simulations.inc({ outcome });
  return { kind: "ended", outcome };
}
