import { execFile } from "node:child_process";
import { accessSync, constants, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { lock } from "./lock.ts";
import { type Log, since } from "./say.ts";
import { startChild } from "./child.ts";

/** What is built or unpacked once stays here, for every checkout of this user. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "simulation-service");
}

/** The first of these programs on PATH, then in the further folders. */
export function findProgram(names: readonly string[], folders: readonly string[] = []): string | undefined {
  const places = [...(process.env.PATH ?? "").split(delimiter).filter(Boolean), ...folders];
  return names.flatMap((name) => places.map((place) => join(place, name))).find(isProgram);
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** What a short-lived command printed to standard output. @throws Error with what it printed to standard error. */
export async function output(command: string, args: readonly string[], cwd?: string): Promise<string> {
  const { stdout } = await promisify(execFile)(command, [...args], {
    ...(cwd === undefined ? {} : { cwd }),
    maxBuffer: 64 << 20,
    env: { ...process.env, LC_ALL: "C" },
  });
  return stdout.trim();
}

/** Go's command, from PATH or from where its installer puts it. */
export const findGo = (): string | undefined => findProgram(["go"], ["/usr/local/go/bin"]);

export interface GoProgram {
  readonly module: string;
  readonly version: string;
  /** Packages that a cold build compiles, for "how far". */
  readonly packages: number;
}

/**
 * Builds a Go program into the cache, once for all checkouts, and returns its path. Two that want it at the same time
 * build it once.
 */
export async function goInstall(program: GoProgram, log: Log, signal?: AbortSignal): Promise<string> {
  const name = program.module.split("/").at(-1) ?? program.module;
  const path = join(cacheFolder(), "bin", `${name}-${program.version}`);
  if (isProgram(path)) return path;
  const go = findGo();
  if (go === undefined) throw new Error(`Cannot build ${name}: Go is not on PATH`);
  const held = await lock(`${path}.lock`, () => log(`another process is building ${name}, waiting for it`));
  try {
    if (!isProgram(path)) await build(go, name, program, path, log, signal);
    return path;
  } finally {
    held.release();
  }
}

async function build(
  go: string,
  name: string,
  program: GoProgram,
  path: string,
  log: Log,
  signal: AbortSignal | undefined,
): Promise<void> {
  const begin = performance.now();
  const folder = `${path}.build`;
  mkdirSync(folder, { recursive: true });
  let [fetched, compiled] = [0, 0];
  const far = () =>
    compiled === 0
      ? `fetched ${fetched} modules`
      : `compiled ${compiled} of about ${Math.max(compiled, program.packages)} packages`;
  log(`building ${name} ${program.version} with Go, once; cold this takes minutes`);
  const child = await startChild({
    name: `go install ${name}`,
    command: go,
    args: ["install", "-v", `${program.module}@${program.version}`],
    env: { ...process.env, GOBIN: folder },
    logFile: join(folder, "build.log"),
    onLine: (line) => line.startsWith("go: downloading") ? fetched++ : compiled++,
  });
  const progress = setInterval(() => log(`building ${name}: ${far()}, ${since(begin)}`), 5_000);
  const giveUp = () => void child.stop();
  signal?.addEventListener("abort", giveUp);
  const end = await child.exited;
  clearInterval(progress);
  signal?.removeEventListener("abort", giveUp);
  if (end !== "exit code 0") throw new Error(`Cannot build ${name} (${end}):\n${child.lastLines()}`);
  renameSync(join(folder, name), path);
  rmSync(folder, { recursive: true });
  log(`built ${name} ${program.version} in ${since(begin)}, kept in ${path}`);
}
