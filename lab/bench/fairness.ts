import { setTimeout as sleep } from "node:timers/promises";
import { respond, respondentSettings } from "#testing/respondent.ts";
import { stubServer } from "#testing/stub-server.ts";
import type { Caller } from "#testing/caller.ts";
import { newOrganization } from "#testing/organizations.ts";
import { type OwnService, startOwnService } from "#testing/own-service.ts";
import { simulationBody } from "#testing/simulations.ts";
import { completeSimulation, WITHOUT_QUOTAS } from "./client.ts";
import { type Measurement, median } from "./measure.ts";

const LARGE_RUNS = 200;
const LARGE_AGENTS = 10_000;
const SMALL_AGENTS = 100;
const SAMPLES = 15;
/** How long the model takes for an answer, in milliseconds: quicker, and the machine's two cores would be the limit instead of the model. */
const MODEL_MS = 500;
/** A small run beside the others' may take at most this many times its time alone. */
const MOST = 3;

/**
 * One organization queues 200 runs of 10,000 agents, another asks 100 agents, again and again: how long that takes alone, and beside them,
 * with a Temporal server that gives organizations even shares and with one that does not, and where a model answers for the agents. Prints a
 * table, without a floor.
 *
 * @throws Error where the small run takes over three times as long although the server has fairness
 */
export async function measureFairness(): Promise<Measurement[]> {
  const model = await stubServer(async (request) => {
    await sleep(MODEL_MS);
    return { content: respond(request) };
  });
  const ratios: number[] = [];
  try {
    ratios.push(await measureCase("fairness on", {}, true));
    await measureCase("fairness off", {}, false);
    ratios.push(await measureCase("fairness on, a model answers", respondentSettings(model), true));
  } finally {
    await model.close();
  }
  const ratio = Math.max(...ratios);
  if (ratio > MOST) {
    throw new Error(`A small run took ${ratio.toFixed(1)} times its time alone, at most ${MOST}`);
  }
  return [];
}

async function measureCase(
  title: string,
  settings: Record<string, string>,
  fairness: boolean,
): Promise<number> {
  const service = await startOwnService(settings, {}, { fairness });
  try {
    return await measureShares(service, title);
  } finally {
    await service.stop();
  }
}

async function measureShares(service: OwnService, title: string): Promise<number> {
  const { baseUrl } = service.api;
  const { call: greedy } = await newOrganization({ baseUrl, limits: WITHOUT_QUOTAS });
  const { call: other } = await newOrganization({ baseUrl });
  await smallRun(other);
  const alone = await smallRuns(other, SAMPLES);
  await Promise.all(
    Array.from(
      { length: LARGE_RUNS },
      (_, i) =>
        greedy("POST", "/v1/simulations", { body: simulationBody({ agent_count: LARGE_AGENTS, seed: i }) }),
    ),
  );
  const beside = await smallRuns(other, SAMPLES);
  const { data } = await greedy("GET", "/v1/simulations?status=queued,running&limit=100");
  const ratio = median(beside) / median(alone);
  console.log(
    `${title}: ${SMALL_AGENTS} agents alone ${
      times(alone)
    }; beside ${LARGE_RUNS} runs of ${LARGE_AGENTS} agents ` +
      `${times(beside)}; ratio of the medians ${ratio.toFixed(1)}; ${data.length}${
        data.length === 100 ? "+" : ""
      } of these were left`,
  );
  return ratio;
}

async function smallRuns(call: Caller, count: number): Promise<number[]> {
  const ms: number[] = [];
  for (let i = 0; i < count; i++) ms.push(await smallRun(call));
  return ms;
}

/** Milliseconds from the request to its end, as a caller sees it who waits. */
async function smallRun(call: Caller): Promise<number> {
  const begin = performance.now();
  await completeSimulation(call, { agent_count: SMALL_AGENTS });
  return performance.now() - begin;
}

function times(ms: readonly number[]): string {
  return `${median(ms).toFixed(0)} ms (at most ${Math.max(...ms).toFixed(0)})`;
}
