import pg from "pg";
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { startChild } from "../child.ts";
import { GaveUp, waitFor } from "../wait.ts";
import { type PostgresPlace, postgresPlace } from "./postgres-folders.ts";
import { type Service, type ServiceOptions, startOnPort } from "./service.ts";

export interface PostgresService extends Service {
  /** The superuser's URL of a database. */
  url(database: string): string;
  /** Where its data is: `dir`, or elsewhere when the server's user can't reach that. */
  readonly folder: string;
}

export interface PostgresOptions extends ServiceOptions {
  readonly password: string;
  /** False trades the data's safety for speed: for tests, whose data nobody needs after a crash. */
  readonly durable: boolean;
}

const USER = "postgres";
const CONNECTIONS = 200;

/** The embedded PostgreSQL on the loopback address, with its data in `dir`, which is made at the first start. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresService> {
  const place = postgresPlace(options.dir, options.log);
  if (!existsSync(join(place.data, "PG_VERSION"))) await createCluster(place, options);
  const url = (port: number, database: string) =>
    `postgres://${USER}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${database}`;
  const service = await startOnPort(options, (port) => ({
    name: "postgres",
    command: join(place.programs, "postgres"),
    args: ["-D", place.data, "-p", String(port), ...serverFlags(options.durable)],
    // This process's own may be closed to the server's user.
    cwd: place.folder,
    env: environment(),
    user: place.user,
    logFile: join(options.dir, "postgres.log"),
    // SIGTERM would wait for every client to leave; SIGINT rolls back and disconnects them ("fast shutdown").
    stopSignal: "SIGINT",
  }), async (port, child) => {
    await waitFor("Postgres to answer", async () => {
      if (!child.alive()) throw new GaveUp("it ended");
      await query(url(port, "postgres"), "select 1");
      return true;
    }, { everyMs: 30 });
  });
  return { ...service, url: (database) => url(service.port, database), folder: place.folder };
}

/** Creates the database unless it exists, as a copy of `template` where one is named. */
export async function createDatabase(
  postgres: PostgresService,
  name: string,
  template = "template1",
): Promise<string> {
  const admin = postgres.url("postgres");
  const exists = await query(admin, "select 1 from pg_database where datname = $1", [name]);
  if (exists.length === 0) {
    await query(
      admin,
      `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`,
    );
  }
  return postgres.url(name);
}

/** One statement on a connection of its own. */
export async function query(url: string, sql: string, values: readonly unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Sized for a machine that also runs the API, the worker and Temporal on two cores. */
function serverFlags(durable: boolean): string[] {
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: CONNECTIONS,
    shared_buffers: "256MB",
    max_wal_size: "2GB",
    jit: "off",
    log_min_messages: "warning",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function createCluster(place: PostgresPlace, options: PostgresOptions): Promise<void> {
  options.log("creating the database cluster");
  rmSync(place.data, { recursive: true, force: true });
  const passwordFile = join(place.folder, "password");
  mkdirSync(place.folder, { recursive: true });
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  if (place.user !== undefined) {
    chownSync(place.folder, place.user.uid, place.user.gid);
    chownSync(passwordFile, place.user.uid, place.user.gid);
  }
  try {
    const child = await startChild({
      name: "initdb",
      command: join(place.programs, "initdb"),
      args: [
        ...[
          "-D",
          place.data,
          "-U",
          USER,
          "--pwfile",
          passwordFile,
          "--auth",
          "scram-sha-256",
          "--encoding",
          "UTF8",
        ],
        // The same order of text on every machine, whatever locales it has.
        ...["--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"],
        ...(options.durable ? [] : ["--no-sync"]),
      ],
      cwd: place.folder,
      env: environment(),
      user: place.user,
      logFile: join(options.dir, "initdb.log"),
    });
    const end = await child.exited;
    if (end !== "exit code 0") {
      throw new Error(`Cannot create the database cluster (${end}):\n${child.lastLines()}`);
    }
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Without PG… variables of the user's own, which initdb and the server would obey. */
function environment(): Record<string, string | undefined> {
  const entries = Object.entries(process.env).filter(([name]) =>
    !name.startsWith("PG") && !name.startsWith("LC_")
  );
  return { ...Object.fromEntries(entries), LC_ALL: "C" };
}
