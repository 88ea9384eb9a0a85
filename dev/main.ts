import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { thousands, verdictTable } from "#client/cli/verdict-table.ts";
import { SimulationService } from "#client/index.ts";
import { signInLink } from "./database.ts";
import {
  bypassProxyForLoopback,
  DEV_EMAIL,
  type DevEnvironment,
  readEnvironment,
  removeEnvironment,
  writeEnvironment,
} from "./machine/environment.ts";
import { devFolder, tryLock } from "./machine/folder.ts";
import { endLeftovers } from "./machine/processes.ts";
import { type DevStackOptions, startDevStack } from "./stack.ts";
import type { Child } from "./machine/child.ts";
import type { Supervised } from "./machine/supervise.ts";
import { logFor, since, stopSignal } from "./machine/terminal.ts";

const AGENTS = 1_000;
const METHODOLOGY = "public-spending";
const QUESTION = "Should the country spend more on education and schools?";
const MAX_RUN_MS = 60_000;

/** The body of `POST /v1/simulations`. */
const FIRST_REQUEST = { workflow_id: METHODOLOGY, agent_count: AGENTS, question: QUESTION };

/** API and worker end before the servers that they use. */
const STOP_ORDER = [["api", "worker"], ["temporal", "redis", "postgres"]];
const MAX_STOP_MS = 25_000;

/**
 * `deno task dev [--once]`: runs the whole service on this machine, and one simulation through it.
 * @returns the exit code.
 */
async function main(): Promise<number> {
  bypassProxyForLoopback();
  const once = process.argv.includes("--once");
  const dir = devFolder();
  const lock = tryLock(join(dir, "lock"));
  if (lock === undefined) return await reportRunningDev(dir);
  const register = join(dir, "children");
  const leftovers = await endLeftovers(register);
  if (leftovers.length > 0) logFor("dev")(`ended what an earlier run had left: ${leftovers.join(", ")}`);
  removeEnvironment(dir);

  const signal = stopSignal();
  const started = new Map<string, Supervised<Child>>();
  const onStarted = (name: string, part: Supervised<Child>) => started.set(name, part);
  const running = run({ dir, register, signal, onStarted }, once);
  try {
    await Promise.race([running, rejectOnAbort(signal)]);
    return 0;
  } catch (error) {
    if (signal.aborted) return once ? 130 : 0;
    console.error(`\n${(error as Error).message}`);
    return 1;
  } finally {
    removeEnvironment(dir);
    if (signal.aborted) logFor("dev")(`${signal.reason}, stopping`);
    await Promise.race([stopAll(running, started), sleep(MAX_STOP_MS)]);
    await endLeftovers(register);
    logFor("dev")("stopped");
    lock.release();
  }
}

async function run(options: Omit<DevStackOptions, "onRestart">, once: boolean): Promise<void> {
  const { dir, signal } = options;
  const begin = performance.now();
  console.log(`Starting the embedded stack in ${dir}`);
  let ready = false;
  const onRestart = () => ready && writeEnvironment(dir, environmentNow());
  const environmentNow = await startDevStack({ ...options, onRestart });
  const environment = environmentNow();
  try {
    await showFirstSimulation(environment, begin);
    if (once) return;
  } catch (error) {
    if (once) throw error;
    logFor("dev")((error as Error).message);
  }
  console.log(`\n${await directions(environment)}\n\nCtrl-C stops it; its data and logs stay in ${dir}.`);
  signal.throwIfAborted();
  ready = true;
  writeEnvironment(dir, environmentNow());
  await rejectOnAbort(signal);
}

/**
 * Runs a simulation as a customer does, by the client with an API key, and prints its verdict.
 * @throws Error when the simulation fails, or is not completed within a minute.
 */
async function showFirstSimulation(
  { base_url: baseUrl, api_key: apiKey, temporal_ui_url }: DevEnvironment,
  begin: number,
): Promise<void> {
  const log = logFor("example");
  const { simulations } = new SimulationService({ baseUrl, apiKey });
  log(`asking ${thousands(AGENTS)} agents of ${METHODOLOGY}`);
  const { id } = await simulations.create(FIRST_REQUEST);
  let lastLine = "";
  const { status, failure_message } = await simulations.wait(id, {
    timeoutMs: MAX_RUN_MS,
    onProgress: ({ status, agents_completed }) => {
      const line = `${status}, ${thousands(agents_completed)} of ${thousands(AGENTS)} agents`;
      if (line !== lastLine) log(lastLine = line);
    },
  });
  if (status !== "completed") throw new Error(`The simulation failed: ${failure_message}`);
  const results = await simulations.results(id, { agents: false });
  log(`answered ${since(begin)} after the start`);
  console.log(`\n${verdictTable(results)}\n`);
  const workflow = encodeURIComponent(`simulation/${id}`);
  console.log(`  This run in Temporal  ${temporal_ui_url}/namespaces/default/workflows/${workflow}`);
}

/** The URLs, a way into the console, and a first command to try. */
async function directions(environment: DevEnvironment): Promise<string> {
  const { base_url, temporal_ui_url, api_key } = environment;
  return [
    `  Console               ${await signInLink(environment)}`,
    `                        signs ${DEV_EMAIL} in, once, within 15 minutes; \`deno task dev\` in another terminal prints a new one`,
    `  API                   ${base_url}`,
    `  Its documentation     ${base_url}/docs`,
    `  Temporal              ${temporal_ui_url}`,
    "",
    `  curl ${base_url}/v1/simulations -H "Authorization: Bearer ${api_key}" \\`,
    `    -H "Idempotency-Key: from-the-terminal-at-$(date +%Y-%m-%dT%H:%M:%S)" \\`,
    `    -H "Content-Type: application/json" \\`,
    `    -d '${JSON.stringify(FIRST_REQUEST)}'`,
  ].join("\n");
}

async function reportRunningDev(dir: string): Promise<number> {
  const environment = readEnvironment(dir);
  console.error(
    environment === undefined
      ? `Another dev is starting or stopping in ${dir}.`
      : `A dev is running in ${dir} already.\n\n${await directions(environment)}`,
  );
  return 1;
}

/** Never resolves; rejects when the signal is aborted. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(new Error(String(signal.reason)));
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort);
  });
}

async function stopAll(
  running: Promise<void>,
  started: ReadonlyMap<string, Supervised<Child>>,
): Promise<void> {
  // A start in progress ends by the signal, and may still hand over a part that has to be stopped.
  await running.catch(() => {});
  for (const names of STOP_ORDER) {
    await Promise.all(names.map((name) => started.get(name)?.stop()));
  }
}

process.exit(await main());
