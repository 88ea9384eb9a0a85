import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { prepareDatabase } from "#dev/database.ts";
import { devFolder, writeJson } from "#dev/folder.ts";
import { readKeys } from "#dev/keys.ts";
import { tryLock } from "#dev/lock.ts";
import { sweep } from "#dev/register.ts";
import { freePort } from "#dev/ports.ts";
import { logFor, since } from "#dev/say.ts";
import { startApi } from "#dev/services/api.ts";
import { folderElsewhere } from "#dev/services/postgres-folders.ts";
import { createDatabase, startPostgres } from "#dev/services/postgres.ts";
import { startRedis } from "#dev/services/redis.ts";
import { startTemporal } from "#dev/services/temporal.ts";
import { startWorker, workerRuntime } from "#dev/services/worker.ts";
import { type Settings, stackSettings } from "#dev/environment.ts";
import { workflowBundle } from "#dev/workflow-bundle.ts";
import { ask } from "./database.ts";
import type { TestStack } from "./stack.ts";

const RUNS = join(devFolder(), "test");
const TEMPLATE = "template_simulation_service";

export interface StartedTestStack {
  /** The stack as JSON, for {@link stack}. */
  readonly file: string;
  /** Ends all of it and removes its folder, or leaves the logs there until the next run. */
  stop(options: { readonly keepLogs: boolean }): Promise<void>;
}

/** Starts the services of one test run on ports and in a folder of its own, so that it can run beside `dev` and other runs. */
export async function startTestStack(): Promise<StartedTestStack> {
  const begin = performance.now();
  await sweepRuns();
  const dir = join(RUNS, `${new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14)}-${process.pid}`);
  const held = tryLock(join(dir, "lock"));
  if (held === undefined) throw new Error(`Cannot start: ${dir} is in use`);
  const register = join(dir, "children");
  const stopping: (() => Promise<void>)[] = [];
  const stop = async ({ keepLogs }: { keepLogs: boolean }) => {
    for (const stopOne of stopping.reverse()) await stopOne();
    await sweep(register);
    if (keepLogs) console.log(`The services' logs are in ${dir} until the next run.`);
    else removeRun(dir);
    held.release();
  };
  try {
    const stack = await start(dir, register, stopping);
    const file = join(dir, "stack.json");
    writeJson(file, stack);
    logFor("test")(`services ready in ${since(begin)}, worker on ${workerRuntime()}`);
    return { file, stop };
  } catch (error) {
    await stop({ keepLogs: true });
    throw error;
  }
}

async function start(dir: string, register: string, stopping: (() => Promise<void>)[]): Promise<TestStack> {
  const keys = readKeys(join(dir, "keys.json"));
  if (workerRuntime() === "deno") workflowBundle().catch(() => {});
  const common = (name: string) => ({ dir: join(dir, name), log: logFor(name), register });
  const [postgres, redis, temporal] = await Promise.all([
    startPostgres({ ...common("postgres"), log: () => {}, password: keys.postgres_password, durable: false }),
    startRedis({ ...common("redis"), durable: false }),
    startTemporal({ ...common("temporal"), durable: false }),
  ]);
  stopping.push(async () => void await Promise.all([postgres.stop(), redis.stop(), temporal.stop()]));
  const template = await createDatabase(postgres, TEMPLATE);
  const { demo } = await prepareDatabase(template, null);
  // Specs that run at once share these organizations' keys, and poll.
  await ask("UPDATE organizations SET requests_per_minute = 1000000", [], template);
  const databaseUrl = await createDatabase(postgres, "simulation_service", TEMPLATE);
  const settings: Settings = {
    ...stackSettings(dir, {
      databaseUrl,
      redisUrl: redis.url,
      temporalAddress: temporal.address,
      temporalNamespace: temporal.namespace,
      temporalUiUrl: temporal.uiUrl,
    }, { ...keys, demo }),
    // All specs call from one address.
    ANONYMOUS_REQUESTS_PER_MINUTE: "1000000",
    // Three attempts; a receiver that wants a delivery to wait answers 503 with a Retry-After.
    WEBHOOK_RETRY_SCHEDULE: "0s,300ms,600ms",
  };
  for (const folder of [settings.MAIL_DIR, settings.UPLOADS_DIR]) {
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
  }
  const port = await freePort();
  // Events that the worker announces link to the API.
  const workerSettings = { BASE_URL: `http://127.0.0.1:${port}`, ...settings };
  const [api, worker] = await Promise.all([
    startApi({ ...common("api"), log: () => {}, port, settings }),
    startWorker({
      ...common("worker"),
      log: () => {},
      settings: workerSettings,
      runtime: workerRuntime(),
    }),
  ]);
  stopping.push(async () => void await Promise.all([api.stop(), worker.stop()]));
  return {
    dir,
    register,
    baseUrl: api.baseUrl,
    databaseUrl,
    templateDatabase: TEMPLATE,
    redisUrl: redis.url,
    temporalAddress: temporal.address,
    namespace: temporal.namespace,
    organizationId: demo.organization_id,
    apiKey: demo.api_key,
    operatorKey: demo.operator_key,
    mailDir: settings.MAIL_DIR ?? "",
    uploadsDir: settings.UPLOADS_DIR ?? "",
    settings,
    pids: {
      api: api.pid,
      worker: worker.pid,
      postgres: postgres.pid,
      redis: redis.pid,
      temporal: temporal.pid,
    },
  };
}

/** Ends and removes what runs that were killed have left. A run that goes on holds its lock. */
export async function sweepRuns(): Promise<void> {
  for (const name of existsSync(RUNS) ? readdirSync(RUNS) : []) {
    const dir = join(RUNS, name);
    const held = tryLock(join(dir, "lock"));
    if (held === undefined) continue;
    await sweep(join(dir, "children"));
    removeRun(dir);
    held.release();
  }
}

function removeRun(dir: string): void {
  rmSync(folderElsewhere(join(dir, "postgres")), { recursive: true, force: true });
  rmSync(dir, { recursive: true, force: true });
}
