import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { workflowBundle } from "./machine/builds.ts";
import type { Child } from "./machine/child.ts";
import {
  type DemoKeys,
  readKeys,
  type Settings,
  type StackKeys,
  stackSettings,
} from "./machine/environment.ts";
import { startApi, startWorker, workerRuntime } from "./services/api-and-worker.ts";
import { type PostgresService, startPostgres } from "./services/postgres.ts";
import { startRedis } from "./services/redis.ts";
import { freePort, type ServiceOptions } from "./services/service.ts";
import { startTemporal } from "./services/temporal.ts";
import { supervise, type Supervised } from "./machine/supervise.ts";
import { type Log, since } from "./machine/terminal.ts";

/** API and worker end before the servers that they use. */
const STOP_ORDER = [["api", "worker"], ["temporal", "redis", "postgres"]] as const;

export type PartName = typeof STOP_ORDER[number][number];
/** Ports to prefer. */
export type StackPorts = Readonly<Record<Exclude<PartName, "worker"> | "temporalUi", number>>;
export type StartedParts = Map<PartName, Supervised<Child>>;

/** A folder for processes, and the file that records each of them while it may run. */
export interface Place {
  readonly dir: string;
  readonly register: string;
}

export interface StackOptions extends Place {
  /** Whether the servers' data survive that they are killed; false is faster. */
  readonly durable: boolean;
  /** Free ones where absent, and no Web UI of Temporal. */
  readonly ports?: StackPorts;
  /** Creates the service's database. */
  readonly prepare: (
    postgres: PostgresService,
    keys: StackKeys,
  ) => Promise<{ readonly databaseUrl: string; readonly demo: DemoKeys }>;
  /** Settings of API and worker that differ from {@link stackSettings}. */
  readonly settings?: Settings;
  readonly logFor: (part: PartName) => Log;
  /** Called when a process has ended by itself. @param how such as "SIGKILL" */
  readonly onEnd?: ((name: PartName, how: string) => void) | undefined;
  /** Called when such a process has been restarted. */
  readonly onRestart?: () => void;
  /** Ends the start when aborted. */
  readonly signal?: AbortSignal;
  /** Gets every part as soon as it runs, so that the caller can stop it when a later part fails. */
  readonly started: StartedParts;
  /** Called with every such part, and the time that it took, such as "1.4 s". */
  readonly onStarted?: (name: PartName, took: string) => void;
}

/**
 * Starts the servers, then API and worker. Parts that do not depend on each other start at the same time; each returns to its place when it ends by
 * itself.
 */
export async function startStack(options: StackOptions) {
  const { dir, durable, ports, logFor } = options;
  const { start, all } = partStarter(options);
  // Begins early. The worker awaits the same build and reports its failure.
  if (workerRuntime() === "deno") workflowBundle().catch(() => {});
  const keys = readKeys(join(dir, "keys.json"));
  const uiPort = ports && await freePort(ports.temporalUi, logFor("temporal"));
  const startingPostgres = start(
    "postgres",
    (part) => startPostgres({ ...part, password: keys.postgres_password, durable }),
  );
  const preparing = startingPostgres.then((running) => options.prepare(running.current(), keys));
  const [postgres, redis, temporal, { databaseUrl, demo }] = await all([
    startingPostgres,
    start("redis", (part) => startRedis({ ...part, durable })),
    start(
      "temporal",
      (part, change: { readonly isBare?: boolean } = {}) =>
        startTemporal({ ...part, uiPort, durable, ...change }),
    ),
    preparing,
  ]);
  const addresses = { databaseUrl, redisUrl: redis.current().url, temporal: temporal.current() };
  const settings: Settings = {
    ...stackSettings(dir, addresses, { ...keys, demo }),
    ...options.settings,
  };
  for (const folder of [settings.MAIL_DIR, settings.UPLOADS_DIR]) {
    if (folder) mkdirSync(folder, { recursive: true });
  }
  const port = await freePort(ports?.api, logFor("api"));
  // The worker's events link to the API.
  const workerSettings = { BASE_URL: `http://127.0.0.1:${port}`, ...settings };
  const [api, worker] = await all([
    start(
      "api",
      (part, change: Settings = {}) => startApi({ ...part, port, settings: { ...settings, ...change } }),
    ),
    start(
      "worker",
      (part, change: Settings = {}) => startWorker({ ...part, settings: { ...workerSettings, ...change } }),
    ),
  ]);
  return { parts: { postgres, redis, temporal, api, worker }, databaseUrl, demo, settings };
}

/** Ends the parts that were started, whatever became of the others. */
export async function stopStack(started: StartedParts): Promise<void> {
  for (const names of STOP_ORDER) await Promise.all(names.map((name) => started.get(name)?.stop()));
}

/** The ids of the processes that run now. */
export function pidsOf(started: StartedParts): Readonly<Record<PartName, number>> {
  const pids = [...started].map(([name, part]) => [name, part.current().pid]);
  return Object.fromEntries(pids) as Record<PartName, number>;
}

function partStarter(options: StackOptions) {
  const { dir, register, ports, logFor, onEnd, onRestart, started, onStarted } = options;
  const failed = new AbortController();
  const signals = [options.signal, failed.signal].filter((signal) => signal !== undefined);
  return {
    /** Starts a part under supervision, on a port that stays its own. */
    async start<T extends Child & { readonly port?: number }, Change extends object>(
      name: PartName,
      startPart: (part: ServiceOptions, change?: Change) => Promise<T>,
    ): Promise<Supervised<T, Change>> {
      const begin = performance.now();
      const log = logFor(name);
      let port = ports && name !== "worker" && name !== "api" ? await freePort(ports[name], log) : undefined;
      const part = await supervise<T, Change>({
        async start(signal, change) {
          const running = await startPart({ dir: join(dir, name), log, register, port, signal }, change);
          port = running.port;
          return running;
        },
        log,
        onEnd: (how) => onEnd?.(name, how),
        onRestart,
        signal: AbortSignal.any(signals),
      });
      started.set(name, part);
      onStarted?.(name, since(begin));
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
