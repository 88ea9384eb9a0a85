import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Settings } from "#dev/environment.ts";
import { startApi as startApiProcess } from "#dev/services/api.ts";
import { query, startPostgres as startPostgresProcess } from "#dev/services/postgres.ts";
import { startRedis as startRedisProcess } from "#dev/services/redis.ts";
import { startS3 as startS3Process } from "#dev/services/s3.ts";
import { startTemporal as startTemporalProcess } from "#dev/services/temporal.ts";
import {
  startWorker as startWorkerProcess,
  type WorkerRuntime,
  workerRuntime,
} from "#dev/services/worker.ts";
import type { Running } from "#dev/supervise.ts";
import { stack } from "./stack.ts";

/** A process of one spec's own, for what would disturb the others: other settings, outages, `kill -9`. */
export interface TestProcess {
  readonly pid: number;
  /** How it ended, such as "exit code 1" or "SIGKILL"; pending while it lives. */
  readonly exited: Promise<string>;
  /** SIGKILL where no signal is named; resolves when it has ended. A stopped process (SIGSTOP) hasn't. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Ends it in its own good order. */
  stop(): Promise<void>;
  /** All that it wrote so far. */
  log(): string;
}

interface Killable extends Running {
  kill(signal: NodeJS.Signals): void;
}

/** Exactly this port; a free one where absent. To come back where something else expects it. */
export interface PortChoice {
  readonly port?: number;
}

/** An API like the shared one, but for these settings. */
export async function startApi(
  settings: Settings = {},
  at: PortChoice = {},
): Promise<TestProcess & { baseUrl: string }> {
  const common = ownFolder("api");
  const api = await startApiProcess({ ...common, ...at, settings: { ...stack().settings, ...settings } });
  return { ...testProcess(api, join(common.dir, "api.log")), baseUrl: api.baseUrl };
}

/** A worker like the shared one, but for these settings. It polls the same task queues, unless the settings say otherwise. */
export async function startWorker(
  settings: Settings = {},
  { runtime = workerRuntime() }: { readonly runtime?: WorkerRuntime } = {},
): Promise<TestProcess> {
  const common = ownFolder("worker");
  const worker = await startWorkerProcess({
    ...common,
    runtime,
    settings: { BASE_URL: stack().baseUrl, ...stack().settings, ...settings },
  });
  return testProcess(worker, join(common.dir, "worker.log"));
}

export async function startRedis(at: PortChoice = {}): Promise<TestProcess & { url: string; port: number }> {
  const common = ownFolder("redis");
  const redis = await startRedisProcess({ ...common, ...at, durable: false });
  return { ...testProcess(redis, join(common.dir, "redis.log")), url: redis.url, port: redis.port };
}

/** With `dir`, its runs are kept there and found again by the next one that is started with it. With `uiPort` it brings its Web UI. */
export async function startTemporal(
  { dir, ...at }: PortChoice & { readonly dir?: string; readonly uiPort?: number } = {},
): Promise<TestProcess & { address: string; port: number }> {
  const common = dir === undefined ? ownFolder("temporal") : { ...ownFolder("temporal"), dir };
  const temporal = await startTemporalProcess({ ...common, ...at, durable: dir !== undefined });
  return {
    ...testProcess(temporal, join(common.dir, "temporal.log")),
    address: temporal.address,
    port: temporal.port,
  };
}

/** A server of its own, without any database; see {@link createDatabase} for a database in the shared one. */
export async function startPostgres(
  at: PortChoice & { readonly dir?: string } = {},
): Promise<TestProcess & { url(database: string): string; port: number; dir: string }> {
  const common = { ...ownFolder("postgres"), ...at };
  const postgres = await startPostgresProcess({ ...common, password: "test", durable: false });
  const { url, port } = postgres;
  return { ...testProcess(postgres, join(common.dir, "postgres.log")), url, port, dir: common.dir };
}

export async function startS3(): Promise<
  TestProcess & { url: string; region: string; accessKey: string; secretKey: string }
> {
  const common = ownFolder("s3");
  const { url, region, accessKey, secretKey, ...s3 } = await startS3Process(common);
  return { ...testProcess(s3, join(common.dir, "s3.log")), url, region, accessKey, secretKey };
}

export interface TestDatabase {
  readonly url: string;
  /** Disconnects everybody and removes it. */
  drop(): Promise<void>;
}

/** A database of its own on the shared server: migrated and with the shared keys, or empty. */
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

/** A folder of this run that nobody else uses. */
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
