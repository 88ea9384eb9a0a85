import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { thousands, verdictTable } from "#client/cli/verdict-table.ts";
import { SimulationService } from "#client/index.ts";
import { prepareDatabase, signInLink } from "./database.ts";
import { builtConsole } from "./machine/builds.ts";
import {
  bypassProxyForLoopback,
  DEV_EMAIL,
  type DevEnvironment,
  readEnvironment,
  removeEnvironment,
  type StackKeys,
  writeEnvironment,
} from "./machine/environment.ts";
import { devFolder, tryLock, writeJson } from "./machine/folder.ts";
import { endLeftovers } from "./machine/processes.ts";
import { createDatabase, type PostgresService } from "./services/postgres.ts";
import { portSetting } from "./services/service.ts";
import { pidsOf, type StartedParts, startStack, stopStack } from "./stack.ts";
import { logFor, since, stopSignal } from "./machine/terminal.ts";

const AGENTS = 1_000;
const METHODOLOGY = "public-spending";
const QUESTION = "Should the country spend more on education and schools?";
const MAX_RUN_MS = 60_000;

/** The body of `POST /v1/simulations`. */
const FIRST_REQUEST = { workflow_id: METHODOLOGY, agent_count: AGENTS, question: QUESTION };

/** Preferred ports, so that URLs stay the same from one start to the next. */
const PORTS = {
  api: 8080,
  temporal: 7233,
  temporalUi: 8233,
  postgres: 54320,
  redis: 63790,
};
const DATABASE = "simulation_service";

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
  const started: StartedParts = new Map();
  const running = run({ dir, register, signal, started }, once);
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
    // A start in progress ends by the signal, and may still hand over a part that has to be stopped.
    const stopped = running.catch(() => {}).then(() => stopStack(started));
    await Promise.race([stopped, sleep(MAX_STOP_MS)]);
    await endLeftovers(register);
    logFor("dev")("stopped");
    lock.release();
  }
}

type Run = Pick<Parameters<typeof startStack>[0], "dir" | "register" | "started"> & {
  readonly signal: AbortSignal;
};

async function run(place: Run, once: boolean): Promise<void> {
  const { dir, signal } = place;
  const begin = performance.now();
  console.log(`Starting the embedded stack in ${dir}`);
  let ready = false;
  const onRestart = () => ready && writeEnvironment(dir, environmentNow());
  const environmentNow = await start(place, onRestart);
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

/** Starts the stack and builds the console. @returns what gives the content of `env.json` as it is then */
async function start(place: Run, onRestart: () => void): Promise<() => DevEnvironment> {
  const ports = { ...PORTS, api: portSetting(process.env.PORT, PORTS.api) };
  const built = builtConsole();
  built.catch(() => {});
  const stack = await startStack({
    ...place,
    ...{ ports, durable: true, logFor, onRestart },
    prepare: (postgres, keys) => prepare(place.dir, postgres, keys),
    onStarted: (name, took) => logFor(name)(`ready, ${took}`),
  });
  await built;
  const { parts: { api, redis, temporal }, demo } = stack;
  return () => ({
    base_url: api.current().baseUrl,
    temporal_ui_url: temporal.current().uiUrl ?? "",
    temporal_address: temporal.current().address,
    database_url: stack.databaseUrl,
    redis_url: redis.current().url,
    api_key: demo.api_key,
    operator_key: demo.operator_key,
    organization_id: demo.organization_id,
    mail_dir: stack.settings.MAIL_DIR ?? "",
    processes: pidsOf(place.started),
  });
}

async function prepare(dir: string, postgres: PostgresService, keys: StackKeys) {
  const begin = performance.now();
  const databaseUrl = await createDatabase(postgres, DATABASE);
  const { applied, demo } = await prepareDatabase(databaseUrl, keys.demo);
  if (demo !== keys.demo) writeJson(join(dir, "keys.json"), { ...keys, demo });
  logFor("database")(
    `${applied.length === 0 ? "current" : `applied ${applied.join(", ")}`}, ${since(begin)}`,
  );
  return { databaseUrl, demo };
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

process.exit(await main());
