import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { respond, respondentSettings, stubServer } from "#testing/stub-server.ts";
import type { Caller } from "#testing/caller.ts";
import { newOrganization } from "#testing/organizations.ts";
import { startOwnService } from "#testing/processes.ts";
import { completedSimulation, simulationBody } from "#testing/simulations.ts";
import { repeat } from "../command.ts";
import { UNLIMITED } from "./client.ts";
import { quantile, timed } from "./measure.ts";

const LARGE_RUNS = 600;
/** What the organization with many small runs keeps in flight. */
const SMALL_RUNS = 100;
const CREATES_AT_ONCE = 16;
const LARGE_AGENTS = 10_000;
const SMALL_AGENTS = 100;
const SAMPLES = 40;
/** Of a run beside many others. */
const PATIENCE_SECONDS = 600;
/** How long models take for an answer, in milliseconds. The quick one leaves it to the machine's two cores, too, how soon a run ends. */
const MODELS_MS = [50, 500] as const;
/** A small run beside the others' may take at most this many times its time alone. */
const MOST = 3;

/** What the greedy organization does: it begins to, and returns what ends it. */
type Load = (greedy: Caller, run: object) => Promise<() => Promise<unknown>>;

/**
 * One organization queues 600 runs of 10,000 agents, or keeps 100 runs of 100 agents in flight; another asks 100 agents, again and again: how
 * long that takes alone, and beside them, with Readings and without, with a Temporal server that gives organizations even shares and with one
 * that does not, and where a model answers for the agents. Prints a table, without a floor.
 *
 * @throws Error where the small run takes over three times as long although the server has fairness
 */
export async function measureFairness(): Promise<void> {
  const ratios: number[] = [];
  for (const withReading of [false, true]) {
    ratios.push(...await measureCase(LARGE, { withReading }));
    // No bound: these runs wait behind no larger ones, but the machine itself is what all wait for.
    await measureCase(SMALL, { withReading });
  }
  await measureCase(LARGE, { fairness: false });
  for (const modelMs of MODELS_MS) ratios.push(...await measureCase(LARGE, { modelMs }));
  const ratio = Math.max(...ratios);
  if (ratio > MOST) {
    throw new Error(`A small run took ${ratio.toFixed(1)} times its time alone, at most ${MOST}`);
  }
}

interface Case {
  /** Milliseconds that a model takes for each answer; without it the embedded engine answers. */
  readonly modelMs?: number;
  readonly fairness?: boolean;
  readonly withReading?: boolean;
}

const queueLargeRuns: Load = async (greedy, run) => {
  await pLimit(CREATES_AT_ONCE).map(Array(LARGE_RUNS).keys(), (seed) => {
    const body = simulationBody({ ...run, agent_count: LARGE_AGENTS, seed });
    return greedy("POST", "/v1/simulations", { body });
  });
  return () => Promise.resolve();
};

const keepSmallRunsInFlight: Load = (greedy, run) => {
  const ends = Array.from({ length: SMALL_RUNS }, () => repeat(() => smallRun(greedy, run), 0));
  return Promise.resolve(() => Promise.all(ends.map((end) => end())));
};

const LARGE = { name: `${LARGE_RUNS} runs of ${LARGE_AGENTS} agents`, begin: queueLargeRuns };
const SMALL = {
  name: `${SMALL_RUNS} runs of ${SMALL_AGENTS} agents in flight`,
  begin: keepSmallRunsInFlight,
};

/** @returns how many times as long a small run takes beside the load: at the median and at the 95th percentile. */
async function measureCase(
  load: { readonly name: string; readonly begin: Load },
  { modelMs, fairness = true, withReading = false }: Case,
): Promise<number[]> {
  const model = modelMs === undefined ? undefined : await stubServer(async (request) => {
    await sleep(modelMs);
    return { content: respond(request) };
  });
  const service = await startOwnService(model === undefined ? {} : respondentSettings(model), {}, {
    fairness,
  });
  try {
    const { baseUrl } = service.api;
    const { call: greedy } = await newOrganization({ baseUrl, limits: UNLIMITED });
    const { call: other } = await newOrganization({ baseUrl, limits: UNLIMITED });
    const run = { generate_insights: withReading };
    await smallRuns(other, 5, run);
    const alone = await smallRuns(other, SAMPLES, run);
    const end = await load.begin(greedy, run);
    const beside = await smallRuns(other, SAMPLES, run);
    const { data: left } = await greedy("GET", "/v1/simulations?status=queued,running&limit=100");
    await end();
    const ratios = [0.5, 0.95].map((share) => quantile(beside, share) / quantile(alone, share));
    const title = [
      fairness ? "fairness on" : "fairness off",
      ...(withReading ? ["with Readings"] : []),
      ...(modelMs === undefined ? [] : [`a model answers after ${modelMs} ms`]),
    ].join(", ");
    console.log(
      `${title}: ${SMALL_AGENTS} agents alone ${times(alone)}; beside ${load.name} ${times(beside)}; ratios ${
        ratios.map((ratio) => ratio.toFixed(1)).join(" and ")
      }; ${left.length}${left.length === 100 ? "+" : ""} of these were left`,
    );
    return ratios;
  } finally {
    await service.stop();
    await model?.close();
  }
}

async function smallRuns(call: Caller, count: number, run: object): Promise<number[]> {
  const ms: number[] = [];
  for (let i = 0; i < count; i++) ms.push(await smallRun(call, run));
  return ms;
}

/** Milliseconds from the request to its end, as a caller sees it who waits. */
function smallRun(call: Caller, run: object): Promise<number> {
  return timed(() => completedSimulation(call, { ...run, agent_count: SMALL_AGENTS }, PATIENCE_SECONDS));
}

function times(ms: readonly number[]): string {
  const [half, most] = [0.5, 0.95].map((share) => quantile(ms, share).toFixed(0));
  return `${half} and ${most} ms`;
}
