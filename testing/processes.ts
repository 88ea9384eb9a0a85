import { randomBytes } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import type { Child } from "#dev/machine/child.ts";
import type { Settings } from "#dev/machine/environment.ts";
import { startApi as startApiProcess } from "#dev/services/api.ts";
import { type PgbouncerOptions, startPgbouncer as startPgbouncerProcess } from "#dev/services/pgbouncer.ts";
import { query, startPostgres as startPostgresProcess } from "#dev/services/postgres.ts";
import { startRedis as startRedisProcess } from "#dev/services/redis.ts";
import { startS3 as startS3Process } from "#dev/services/s3.ts";
import { freePort, type ServiceOptions } from "#dev/services/service.ts";
import { startTemporal as startTemporalProcess } from "#dev/services/temporal.ts";
import { startWorker as startWorkerProcess } from "#dev/services/worker.ts";
import type { TaskQueue } from "#temporal/command.ts";
import { stack } from "./stack.ts";

/** A process of one spec's own, for what would disturb other specs: other settings, outages, `kill -9`. */
export type TestProcess = Child;

/** A port, so that a process can return where others expect it; a free one where absent. */
export interface PortChoice {
  readonly port?: number;
}

/** Starts an API with the shared settings, changed by these. */
export function startApi(settings: Settings = {}, at: PortChoice = {}) {
  return own(
    "api",
    (place) => startApiProcess({ ...place, ...at, settings: { ...stack().settings, ...settings } }),
  );
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

/**
 * Starts a worker with the shared settings, changed by these.
 * @param queues what it takes, all task queues by default: each costs a start half a second of processor time
 */
export function startWorker(
  change: Settings = {},
  { queues = [] }: { readonly queues?: readonly TaskQueue[] } = {},
): Promise<TestProcess> {
  const settings = { BASE_URL: stack().baseUrl, ...stack().settings, ...change };
  return own("worker", (place) => startWorkerProcess({ ...place, queues, settings }));
}

export function startRedis(at: PortChoice = {}) {
  return own("redis", (place) => startRedisProcess({ ...place, ...at, durable: false }));
}

/**
 * Starts a Temporal server. With `dir` it keeps its runs there, for the next server with that folder; with `uiPort` it serves its Web UI.
 * Beside a durable stack its runs survive a kill as well.
 */
export function startTemporal(
  { dir, ...at }: PortChoice & {
    readonly dir?: string;
    readonly uiPort?: number;
    readonly fairness?: boolean;
  } = {},
) {
  const durable = dir !== undefined || stack().durable;
  return own("temporal", (place) => startTemporalProcess({ ...place, ...at, durable }), dir);
}

/** Starts a Postgres server without databases; {@link createDatabase} creates a database on the shared one. */
export function startPostgres({ dir, ...at }: PortChoice & { readonly dir?: string } = {}) {
  const choice = { ...at, password: "test", durable: false };
  return own("postgres", (place) => startPostgresProcess({ ...place, ...choice }), dir);
}

/** Starts a PgBouncer in transaction mode in front of a Postgres server. */
export function startPgbouncer(choice: Pick<PgbouncerOptions, "logins" | "settings"> & PortChoice) {
  return own("pgbouncer", (place) => startPgbouncerProcess({ ...place, ...choice }));
}

export function startS3() {
  return own("s3", startS3Process);
}

export type TestDatabase = Awaited<ReturnType<typeof createDatabase>>;

/** Creates a database on the shared server: migrated and with the shared keys, or empty. */
export async function createDatabase({ empty = false }: { readonly empty?: boolean } = {}) {
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
    /** Disconnects all clients and removes the database. */
    drop: async (): Promise<void> => void await query(admin.href, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** The path of a new folder of this run. */
export function newFolder(name: string): string {
  return join(stack().dir, `${name}-${randomBytes(4).toString("hex")}`);
}

/** Starts a process in a folder of this run. */
async function own<T extends TestProcess>(
  name: string,
  start: (place: Pick<ServiceOptions, "dir" | "log" | "register">) => Promise<T>,
  dir = newFolder(name),
): Promise<T & { readonly dir: string }> {
  return { ...await start({ dir, log: () => {}, register: stack().register }), dir };
}
