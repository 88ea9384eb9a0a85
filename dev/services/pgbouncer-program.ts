import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lock } from "../folder.ts";
import { cacheFolder, findProgram, output } from "../programs.ts";
import type { Log } from "../terminal.ts";

/** A command line that runs a program: the program itself, or a loader with the libraries that it was built for. */
export type CommandLine = readonly [string, ...string[]];

/** The first version that carries named statements in transaction mode without a setting. */
const OLDEST = [1, 24] as const;
const RELEASE = "trixie";
const SOURCE =
  `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian ${RELEASE} main\n`;
/** PgBouncer and the libraries of its own release, the C library among them: an older system's are too old for it. */
const PACKAGES = [
  ...["pgbouncer", "libc6", "libevent-2.1-7t64", "libssl3t64", "libcares2", "libpam0g", "libsystemd0"],
  ...["libcap2", "libcap-ng0", "libaudit1", "libzstd1", "zlib1g"],
];

/**
 * PgBouncer 1.24 or later: the one on PATH where it is recent, otherwise Debian 13's, unpacked into the cache with its libraries. Debian
 * 12's 1.18 fails on named statements. Nothing is installed into the system, and its own lists of packages stay as they are.
 */
export async function pgbouncerProgram(log: Log): Promise<CommandLine> {
  const installed = findProgram(["pgbouncer"], ["/usr/sbin"]);
  if (installed !== undefined && isRecent(await output(installed, ["--version"]))) return [installed];
  if (findProgram(["apt-get"]) === undefined) {
    throw new Error(`Cannot find pgbouncer ${OLDEST.join(".")} or later on PATH: install it and start again`);
  }
  const folder = join(cacheFolder(), `pgbouncer-${RELEASE}`);
  const held = await lock(
    `${folder}.lock`,
    () => log("another process is unpacking pgbouncer, waiting for it"),
  );
  try {
    if (!existsSync(folder)) await unpack(folder, log);
  } finally {
    held.release();
  }
  const libraries = join(folder, "usr/lib");
  const triplets = readdirSync(libraries).filter((name) => name.endsWith("-linux-gnu"));
  const [loader] = loaders(folder);
  if (loader === undefined) throw new Error(`Cannot run pgbouncer: ${folder} has no loader`);
  const path = triplets.map((name) => join(libraries, name)).join(":");
  return [loader, "--library-path", path, join(folder, "usr/sbin/pgbouncer")];
}

/** Whether the output of `pgbouncer --version` names a version that the service can run behind. */
export function isRecent(version: string): boolean {
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(version) ?? [];
  if (major === undefined || minor === undefined) return false;
  return Number(major) > OLDEST[0] || Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1];
}

function loaders(folder: string): string[] {
  return ["usr/lib64", "usr/lib"].flatMap((name) => {
    const within = join(folder, name);
    const files = existsSync(within) ? readdirSync(within) : [];
    return files.filter((file) => file.startsWith("ld-linux")).map((file) => join(within, file));
  });
}

async function unpack(folder: string, log: Log): Promise<void> {
  log(`unpacking pgbouncer of Debian's ${RELEASE}`);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const apt = join(unfinished, ".apt");
  const [lists, cache, packages] = [join(apt, "lists"), join(apt, "cache"), join(apt, "packages")];
  for (const path of [join(lists, "partial"), join(cache, "archives/partial"), packages]) {
    mkdirSync(path, { recursive: true });
  }
  const [sources, status] = [join(apt, "sources.list"), join(apt, "status")];
  writeFileSync(sources, SOURCE);
  writeFileSync(status, "");
  const settings = {
    "Dir::Etc::sourcelist": sources,
    "Dir::Etc::sourceparts": "-",
    "Dir::State::lists": lists,
    "Dir::State::status": status,
    "Dir::Cache": cache,
    // Root's downloads would otherwise be another user's, who may not enter this folder.
    "APT::Sandbox::User": "root",
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
  await output("apt-get", [...options, "update", "-qq"]);
  await output("apt-get", [...options, "download", ...PACKAGES], packages);
  for (const file of readdirSync(packages)) await output("dpkg", ["-x", join(packages, file), unfinished]);
  rmSync(apt, { recursive: true });
  renameSync(unfinished, folder);
}
