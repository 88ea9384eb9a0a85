import process from "node:process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  describe,
  type DevEnvironment,
  readEnvironment,
  removeEnvironment,
  writeEnvironment,
} from "./env-file.ts";
import { FIRST_REQUEST, firstSimulation } from "./first-simulation.ts";
import { devFolder } from "./folder.ts";
import { tryLock } from "./lock.ts";
import { sweep } from "./register.ts";
import { logFor, since } from "./say.ts";
import { startDevStack } from "./stack.ts";
import { stopSignal } from "./stop-signal.ts";
import type { Running, Supervised } from "./supervise.ts";
import { verdictTable } from "./verdict-table.ts";

/** What uses something else ends before it. */
const STOP_ORDER = [["api", "worker"], ["temporal", "redis", "postgres"]];
const LONGEST_STOP_MS = 25_000;

/**
 * `deno task dev [--once]`: the whole service on this machine, and one simulation to show that it works.
 * @returns the exit code.
 */
async function main(): Promise<number> {
  const once = process.argv.includes("--once");
  const dir = devFolder();
  const held = tryLock(join(dir, "lock"));
  if (held === undefined) return sayThatItRuns(dir);
  const register = join(dir, "children");
  const swept = await sweep(register);
  if (swept.length > 0) logFor("dev")(`ended what an earlier run had left: ${swept.join(", ")}`);
  removeEnvironment(dir);

  const begin = performance.now();
  const signal = stopSignal();
  const started = new Map<string, Supervised<Running>>();
  const running = run({ dir, register, once, begin, signal, started });
  try {
    await Promise.race([running, aborted(signal)]);
    return 0;
  } catch (error) {
    if (signal.aborted) return once ? 130 : 0;
    console.error(`\n${(error as Error).message}`);
    return 1;
  } finally {
    removeEnvironment(dir);
    if (signal.aborted) logFor("dev")(`${signal.reason}, stopping`);
    await Promise.race([stopAll(running, started), sleep(LONGEST_STOP_MS)]);
    await sweep(register);
    logFor("dev")("stopped");
    held.release();
  }
}

interface Run {
  readonly dir: string;
  readonly register: string;
  readonly once: boolean;
  readonly begin: number;
  readonly signal: AbortSignal;
  readonly started: Map<string, Supervised<Running>>;
}

async function run({ dir, register, once, begin, signal, started }: Run): Promise<void> {
  console.log(`Starting the embedded stack in ${dir}`);
  let ready = false;
  const stack = await startDevStack({
    dir,
    register,
    signal,
    onStarted: (name, part) => started.set(name, part),
    onRestart: () => ready && writeEnvironment(dir, describe(stack)),
  });
  const environment = describe(stack);
  const failure = await showFirstSimulation(environment, begin).catch((error: Error) => error);
  if (once) {
    if (failure !== undefined) throw failure;
    return;
  }
  if (failure !== undefined) logFor("dev")(failure.message);
  console.log(`\n${directions(environment)}\n\nCtrl-C stops it; its data and logs stay in ${dir}.`);
  signal.throwIfAborted();
  ready = true;
  writeEnvironment(dir, describe(stack));
  await aborted(signal);
}

async function showFirstSimulation(environment: DevEnvironment, begin: number): Promise<void> {
  const log = logFor("example");
  const { id, results } = await firstSimulation(environment.base_url, environment.api_key, log);
  log(`answered ${since(begin)} after the start`);
  console.log(`\n${verdictTable(results)}\n`);
  const workflow = encodeURIComponent(`simulation/${id}`);
  console.log(
    `  This run in Temporal  ${environment.temporal_ui_url}/namespaces/default/workflows/${workflow}`,
  );
}

/** Where everything is, and a first command to try. */
function directions({ base_url, temporal_ui_url, api_key }: DevEnvironment): string {
  return [
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

function sayThatItRuns(dir: string): number {
  const environment = readEnvironment(dir);
  console.error(
    environment === undefined
      ? `Another dev is starting or stopping in ${dir}.`
      : `A dev is running in ${dir} already.\n\n${directions(environment)}`,
  );
  return 1;
}

/** Resolves never; rejects when the signal is aborted. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new Error(String(signal.reason)));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  });
}

async function stopAll(
  running: Promise<void>,
  started: ReadonlyMap<string, Supervised<Running>>,
): Promise<void> {
  // A start that is under way ends by the signal; what it still hands over has to be stopped too.
  await running.catch(() => {});
  for (const names of STOP_ORDER) {
    await Promise.all(names.map((name) => started.get(name)?.stop()));
  }
}

process.exit(await main());
