import pg from "pg";
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { output } from "../machine/programs.ts";
import { commandIn, unpackedPackages } from "./debian-packages.ts";
import { type PostgresFolders, postgresFolders } from "./postgres-folders.ts";
import { type ServiceOptions, startOnPort } from "./service.ts";

export type PostgresService = Awaited<ReturnType<typeof startPostgres>>;

export interface PostgresOptions extends ServiceOptions {
  readonly password: string;
  /** False writes without fsync: faster, for tests, whose data is worthless after a crash. */
  readonly durable: boolean;
  /** Settings of the server that differ from the embedded one's. */
  readonly settings?: Readonly<Record<string, string>>;
}

const USER = "postgres";
const CONNECTIONS = 200;

/** Starts the embedded PostgreSQL on the loopback address. Creates its data in `dir` at the first start. */
export async function startPostgres(options: PostgresOptions) {
  const folders = await postgresFolders(options.dir, options.log);
  if (!existsSync(join(folders.data, "PG_VERSION"))) await createCluster(folders, options);
  const url = (port: number, database: string) =>
    `postgres://${USER}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${database}`;
  const service = await startOnPort(options, (port) => ({
    name: "postgres",
    command: join(folders.programs, "postgres"),
    args: ["-D", folders.data, "-p", String(port), ...serverFlags(options)],
    // The server's user may not be able to enter this process's own.
    cwd: folders.folder,
    env: environment(),
    user: folders.user,
    logFile: join(options.dir, "postgres.log"),
    // After SIGTERM the server would wait for every client to disconnect; SIGINT rolls back and disconnects them ("fast shutdown").
    stopSignal: "SIGINT",
  }), {
    condition: "Postgres to answer",
    probe: (port) => query(url(port, "postgres"), "select 1"),
    everyMs: 30,
  });
  return {
    ...service,
    /** The superuser's URL of a database. */
    url: (database: string) => url(service.port, database),
    /** The folder of its data: `dir`, or another one when the server's user cannot enter `dir`. */
    folder: folders.folder,
  };
}

/** Creates the database, as a copy of `template`, unless it exists. @returns its URL. */
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

/** Runs one statement on a connection of its own. */
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

/** Sizes for a machine whose two cores also run the API, the worker and Temporal. */
function serverFlags({ durable, settings: changed }: PostgresOptions): string[] {
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: CONNECTIONS,
    shared_buffers: "256MB",
    max_wal_size: "2GB",
    jit: "off",
    log_min_messages: "warning",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
    ...changed,
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function createCluster(folders: PostgresFolders, options: PostgresOptions): Promise<void> {
  options.log("creating the database cluster");
  rmSync(folders.data, { recursive: true, force: true });
  const passwordFile = join(folders.folder, "password");
  mkdirSync(folders.folder, { recursive: true });
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  if (folders.user !== undefined) {
    chownSync(folders.folder, folders.user.uid, folders.user.gid);
    chownSync(passwordFile, folders.user.uid, folders.user.gid);
  }
  const settings = [
    ...["-D", folders.data, "-U", USER, "--pwfile", passwordFile],
    ...["--auth", "scram-sha-256", "--encoding", "UTF8"],
    // Sorts text in the same order on every machine, whatever locales it has.
    ...["--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"],
    ...(options.durable ? [] : ["--no-sync"]),
  ];
  try {
    await execa(join(folders.programs, "initdb"), settings, {
      cwd: folders.folder,
      env: environment(),
      extendEnv: false,
      stdin: "ignore",
      // A Ctrl-C must not leave half a cluster.
      detached: true,
      ...folders.user,
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** This process's environment without the user's own PG… variables, which would change initdb and the server. */
function environment(): Record<string, string | undefined> {
  const entries = Object.entries(process.env).filter(([name]) =>
    !name.startsWith("PG") && !name.startsWith("LC_")
  );
  return { ...Object.fromEntries(entries), LC_ALL: "C" };
}

/** What a standby is copied from, and where its stream comes from: something stands between the two. */
export interface StandbySource {
  readonly primary: PostgresService;
  readonly streamPort: number;
}

/** What a standby calls itself, for `synchronous_standby_names`. */
const STANDBY_NAME = "standby";

/** Copies a running primary into `dir`, and starts the copy as its streaming standby. The embedded Postgres comes without pg_basebackup. */
export async function startStandby(
  options: PostgresOptions,
  { primary, streamPort }: StandbySource,
): Promise<PostgresService> {
  const { data, folder, user } = await postgresFolders(options.dir, options.log);
  rmSync(data, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const stream = Object.assign(new URL(primary.url("postgres")), { port: String(streamPort) });
  stream.searchParams.set("application_name", STANDBY_NAME);
  const tools = await unpackedPackages("postgres-client", options.log);
  const [program, ...loader] = commandIn(tools, "usr/lib/postgresql/18/bin/pg_basebackup");
  const copy = ["--dbname", stream.href, "--pgdata", data, "--write-recovery-conf", "--checkpoint=fast"];
  await output(program, [...loader, ...copy]);
  if (user !== undefined) await output("chown", ["-R", `${user.uid}:${user.gid}`, folder]);
  return await startPostgres(options);
}

/** Makes a standby the primary. @returns once it takes writes */
export async function promote(standby: PostgresService): Promise<void> {
  await query(standby.url("postgres"), "SELECT pg_promote(true, 30)");
}
