import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Settings } from "#dev/machine/environment.ts";
import { startApi as startApiProcess } from "#dev/services/api.ts";
import { type PgbouncerOptions, startPgbouncer as startPgbouncerProcess } from "#dev/services/pgbouncer.ts";
import { query, startPostgres as startPostgresProcess } from "#dev/services/postgres.ts";
import { startRedis as startRedisProcess } from "#dev/services/redis.ts";
import { startS3 as startS3Process } from "#dev/services/s3.ts";
import { freePort } from "#dev/services/service.ts";
import { startTemporal as startTemporalProcess } from "#dev/services/temporal.ts";
import {
  startWorker as startWorkerProcess,
  type WorkerRuntime,
  workerRuntime,
} from "#dev/services/worker.ts";
import type { Running } from "#dev/machine/supervise.ts";
import type { TaskQueue } from "#temporal/command.ts";
import { stack } from "./stack.ts";

/** A process of one spec's own, for what would disturb other specs: other settings, outages, `kill -9`. */
export interface TestProcess {
  readonly pid: number;
  /** Resolves to how it ended, such as "exit code 1" or "SIGKILL". */
  readonly exited: Promise<string>;
  /** Sends a signal, SIGKILL by default; resolves when the process has ended, after SIGSTOP and SIGCONT at once. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Ends it in an orderly way. */
  stop(): Promise<void>;
  /** Its output so far. */
  log(): string;
}

interface Killable extends Running {
  kill(signal: NodeJS.Signals): void;
}

/** A port, so that a process can return where others expect it; a free one where absent. */
export interface PortChoice {
  readonly port?: number;
}

/** Starts an API with the shared settings, changed by these. */
export async function startApi(
  settings: Settings = {},
  at: PortChoice = {},
): Promise<TestProcess & { baseUrl: string }> {
  const options = ownFolder("api");
  const api = await startApiProcess({ ...options, ...at, settings: { ...stack().settings, ...settings } });
  return { ...testProcess(api, join(options.dir, "api.log")), baseUrl: api.baseUrl };
}

/**
 * Runs `work` against an API with a database of its own and no Temporal: what it accepts stays queued, as no relay takes the commands from its
 * outbox. It has the shared stack's organizations and keys.
 */
export async function withApiAlone<T>(work: (baseUrl: string) => Promise<T>): Promise<T> {
  const database = await createDatabase();
  const temporalAddress = `127.0.0.1:${await freePort()}`;
  const api = await startApi({ DATABASE_URL: database.url, TEMPORAL_ADDRESS: temporalAddress });
  try {
    return await work(api.baseUrl);
  } finally {
    await api.stop();
    await database.drop();
  }
}

/** What a worker of a spec's own runs on, and what it takes: all task queues by default. Each costs a start half a second of processor time. */
export interface WorkerChoice {
  readonly runtime?: WorkerRuntime;
  readonly queues?: readonly TaskQueue[];
}

/** Starts a worker with the shared settings, changed by these. Without changes it polls the same task queues. */
export async function startWorker(
  settings: Settings = {},
  { runtime = workerRuntime(), queues = [] }: WorkerChoice = {},
): Promise<TestProcess> {
  const options = ownFolder("worker");
  const worker = await startWorkerProcess({
    ...options,
    runtime,
    queues,
    settings: { BASE_URL: stack().baseUrl, ...stack().settings, ...settings },
  });
  return testProcess(worker, join(options.dir, "worker.log"));
}

export async function startRedis(at: PortChoice = {}): Promise<TestProcess & { url: string; port: number }> {
  const options = ownFolder("redis");
  const redis = await startRedisProcess({ ...options, ...at, durable: false });
  return { ...testProcess(redis, join(options.dir, "redis.log")), url: redis.url, port: redis.port };
}

/**
 * Starts a Temporal server. With `dir` it keeps its runs there, for the next server with that folder; with `uiPort` it serves its Web UI.
 * Beside a durable stack its runs survive a kill as well.
 */
export async function startTemporal(
  { dir, ...at }: PortChoice & {
    readonly dir?: string;
    readonly uiPort?: number;
    readonly fairness?: boolean;
  } = {},
): Promise<TestProcess & { address: string; port: number }> {
  const options = dir === undefined ? ownFolder("temporal") : { ...ownFolder("temporal"), dir };
  const temporal = await startTemporalProcess({
    ...options,
    ...at,
    durable: dir !== undefined || stack().durable,
  });
  return {
    ...testProcess(temporal, join(options.dir, "temporal.log")),
    address: temporal.address,
    port: temporal.port,
  };
}

/** Starts a Postgres server without databases; {@link createDatabase} creates a database on the shared one. */
export async function startPostgres(
  at: PortChoice & { readonly dir?: string } = {},
): Promise<TestProcess & { url(database: string): string; port: number; dir: string }> {
  const options = { ...ownFolder("postgres"), ...at };
  const postgres = await startPostgresProcess({ ...options, password: "test", durable: false });
  const { url, port } = postgres;
  return { ...testProcess(postgres, join(options.dir, "postgres.log")), url, port, dir: options.dir };
}

/** Starts a PgBouncer in transaction mode in front of a Postgres server. */
export async function startPgbouncer(
  choice: Pick<PgbouncerOptions, "logins" | "settings"> & PortChoice,
): Promise<TestProcess & { through(direct: string): string; port: number }> {
  const options = ownFolder("pgbouncer");
  const { through, port, ...pgbouncer } = await startPgbouncerProcess({ ...options, ...choice });
  return { ...testProcess(pgbouncer, join(options.dir, "pgbouncer.log")), through, port };
}

export async function startS3(): Promise<
  TestProcess & { url: string; region: string; accessKey: string; secretKey: string }
> {
  const options = ownFolder("s3");
  const { url, region, accessKey, secretKey, ...s3 } = await startS3Process(options);
  return { ...testProcess(s3, join(options.dir, "s3.log")), url, region, accessKey, secretKey };
}

export interface TestDatabase {
  readonly url: string;
  /** Disconnects all clients and removes the database. */
  drop(): Promise<void>;
}

/** Creates a database on the shared server: migrated and with the shared keys, or empty. */
export async function createDatabase(
  { empty = false }: { readonly empty?: boolean } = {},
): Promise<TestDatabase> {
  const { databaseUrl, templateDatabase } = stack();
  const name = `test_${randomBytes(6).toString("hex")}`;
  const admin = new URL(databaseUrl);
  admin.pathname = "/postgres";
  const template = pg.escapeIdentifier(empty ? "template1" : templateDatabase);
  await query(admin.href, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const own = new URL(databaseUrl);
  own.pathname = `/${name}`;
  return {
    url: own.href,
    drop: async () => void await query(admin.href, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** The path of a new folder of this run. */
export function newFolder(name: string): string {
  return join(stack().dir, `${name}-${randomBytes(4).toString("hex")}`);
}

function ownFolder(name: string) {
  return { dir: newFolder(name), log: () => {}, register: stack().register };
}

function testProcess(running: Killable, logFile: string): TestProcess {
  return {
    pid: running.pid,
    exited: running.exited,
    async kill(signal = "SIGKILL") {
      running.kill(signal);
      if (signal !== "SIGSTOP" && signal !== "SIGCONT") await running.exited;
    },
    stop: () => running.stop(),
    log: () => readFileSync(logFile, "utf8"),
  };
}

/** A process has exited so long after its SIGTERM, whatever happens. */
export const SHUTDOWN_LIMIT_MS = 25_000;

/** Fails unless the process exits with 0, within the limit. @param began when it got the signal, @returns milliseconds since then */
export async function exitsInTime(child: TestProcess, began: number): Promise<number> {
  assert.equal(await child.exited, "exit code 0", child.log().slice(-2_000));
  const ms = performance.now() - began;
  assert.ok(ms < SHUTDOWN_LIMIT_MS, `it took ${ms} ms`);
  return ms;
}
