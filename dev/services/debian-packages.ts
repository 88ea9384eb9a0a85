import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { findProgram, madeOnce, output, PROGRAMS } from "../machine/programs.ts";
import type { Log } from "../machine/terminal.ts";

/** A command line that runs a program: the program itself, or a loader with the libraries that it was built for. */
export type CommandLine = readonly [string, ...string[]];

/**
 * The folder in the cache with packages of another release, for {@link commandIn} and {@link installFrom}. Nothing is installed into the
 * system, and its own lists of packages stay as they are. @throws Error where this is no Debian or Ubuntu
 */
export function unpackedPackages(name: keyof typeof PROGRAMS.debian, log: Log): Promise<string> {
  const { release, packages } = PROGRAMS.debian[name];
  return madeOnce(`${name}-${release}`, log, async (folder) => {
    if (findProgram(["apt-get"]) === undefined) {
      throw new Error(`Cannot unpack ${name} of Debian's ${release}: apt-get is not on PATH`);
    }
    log(`unpacking ${name} of Debian's ${release}`);
    await unpack(folder, release, packages);
  });
}

/**
 * Runs a program of unpacked packages by their own loader, with the libraries that it was built for.
 * @param program its path without the first slash, such as `usr/sbin/pgbouncer` @param as the path that it takes for its own
 */
export function commandIn(folder: string, program: string, as?: string): CommandLine {
  const filesOf = (path: string, isWanted: (name: string) => boolean) =>
    existsSync(join(folder, path))
      ? readdirSync(join(folder, path)).filter(isWanted).map((name) => join(folder, path, name))
      : [];
  const isLoader = (name: string) => name.startsWith("ld-linux");
  const [loader] = [...filesOf("usr/lib64", isLoader), ...filesOf("usr/lib", isLoader)];
  if (loader === undefined) throw new Error(`Cannot run ${program}: ${folder} has no loader`);
  const libraries = filesOf("usr/lib", (name) => name.endsWith("-linux-gnu"));
  const own = as === undefined ? [] : ["--argv0", as];
  return [loader, ...own, "--library-path", libraries.join(":"), join(folder, program)];
}

/** Writes into `bin` a script for each program of unpacked packages, by which others run it as if it were installed there. */
export function installFrom(folder: string, programs: readonly string[], bin: string): void {
  mkdirSync(bin, { recursive: true });
  for (const program of programs) {
    const script = join(bin, basename(program));
    // pg_dumpall looks for pg_dump beside itself.
    const words = commandIn(folder, program, script).map((word) => `'${word}'`).join(" ");
    writeFileSync(script, `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
  }
}

async function unpack(folder: string, release: string, packages: readonly string[]): Promise<void> {
  const apt = join(folder, ".apt");
  const [lists, cache] = [join(apt, "lists"), join(apt, "cache")];
  for (const path of [join(lists, "partial"), join(cache, "archives/partial")]) {
    mkdirSync(path, { recursive: true });
  }
  const [sources, status] = [join(apt, "sources.list"), join(apt, "status")];
  const keys = "/usr/share/keyrings/debian-archive-keyring.gpg";
  writeFileSync(sources, `deb [signed-by=${keys}] http://deb.debian.org/debian ${release} main\n`);
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
  const options = Object.entries(settings).flatMap(([key, value]) => ["-o", `${key}=${value}`]);
  await output("apt-get", [...options, "update", "-qq"]);
  await unpackInto(folder, packages, options);
  rmSync(apt, { recursive: true });
}

/**
 * The folder in the cache with a package of the system's own release, and with those that it needs and the system lacks. That needs no root,
 * and starts no service of the system. @param complete adds what the package lacks
 */
export function unpackedSystemPackage(
  name: string,
  log: Log,
  complete = (_folder: string) => {},
): Promise<string> {
  return madeOnce(name, log, async (folder) => {
    log(`unpacking the system's package ${name}`);
    const plan = await planOf(name);
    // apt-get plans no package that is installed, so this one is named here.
    const needed = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, needed = ""]) => needed);
    await unpackInto(folder, new Set([name, ...needed]));
    complete(folder);
  });
}

/** The packages that apt-get would install. A bare image has no list of packages, which root fetches. */
async function planOf(name: string): Promise<string> {
  const simulate = ["install", "--simulate", "--no-install-recommends", name];
  return await output("apt-get", simulate).catch(async (cause) => {
    if (process.getuid?.() !== 0) {
      throw new Error(`Cannot unpack ${name}: run \`sudo apt-get update\` and start again`, { cause });
    }
    await output("apt-get", ["update", "-qq"]);
    return await output("apt-get", simulate);
  });
}

/** Downloads packages and unpacks them into a folder. @param options apt-get's; the system's own lists of packages where absent */
async function unpackInto(
  folder: string,
  packages: Iterable<string>,
  options: readonly string[] = [],
): Promise<void> {
  const archives = join(folder, "packages");
  mkdirSync(archives, { recursive: true });
  await output("apt-get", [...options, "download", ...packages], archives);
  for (const file of readdirSync(archives)) await output("dpkg", ["-x", join(archives, file), folder]);
  rmSync(archives, { recursive: true });
}
