import { mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { prepareDatabase } from "./database.ts";
import { writeJson } from "./folder.ts";
import { readKeys, type StackKeys } from "./keys.ts";
import { freePort } from "./ports.ts";
import { type Log, logFor, since } from "./say.ts";
import { type ApiService, startApi } from "./services/api.ts";
import { createDatabase, type PostgresService, startPostgres } from "./services/postgres.ts";
import { type RedisService, startRedis } from "./services/redis.ts";
import { startTemporal, type TemporalService } from "./services/temporal.ts";
import { startWorker } from "./services/worker.ts";
import { type Settings, stackSettings } from "./environment.ts";
import { workflowBundle } from "./workflow-bundle.ts";
import { type Running, supervise, type Supervised } from "./supervise.ts";

/** Taken where they are free, so that URLs stay the same from one start to the next. */
const PORTS = {
  api: Number(process.env.PORT || 8080),
  temporal: 7233,
  temporalUi: 8233,
  postgres: 54320,
  redis: 63790,
};
const DATABASE = "simulation_service";

/** The running embedded stack, each process of which is started again when it ends by itself. */
export interface DevStack {
  readonly postgres: Supervised<PostgresService>;
  readonly redis: Supervised<RedisService>;
  readonly temporal: Supervised<TemporalService>;
  readonly api: Supervised<ApiService>;
  readonly worker: Supervised<Running>;
  readonly databaseUrl: string;
  readonly settings: Settings;
  readonly keys: StackKeys & { readonly demo: NonNullable<StackKeys["demo"]> };
}

export interface DevStackOptions {
  readonly dir: string;
  /** Every child is noted there while it may run. */
  readonly register: string;
  /** Called when a process has been replaced. */
  readonly onRestart: () => void;
  /** Ends the start when aborted. */
  readonly signal: AbortSignal;
  /** Whatever runs is handed over at once, so that a start that fails later can be undone. */
  readonly onStarted: (name: string, part: Supervised<Running>) => void;
}

/** Starts all of it; what doesn't depend on one another at the same time. */
export async function startDevStack(options: DevStackOptions): Promise<DevStack> {
  const { dir } = options;
  const keysFile = join(dir, "keys.json");
  const keys = readKeys(keysFile);
  const failed = new AbortController();
  const part = partStarter({ ...options, signal: AbortSignal.any([options.signal, failed.signal]) });
  // In good time for the worker, which reports a failure.
  workflowBundle().catch(() => {});
  const port = async (name: keyof typeof PORTS, log: Log) => await freePort(PORTS[name], log);

  const postgres = part("postgres", async (log) => {
    const fixed = await port("postgres", log);
    return (common) =>
      startPostgres({ ...common, port: fixed, password: keys.postgres_password, durable: true });
  }, (service) => `port ${service.port}`);
  const redis = part("redis", async (log) => {
    const fixed = await port("redis", log);
    return (common) => startRedis({ ...common, port: fixed, durable: true });
  }, (service) => `port ${service.port}`);
  const temporal = part("temporal", async (log) => {
    const [fixed, uiPort] = [await port("temporal", log), await port("temporalUi", log)];
    return (common) => startTemporal({ ...common, port: fixed, uiPort, durable: true });
  }, (service) => `port ${service.port}, Web UI ${service.uiUrl}`);

  const prepared = postgres.then(async (running) => {
    const begin = performance.now();
    const databaseUrl = await createDatabase(running.current(), DATABASE);
    const { applied, demo } = await prepareDatabase(databaseUrl, keys.demo);
    if (demo !== keys.demo) writeJson(keysFile, { ...keys, demo });
    logFor("database")(
      `${applied.length === 0 ? "current" : `applied ${applied.join(", ")}`}, ${since(begin)}`,
    );
    return { databaseUrl, keys: { ...keys, demo } };
  });
  const services = await together(failed, [postgres, redis, temporal, prepared]);
  const [runningPostgres, runningRedis, runningTemporal, { databaseUrl, keys: allKeys }] = services;

  const settings = stackSettings(dir, {
    databaseUrl,
    redisUrl: runningRedis.current().url,
    temporalAddress: runningTemporal.current().address,
    temporalNamespace: runningTemporal.current().namespace,
    temporalUiUrl: runningTemporal.current().uiUrl,
  }, allKeys);
  for (const folder of [settings.MAIL_DIR, settings.UPLOADS_DIR]) {
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
  }
  const apiPort = await port("api", logFor("api"));
  const BASE_URL = `http://127.0.0.1:${apiPort}`;
  const [api, worker] = await together(failed, [
    part(
      "api",
      () => Promise.resolve((common) => startApi({ ...common, port: apiPort, settings })),
      (service) => service.baseUrl,
    ),
    part(
      "worker",
      // Events that the worker announces link to the API.
      () => Promise.resolve((common) => startWorker({ ...common, settings: { BASE_URL, ...settings } })),
      () => "polling all task queues",
    ),
  ]);
  return {
    postgres: runningPostgres,
    redis: runningRedis,
    temporal: runningTemporal,
    api,
    worker,
    databaseUrl,
    settings,
    keys: allKeys,
  };
}

interface Common {
  readonly dir: string;
  readonly log: Log;
  readonly register: string;
  readonly signal: AbortSignal;
}

/** Starts one supervised part, says so, and hands it over. `prepare` chooses what stays the same over restarts. */
function partStarter({ dir, register, onRestart, onStarted, signal }: DevStackOptions) {
  return async <T extends Running>(
    name: string,
    prepare: (log: Log) => Promise<(common: Common) => Promise<T>>,
    describe: (running: T) => string,
  ): Promise<Supervised<T>> => {
    const begin = performance.now();
    const log = logFor(name);
    const start = await prepare(log);
    const running = await supervise({
      start: (signal) => start({ dir: join(dir, name), log, register, signal }),
      log,
      onRestart,
      signal,
    });
    onStarted(name, running);
    log(`${describe(running.current())}, ${since(begin)}`);
    return running;
  };
}

/** Like `Promise.all`, but a failure ends the other starts, and is thrown once they have ended: nothing starts after it. */
async function together<T extends readonly unknown[]>(
  failed: AbortController,
  promises: { [K in keyof T]: Promise<T[K]> },
): Promise<T> {
  for (const promise of promises) promise.catch((error) => failed.abort(error));
  await Promise.allSettled(promises);
  if (failed.signal.aborted) throw failed.signal.reason;
  return await Promise.all(promises) as unknown as T;
}
