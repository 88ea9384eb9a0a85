import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { prepareDatabase } from "#dev/database.ts";
import { readKeys, type Settings, stackSettings } from "#dev/machine/environment.ts";
import { devFolder, tryLock, writeJson } from "#dev/machine/folder.ts";
import { endLeftovers } from "#dev/machine/processes.ts";
import { startApi } from "#dev/services/api.ts";
import { folderElsewhere } from "#dev/services/postgres-folders.ts";
import { createDatabase, startPostgres } from "#dev/services/postgres.ts";
import { startRedis } from "#dev/services/redis.ts";
import { freePort } from "#dev/services/service.ts";
import { startTemporal } from "#dev/services/temporal.ts";
import { startWorker, workerRuntime } from "#dev/services/worker.ts";
import { logFor, since } from "#dev/machine/terminal.ts";
import { workflowBundle } from "#dev/machine/builds.ts";
import { ask, STACK_FILE, type TestStack } from "./stack.ts";

const RUNS = join(devFolder(), "test");
const TEMPLATE = "template_simulation_service";

export type StartedTestStack = Awaited<ReturnType<typeof startTestStack>>;

/** A folder for processes, and the file that records them. */
export interface Place {
  readonly dir: string;
  readonly register: string;
}

export interface TestStackOptions {
  /** Whether the servers' data survive that they are killed; false is faster. */
  readonly durable?: boolean;
  /** Settings of API and worker that differ. */
  readonly settings?: Settings;
}

/**
 * Starts the services of one test run, on ports and in a folder of its own, so that it can run beside `dev` and other test runs, and makes them
 * those that this process and its children speak to.
 */
export async function startTestStack(options: TestStackOptions = {}) {
  const begin = performance.now();
  await removeEndedRuns();
  const dir = join(RUNS, `${new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14)}-${process.pid}`);
  const lock = tryLock(join(dir, "lock"));
  if (lock === undefined) throw new Error(`Cannot start: ${dir} is in use`);
  const register = join(dir, "children");
  const stops: (() => Promise<unknown>)[] = [];
  /** Ends all processes and removes the run's folder; with `keepLogs` the next run removes it. */
  const stop = async ({ keepLogs }: { readonly keepLogs: boolean }): Promise<void> => {
    for (const stopSome of stops.reverse()) await stopSome();
    await endLeftovers(register);
    if (keepLogs) console.log(`The services' logs are in ${dir} until the next run.`);
    else removeRun(dir);
    lock.release();
  };
  try {
    const file = join(dir, "stack.json");
    const { stack, parts, restart } = await startServices({ dir, register, stops, ...options });
    writeJson(file, stack);
    process.env[STACK_FILE] = file;
    logFor("test")(`services ready in ${since(begin)}, worker on ${workerRuntime()}`);
    return { stack, parts, restart, stop };
  } catch (error) {
    await stop({ keepLogs: true });
    throw error;
  }
}

interface Run extends TestStackOptions, Place {
  /** Filled as services start. */
  readonly stops: (() => Promise<unknown>)[];
}

async function startServices(run: Run) {
  const keys = readKeys(join(run.dir, "keys.json"));
  if (workerRuntime() === "deno") workflowBundle().catch(() => {});
  const { postgres, redis, temporal } = await startServers(run, keys.postgres_password);
  const template = await createDatabase(postgres, TEMPLATE);
  const { demo } = await prepareDatabase(template, null);
  // Concurrent specs share these organizations' keys, and poll.
  await ask("UPDATE organizations SET requests_per_minute = 1000000", [], template);
  const databaseUrl = await createDatabase(postgres, "simulation_service", TEMPLATE);
  const addresses = { databaseUrl, redisUrl: redis.url, temporal };
  const settings = testSettings(run.dir, stackSettings(run.dir, addresses, { ...keys, demo }), run.settings);
  const { api, worker, restart } = await startProcesses(run, settings);
  const stack: TestStack = {
    dir: run.dir,
    register: run.register,
    durable: run.durable ?? false,
    baseUrl: api.baseUrl,
    databaseUrl,
    templateDatabase: TEMPLATE,
    redisUrl: redis.url,
    temporalAddress: temporal.address,
    namespace: temporal.namespace,
    organizationId: demo.organization_id,
    apiKey: demo.api_key,
    operatorKey: demo.operator_key,
    mailDir: join(run.dir, "mail"),
    uploadsDir: join(run.dir, "uploads"),
    settings,
    pids: {
      api: api.pid,
      worker: worker.pid,
      postgres: postgres.pid,
      redis: redis.pid,
      temporal: temporal.pid,
    },
  };
  return { stack, parts: { postgres, redis, temporal, api, worker }, restart };
}

async function startServers(run: Run, password: string) {
  const { durable = false } = run;
  const [postgres, redis, temporal] = await Promise.all([
    startPostgres({ ...optionsOf(run, "postgres"), log: () => {}, password, durable }),
    startRedis({ ...optionsOf(run, "redis"), durable }),
    startTemporal({ ...optionsOf(run, "temporal"), durable }),
  ]);
  run.stops.push(() => Promise.all([postgres.stop(), redis.stop(), temporal.stop()]));
  return { postgres, redis, temporal };
}

async function startProcesses(run: Run, settings: Settings) {
  const port = await freePort();
  // The worker's events link to the API.
  const workerSettings = { BASE_URL: `http://127.0.0.1:${port}`, ...settings };
  const start = {
    api: () => startApi({ ...optionsOf(run, "api"), log: () => {}, port, settings }),
    worker: () => startWorker({ ...optionsOf(run, "worker"), log: () => {}, settings: workerSettings }),
  };
  const [api, worker] = await Promise.all([start.api(), start.worker()]);
  const running: Record<"api" | "worker", { stop(): Promise<unknown> }> = { api, worker };
  run.stops.push(() => Promise.all([running.api.stop(), running.worker.stop()]));
  /** Starts a process anew, at the same address, after its code has changed. */
  const restart = async (name: "api" | "worker"): Promise<void> => {
    await running[name].stop();
    running[name] = await start[name]();
  };
  return { api, worker, restart };
}

function testSettings(dir: string, settings: Settings, own: Settings = {}) {
  const folders = { MAIL_DIR: join(dir, "mail"), UPLOADS_DIR: join(dir, "uploads") };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  return {
    ...settings,
    ...folders,
    // All specs call from one address.
    ANONYMOUS_REQUESTS_PER_MINUTE: "1000000",
    // Most specs with an API of their own ask it nothing that is routed.
    LAZY_START: "1",
    // Those of accounts, whose limits count by address, name one of their own.
    TRUSTED_PROXIES: "1",
    PAYMENTS_WEBHOOK_SECRET: "whsec_of_the_specs",
    BILLING_PRICE_PLANS: "price_growth=growth,price_studio=studio,price_enterprise=enterprise",
    // Three attempts; a receiver postpones the next one by answering 503 with a Retry-After.
    WEBHOOK_RETRY_SCHEDULE: "0s,300ms,600ms",
    ...own,
  };
}

function optionsOf({ dir, register }: Run, name: string) {
  return { dir: join(dir, name), log: logFor(name), register };
}

/**
 * Gives a drill a new folder of `.dev`, and ends what it has left running there.
 * @throws Error where another process has that folder
 */
export async function withOwnFolder<T>(name: string, work: (place: Place) => Promise<T>): Promise<T> {
  const dir = join(devFolder(), name);
  const lock = tryLock(`${dir}.lock`);
  if (lock === undefined) throw new Error(`Another ${name} runs in ${dir}`);
  const register = `${dir}-children`;
  try {
    await endLeftovers(register);
    removeRun(dir);
    return await work({ dir, register });
  } finally {
    await endLeftovers(register);
    lock.release();
  }
}

/** Ends the processes of test runs that were killed, and removes their folders. A run in progress holds its lock. */
export async function removeEndedRuns(): Promise<void> {
  for (const name of existsSync(RUNS) ? readdirSync(RUNS) : []) {
    const dir = join(RUNS, name);
    const lock = tryLock(join(dir, "lock"));
    if (lock === undefined) continue;
    await endLeftovers(join(dir, "children"));
    removeRun(dir);
    lock.release();
  }
}

function removeRun(dir: string): void {
  rmSync(folderElsewhere(join(dir, "postgres")), { recursive: true, force: true });
  rmSync(dir, { recursive: true, force: true });
}
