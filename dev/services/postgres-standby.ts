import pg from "pg";
import { appendFileSync, chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { postgresFolders } from "./postgres-folders.ts";
import { type PostgresOptions, type PostgresService, query, startPostgres } from "./postgres.ts";

/** What a standby is copied from, and where its stream comes from afterwards. */
export interface StandbySource {
  readonly primary: PostgresService;
  /** The port of the stream: something stands between the two. */
  readonly streamPort: number;
}

/** What a standby calls itself, for `synchronous_standby_names`. */
export const STANDBY_NAME = "standby";

/**
 * Copies a running primary into `dir`, and starts the copy as its streaming standby. The embedded Postgres comes without pg_basebackup, so
 * this is the low-level backup of Postgres' manual.
 */
export async function startStandby(
  options: PostgresOptions,
  { primary, streamPort }: StandbySource,
): Promise<PostgresService> {
  const { data, folder, user } = postgresFolders(options.dir, options.log);
  rmSync(data, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  await copyPrimary(primary, data);
  const stream = new URL(primary.url("postgres"));
  const password = decodeURIComponent(stream.password).replaceAll("'", "''");
  appendFileSync(
    join(data, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${streamPort} user=${stream.username} password=${password} ` +
      `application_name=${STANDBY_NAME}'\n`,
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
