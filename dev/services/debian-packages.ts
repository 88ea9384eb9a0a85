import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { findProgram, madeOnce, output, PROGRAMS } from "../machine/programs.ts";
import type { Log } from "../machine/terminal.ts";

/** A command line that runs a program: the program itself, or a loader with the libraries that it was built for. */
export type CommandLine = readonly [string, ...string[]];

type DebianName = keyof typeof PROGRAMS.debian;

/**
 * Packages of another release, unpacked into the cache once. Nothing is installed into the system, and its own lists of packages stay as
 * they are. @throws Error where this is no Debian or Ubuntu
 */
export async function unpackedPackages(name: DebianName, log: Log): Promise<UnpackedPackages> {
  const { release, packages } = PROGRAMS.debian[name];
  if (findProgram(["apt-get"]) === undefined) {
    throw new Error(`Cannot unpack ${name} of Debian's ${release}: apt-get is not on PATH`);
  }
  const folder = await madeOnce(`${name}-${release}`, log, async (unfinished) => {
    log(`unpacking ${name} of Debian's ${release}`);
    await unpack(unfinished, release, packages);
  });
  return new UnpackedPackages(folder);
}

/** The folder of unpacked packages, and how their programs run on this system. */
export class UnpackedPackages {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param program its path without the first slash, such as `usr/sbin/pgbouncer` @param as the path that it takes for its own */
  command(program: string, as?: string): CommandLine {
    const libraries = join(this.#folder, "usr/lib");
    const triplets = readdirSync(libraries).filter((name) => name.endsWith("-linux-gnu"));
    const [loader] = this.#loaders();
    if (loader === undefined) throw new Error(`Cannot run ${program}: ${this.#folder} has no loader`);
    const path = triplets.map((name) => join(libraries, name)).join(":");
    const own = as === undefined ? [] : ["--argv0", as];
    return [loader, ...own, "--library-path", path, join(this.#folder, program)];
  }

  /** Writes into `folder` a script for each program, by which others run it as if it were installed there. */
  install(programs: readonly string[], folder: string): void {
    mkdirSync(folder, { recursive: true });
    for (const program of programs) {
      const script = join(folder, program.slice(program.lastIndexOf("/") + 1));
      // pg_dumpall looks for pg_dump beside itself.
      const words = this.command(program, script).map((word) => `'${word}'`).join(" ");
      writeFileSync(script, `#!/bin/sh\nexec ${words} "$@"\n`);
      chmodSync(script, 0o755);
    }
  }

  #loaders(): string[] {
    const folders = ["usr/lib64", "usr/lib"].map((name) => join(this.#folder, name));
    return folders.flatMap((folder) => {
      const files = existsSync(folder) ? readdirSync(folder) : [];
      return files.filter((file) => file.startsWith("ld-linux")).map((file) => join(folder, file));
    });
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
