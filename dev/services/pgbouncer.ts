import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { query } from "../machine/connect-database.ts";
import { ROOT } from "../machine/folder.ts";
import { findProgram, isSince, output } from "../machine/programs.ts";
import type { Log } from "../machine/terminal.ts";
import { commandIn, type CommandLine, unpackedPackages } from "./debian-packages.ts";
import { type ServiceOptions, startOnPort } from "./service.ts";

export interface PgbouncerOptions extends ServiceOptions {
  /** The logins' URLs at Postgres itself, all of the same server and database. */
  readonly logins: readonly string[];
  /** Lines of its configuration that differ from the drill's, such as what a careless operator may set. */
  readonly settings?: Readonly<Record<string, string>>;
}

export type PgbouncerService = Awaited<ReturnType<typeof startPgbouncer>>;

/** The first version that carries named statements in transaction mode without a setting. */
const OLDEST = "1.24";

/** Starts PgBouncer in transaction mode on the loopback address, in front of the server that the logins' URLs name. */
export async function startPgbouncer(options: PgbouncerOptions) {
  const [program, ...loader] = await pgbouncerProgram(options.log);
  mkdirSync(options.dir, { recursive: true });
  const [first] = options.logins;
  if (first === undefined) throw new Error("Cannot start PgBouncer without a login");
  const through = (port: number, direct: string) =>
    Object.assign(new URL(direct), { port: String(port) }).href;
  const service = await startOnPort(options, (port) => ({
    name: "pgbouncer",
    command: program,
    args: [...loader, writeConfiguration(options, port)],
    logFile: join(options.dir, "pgbouncer.log"),
    // After SIGTERM it would wait for its clients.
    stopSignal: "SIGQUIT",
  }), { condition: "PgBouncer to answer", probe: (port) => query(through(port, first), "select 1") });
  /** The URL through PgBouncer that belongs to a login's URL at Postgres. */
  return { ...service, through: (direct: string) => through(service.port, direct) };
}

/** @returns the path of the configuration, which only this user may read. */
function writeConfiguration({ logins, settings, dir }: PgbouncerOptions, port: number): string {
  const urls = logins.map((login) => new URL(login));
  const [server] = urls;
  const database = server?.pathname.slice(1);
  const [users, file] = [join(dir, "users.txt"), join(dir, "pgbouncer.ini")];
  // It refuses to run as root, and takes another user once it has read its files.
  const root = process.getuid?.() === 0 ? { user: "nobody" } : {};
  const lines = { ...root, listen_port: String(port), auth_file: users, ...settings };
  const content = {
    [users]: urls.map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"`),
    [file]: [
      "[databases]",
      `${database} = host=${server?.hostname} port=${server?.port}`,
      "[pgbouncer]",
      `%include ${join(ROOT, "dev/services/pgbouncer.ini")}`,
      ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`),
    ],
  };
  for (const [path, text] of Object.entries(content)) {
    writeFileSync(path, `${text.join("\n")}\n`, { mode: 0o600 });
  }
  return file;
}

/**
 * PgBouncer 1.24 or later: the one on PATH where it is recent, otherwise Debian 13's, unpacked with its libraries. Debian 12's 1.18 fails on
 * named statements.
 */
export async function pgbouncerProgram(log: Log): Promise<CommandLine> {
  const installed = findProgram(["pgbouncer"], ["/usr/sbin"]);
  if (installed !== undefined && isRecent(await output(installed, ["--version"]))) return [installed];
  return commandIn(await unpackedPackages("pgbouncer", log), "usr/sbin/pgbouncer");
}

/** Whether the output of `pgbouncer --version` names a version that the service can run behind. */
export const isRecent = (version: string): boolean => isSince(OLDEST, /PgBouncer ([\d.]+)/, version);
