import { mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { builtConsole, workflowBundle } from "./machine/builds.ts";
import type { Child } from "./machine/child.ts";
import { prepareDatabase } from "./database.ts";
import {
  type DevEnvironment,
  readKeys,
  type Settings,
  type StackKeys,
  stackSettings,
} from "./machine/environment.ts";
import { writeJson } from "./machine/folder.ts";
import { startApi } from "./services/api.ts";
import { createDatabase, type PostgresService, startPostgres } from "./services/postgres.ts";
import { startRedis } from "./services/redis.ts";
import { freePort, type ServiceOptions } from "./services/service.ts";
import { startTemporal } from "./services/temporal.ts";
import { startWorker } from "./services/worker.ts";
import { supervise, type Supervised } from "./machine/supervise.ts";
import { logFor, since } from "./machine/terminal.ts";

/** Preferred ports, so that URLs stay the same from one start to the next. */
const PORTS = {
  api: 8080,
  temporal: 7233,
  temporalUi: 8233,
  postgres: 54320,
  redis: 63790,
};
const DATABASE = "simulation_service";

/** @throws Error for anything but a port. */
export function portSetting(value: string | undefined, preferred: number): number {
  if (value === undefined || value === "") return preferred;
  const port = Number(value);
  if (/^\d+$/.test(value) && port >= 1 && port <= 65_535) return port;
  throw new Error(`Cannot start: PORT must be a port from 1 to 65535, got ${JSON.stringify(value)}`);
}

export interface DevStackOptions {
  readonly dir: string;
  /** File that records every child while it may run. */
  readonly register: string;
  /** Called when a process has been restarted. */
  readonly onRestart: () => void;
  /** Ends the start when aborted. */
  readonly signal: AbortSignal;
  /** Called with every part as soon as it runs, so that the caller can stop it when a later part fails. */
  readonly onStarted: (name: string, part: Supervised<Child>) => void;
}

/**
 * Starts the stack: its servers, then API and worker. Parts that do not depend on each other start at the same time; each is restarted when it
 * ends before it is stopped. @returns what gives the content of `env.json` as it is then
 */
export async function startDevStack(options: DevStackOptions): Promise<() => DevEnvironment> {
  const apiPort = portSetting(process.env.PORT, PORTS.api);
  const starter = partStarter(options);
  // Begins early. The worker awaits the same build and reports its failure.
  workflowBundle().catch(() => {});
  const built = builtConsole();
  built.catch(() => {});
  const [postgres, redis, temporal, { databaseUrl, keys }] = await startServers(starter, options.dir);
  const addresses = { databaseUrl, redisUrl: redis.current().url, temporal: temporal.current() };
  const settings = stackSettings(options.dir, addresses, keys);
  for (const folder of [settings.MAIL_DIR, settings.UPLOADS_DIR]) {
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
  }
  const [api, worker] = await startProcesses(starter, settings, apiPort);
  await built;
  return () => ({
    base_url: api.current().baseUrl,
    temporal_ui_url: temporal.current().uiUrl ?? "",
    temporal_address: temporal.current().address,
    database_url: databaseUrl,
    redis_url: redis.current().url,
    api_key: keys.demo.api_key,
    operator_key: keys.demo.operator_key,
    organization_id: keys.demo.organization_id,
    mail_dir: settings.MAIL_DIR ?? "",
    processes: {
      api: api.current().pid,
      worker: worker.current().pid,
      postgres: postgres.current().pid,
      redis: redis.current().pid,
      temporal: temporal.current().pid,
    },
  });
}

async function startServers(starter: PartStarter, dir: string) {
  const keysFile = join(dir, "keys.json");
  const keys = readKeys(keysFile);
  const ports = {
    postgres: await freePort(PORTS.postgres, logFor("postgres")),
    redis: await freePort(PORTS.redis, logFor("redis")),
    temporal: await freePort(PORTS.temporal, logFor("temporal")),
    temporalUi: await freePort(PORTS.temporalUi, logFor("temporal")),
  };
  const postgres = starter.start(
    "postgres",
    (part) =>
      startPostgres({ ...part, port: ports.postgres, password: keys.postgres_password, durable: true }),
  );
  const redis = starter.start("redis", (part) => startRedis({ ...part, port: ports.redis, durable: true }));
  const temporal = starter.start(
    "temporal",
    (part) => startTemporal({ ...part, port: ports.temporal, uiPort: ports.temporalUi, durable: true }),
  );
  const database = postgres.then((running) => prepare(running.current(), keysFile, keys));
  return await starter.all([postgres, redis, temporal, database]);
}

async function prepare(postgres: PostgresService, keysFile: string, keys: StackKeys) {
  const begin = performance.now();
  const databaseUrl = await createDatabase(postgres, DATABASE);
  const { applied, demo } = await prepareDatabase(databaseUrl, keys.demo);
  if (demo !== keys.demo) writeJson(keysFile, { ...keys, demo });
  logFor("database")(
    `${applied.length === 0 ? "current" : `applied ${applied.join(", ")}`}, ${since(begin)}`,
  );
  return { databaseUrl, keys: { ...keys, demo } };
}

async function startProcesses(starter: PartStarter, settings: Settings, preferredPort: number) {
  const port = await freePort(preferredPort, logFor("api"));
  // The worker's events link to the API.
  const workerSettings = { BASE_URL: `http://127.0.0.1:${port}`, ...settings };
  return await starter.all([
    starter.start("api", (part) => startApi({ ...part, port, settings })),
    starter.start("worker", (part) => startWorker({ ...part, settings: workerSettings })),
  ]);
}

type PartStarter = ReturnType<typeof partStarter>;

function partStarter({ dir, register, onRestart, onStarted, signal }: DevStackOptions) {
  const failed = new AbortController();
  return {
    /** Starts a part under supervision, hands it to `onStarted`, and logs a line. */
    async start<T extends Child>(
      name: string,
      startPart: (part: ServiceOptions) => Promise<T>,
    ): Promise<Supervised<T>> {
      const begin = performance.now();
      const log = logFor(name);
      const part = await supervise({
        start: (signal) => startPart({ dir: join(dir, name), log, register, signal }),
        log,
        onRestart,
        signal: AbortSignal.any([signal, failed.signal]),
      });
      onStarted(name, part);
      log(`ready, ${since(begin)}`);
      return part;
    },

    /** Like `Promise.all`, but the first failure ends the other starts, and is thrown after they have ended. */
    async all<T extends readonly Promise<unknown>[] | []>(
      starts: T,
    ): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
      for (const start of starts) start.catch((error) => failed.abort(error));
      await Promise.allSettled(starts);
      if (failed.signal.aborted) throw failed.signal.reason;
      return await Promise.all(starts);
    },
  };
}
