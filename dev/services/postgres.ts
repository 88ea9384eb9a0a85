import pg from "pg";
import { appendFileSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { query } from "../machine/connect-database.ts";
import { type PostgresFolders, postgresFolders } from "./postgres-folders.ts";
import { type ServiceOptions, startOnPort } from "./service.ts";

export type PostgresService = Awaited<ReturnType<typeof startPostgres>>;

export interface PostgresOptions extends ServiceOptions {
  readonly password: string;
  /** False writes without fsync: faster, for tests, whose data is worthless after a crash. */
  readonly durable: boolean;
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

/** Sizes for a machine whose two cores also run the API, the worker and Temporal. */
function serverFlags({ durable }: PostgresOptions): string[] {
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

/**
 * Copies a running primary into `dir`, and starts the copy as its streaming standby. The embedded Postgres comes without pg_basebackup, so
 * this is the low-level backup of Postgres' manual. It calls itself `standby`, for `synchronous_standby_names`.
 * @param streamPort where its stream comes from: something stands between the two
 */
export async function startStandby(
  options: PostgresOptions,
  primary: PostgresService,
  streamPort: number,
): Promise<PostgresService> {
  const { data, folder, user } = await postgresFolders(options.dir, options.log);
  rmSync(data, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  await copyPrimary(primary, data);
  const stream = new URL(primary.url("postgres"));
  const password = decodeURIComponent(stream.password).replaceAll("'", "''");
  appendFileSync(
    join(data, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${streamPort} user=${stream.username} password=${password} ` +
      `application_name=standby'\n`,
  );
  writeFileSync(join(data, "standby.signal"), "");
  if (user !== undefined) {
    for (const file of ["standby.signal", "backup_label"]) chownSync(join(data, file), user.uid, user.gid);
  }
  return await startPostgres(options);
}

async function copyPrimary(primary: PostgresService, data: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url("postgres") });
  await client.connect();
  try {
    // The session must stay open between the two.
    await client.query("SELECT pg_backup_start('standby', true)");
    // Files that vanish meanwhile are written again from the log, and cp's complaint about them is expected.
    await execa("cp", ["-a", join(primary.folder, "data"), data], { reject: false });
    const { rows: [row] } = await client.query<{ labelfile: string }>(
      "SELECT labelfile FROM pg_backup_stop(false)",
    );
    rmSync(join(data, "postmaster.pid"), { force: true });
    rmSync(join(data, "standby.signal"), { force: true });
    writeFileSync(join(data, "backup_label"), row?.labelfile ?? "");
  } finally {
    await client.end();
  }
}

/** Makes a standby the primary. @returns once it takes writes */
export async function promote(standby: PostgresService): Promise<void> {
  await query(standby.url("postgres"), "SELECT pg_promote(true, 30)");
}
