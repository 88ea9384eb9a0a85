import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Child } from "#dev/machine/child.ts";
import { query } from "#dev/machine/connect-database.ts";
import type { Settings } from "#dev/machine/environment.ts";
import {
  startApi as startApiProcess,
  startWorker as startWorkerProcess,
} from "#dev/services/api-and-worker.ts";
import { type PgbouncerOptions, startPgbouncer as startPgbouncerProcess } from "#dev/services/pgbouncer.ts";
import { startPostgres as startPostgresProcess } from "#dev/services/postgres.ts";
import { startRedis as startRedisProcess } from "#dev/services/redis.ts";
import { startS3 as startS3Process } from "#dev/services/s3.ts";
import { freePort, type ServiceOptions } from "#dev/services/service.ts";
import { startTemporal as startTemporalProcess } from "#dev/services/temporal.ts";
import type { TaskQueue } from "#temporal/command.ts";
import { callerWith } from "./caller.ts";
import { stack, temporalClient } from "./stack.ts";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A process of one spec's own, for what would disturb other specs: other settings, outages, `kill -9`. */
export type TestProcess = Child;

/** A port, so that a process can return where others expect it; a free one where absent. */
interface PortChoice {
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
  const urlOf = (database: string) => Object.assign(new URL(databaseUrl), { pathname: `/${database}` }).href;
  const admin = urlOf("postgres");
  const template = pg.escapeIdentifier(empty ? "template1" : templateDatabase);
  await query(admin, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    url: urlOf(name),
    /** Disconnects all clients and removes the database. */
    drop: async (): Promise<void> => void await query(admin, `DROP DATABASE ${name} WITH (FORCE)`),
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

/** Its processes are those that run now, or were killed last. */
export type OwnService = Awaited<ReturnType<typeof startOwnService>>;

/**
 * Starts an API, a worker, Temporal, a database and a folder of uploads for one spec, which may kill them or age their rows.
 * @param change settings of API and worker that differ from the shared ones.
 * @param workerChange those of the first worker alone.
 * @param fairness whether Temporal gives organizations even shares.
 * @param queues the task queues that its workers take, all by default.
 */
export async function startOwnService(
  change: Settings = {},
  workerChange: Settings = {},
  { fairness = true, queues = [] }: { readonly fairness?: boolean; readonly queues?: readonly TaskQueue[] } =
    {},
) {
  const uploadsDir = newFolder("uploads");
  await mkdir(uploadsDir);
  const [database, temporal] = await Promise.all([createDatabase(), startTemporal({ fairness })]);
  const settings = {
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: temporal.address,
    UPLOADS_DIR: uploadsDir,
    ...change,
  };
  const [api, worker] = await Promise.all([
    startApi(settings),
    startWorker({ ...settings, ...workerChange }, { queues }),
  ]);
  const operator = await temporalClient(temporal.address);
  const service = {
    ...{ api, worker, temporal, uploadsDir, operator, databaseUrl: database.url },
    /** Calls the API with the shared organization's key. */
    call: callerWith(stack().apiKey, api.baseUrl),
    /** Starts the API again on its former port. @param change settings that differ from the first start's */
    async startApi(change: Settings = {}): Promise<void> {
      service.api = await startApi({ ...settings, ...change }, { port: api.port });
    },
    /** Starts the worker again. @param change settings that differ from the first start's */
    async startWorker(change: Settings = {}): Promise<void> {
      service.worker = await startWorker({ ...settings, ...change }, { queues });
    },
    /** Starts Temporal again on its former port. */
    async startTemporal(): Promise<void> {
      service.temporal = await startTemporal({ port: temporal.port });
    },
    async stop(): Promise<void> {
      await operator.close();
      await Promise.all([service.api.stop(), service.worker.stop()]);
      await service.temporal.stop();
      await database.drop();
    },
  };
  return service;
}

/**
 * What a proxy between a process and a server does with their bytes:
 * - `pass` forwards all of them;
 * - `hold` keeps the process's requests, so that the server does not get them;
 * - `mute` keeps the server's answers, so that the server acts and the process does not learn of it.
 *
 * The proxy forwards what it kept once it passes again.
 */
type ProxyMode = "pass" | "hold" | "mute";

export interface Target {
  /** The loopback address where absent. */
  readonly host?: string;
  readonly port: number;
}

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;

/**
 * Starts a proxy on a free port of the loopback address. With several targets each connection goes to the next one that accepts it, as behind a
 * load balancer.
 */
export async function startTcpProxy(...first: readonly Target[]) {
  const connections = new Set<{ readonly client: Socket; readonly upstream: Socket }>();
  let targets = first;
  let next = 0;
  let mode: ProxyMode = "pass";
  let trap: { readonly bytes: string; readonly sprung: () => void } | null = null;

  /** What the proxy keeps, the end of a connection included, waits unread in the sender's socket. */
  const set = (to: ProxyMode) => {
    mode = to;
    for (const { client, upstream } of connections) {
      client[mode === "hold" ? "pause" : "resume"]();
      upstream[mode === "mute" ? "pause" : "resume"]();
    }
  };
  const connectBoth = (client: Socket, upstream: Socket) => {
    connections.add({ client, upstream });
    client.on("data", (data) => {
      if (trap === null || mode !== "pass" || !data.includes(trap.bytes)) return void upstream.write(data);
      set("hold");
      client.unshift(data);
      trap.sprung();
      trap = null;
    });
    upstream.on("data", (data) => client.write(data));
    for (const [from, to] of [[client, upstream], [upstream, client]] as const) {
      from.on("error", () => {});
      from.on("close", () => to.destroySoon());
    }
    set(mode);
  };
  const accept = async (client: Socket) => {
    client.on("error", () => {});
    client.setNoDelay(true);
    for (let tried = 0; tried < targets.length; tried++) {
      const target = targets[next++ % targets.length];
      const upstream = target === undefined ? null : await connectTo(target);
      if (upstream === null) continue;
      connectBoth(client, upstream);
      if (client.destroyed) upstream.destroy();
      return;
    }
    client.destroy();
  };
  const disconnect = () => {
    for (const { client, upstream } of connections) {
      client.destroy();
      upstream.destroy();
    }
    connections.clear();
  };
  const server = createServer((client) => void accept(client));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    set,
    /** Holds as soon as the process sends these bytes, them included. Resolves at that moment. */
    holdAt: (bytes: string): Promise<void> => new Promise((resolve) => trap = { bytes, sprung: resolve }),
    /** Leads to other servers from now on, and breaks the connections to the former ones. */
    point(...others: readonly Target[]): void {
      targets = others;
      disconnect();
    },
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      disconnect();
      await closed;
    },
  };
}

function connectTo({ host = "127.0.0.1", port }: Target): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket));
    socket.once("error", () => resolve(null));
    socket.setTimeout(2_000, () => {
      if (socket.connecting) socket.destroy(new Error("no answer"));
    });
  });
}
