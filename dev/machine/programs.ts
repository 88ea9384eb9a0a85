import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { parse } from "yaml";
import { startChild } from "./child.ts";
import { lock, ROOT } from "./folder.ts";
import { type Log, since } from "./terminal.ts";

/** Programs that were built or unpacked once, shared by every checkout of this user. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "simulation-service");
}

/**
 * The path of what is made once. Concurrent callers, also in other processes, share it.
 * @param name its path in the cache, or an absolute one
 * @param make gets a path of its own; what is there when it has ended takes its place
 * @param isWhole whether what is at the path already was made to its end
 */
export async function madeOnce(
  name: string,
  log: Log,
  make: (unfinished: string) => Promise<void> | void,
  isWhole: (path: string) => boolean = existsSync,
): Promise<string> {
  const path = resolve(cacheFolder(), name);
  if (isWhole(path)) return path;
  const held = await lock(`${path}.lock`, () => log(`another process makes ${name}, waiting for it`));
  try {
    if (isWhole(path)) return path;
    const unfinished = `${path}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(dirname(path), { recursive: true });
    await make(unfinished);
    rmSync(path, { recursive: true, force: true });
    renameSync(unfinished, path);
    return path;
  } finally {
    held.release();
  }
}

/** The path of the first of these programs that is on PATH or in one of the further folders. */
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

/** Whether the version that `pattern` finds in what a program says of itself is the `oldest` that is usable, or a later one. */
export function isSince(oldest: string, pattern: RegExp, said: string): boolean {
  const [, version = ""] = pattern.exec(said) ?? [];
  return version.localeCompare(oldest, "en", { numeric: true }) >= 0;
}

/** The standard output of a command that ends soon. @throws Error with its standard error when it fails. */
export async function output(command: string, args: readonly string[], cwd?: string): Promise<string> {
  const { stdout } = await execa(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { LC_ALL: "C" },
    stdin: "ignore",
  });
  return stdout.trim();
}

/** What a page says of the run that wrote its figures: the commit, with "+" where files but the page differ from it, and the day (UTC). */
export async function thisRun(page: string): Promise<{ readonly commit: string; readonly date: string }> {
  const changed = await output("git", ["status", "--porcelain", "--", ".", `:!${page}`], ROOT);
  const commit = await output("git", ["rev-parse", "--short=12", "HEAD"], ROOT);
  return { commit: `${commit}${changed === "" ? "" : "+"}`, date: new Date().toISOString().slice(0, 10) };
}

/** Go's command, on PATH or in the folder of its installer. */
export function findGo(): string | undefined {
  return findProgram(["go"], ["/usr/local/go/bin"]);
}

export interface GoProgram {
  readonly name: string;
  readonly module: string;
  readonly version: string;
}

interface Programs {
  readonly go: Readonly<Record<"server" | "sql" | "versitygw" | "temporal", Omit<GoProgram, "name">>>;
  readonly debian: Readonly<
    Record<
      "pgbouncer" | "postgres-client",
      { readonly release: string; readonly packages: readonly string[] }
    >
  >;
}

/** The file beside this one, which says why each is what it is. */
export const PROGRAMS: Programs = parse(readFileSync(new URL("programs.yaml", import.meta.url), "utf8"));

/** Builds one of {@link PROGRAMS} into the cache and returns its path. */
export function builtProgram(name: keyof Programs["go"], log: Log, signal?: AbortSignal): Promise<string> {
  return goInstall({ name, ...PROGRAMS.go[name] }, log, signal);
}

/** Builds a Go program into the cache and returns its path. */
export async function goInstall(program: GoProgram, log: Log, signal?: AbortSignal): Promise<string> {
  const { name, module, version } = program;
  return await madeOnce(join("bin", `${name}-${version}`), log, async (path) => {
    const go = findGo();
    if (go === undefined) throw new Error(`Cannot build ${name}: Go is not on PATH`);
    const begin = performance.now();
    const folder = `${path}.build`;
    mkdirSync(folder, { recursive: true });
    let steps = 0;
    log(`building ${name} ${version} with Go, once; without Go's caches this takes minutes`);
    const child = await startChild({
      name: `go install ${name}`,
      command: go,
      args: ["install", "-v", `${module}@${version}`],
      env: { ...process.env, GOBIN: folder },
      logFile: join(folder, "build.log"),
      onLine: () => steps++,
    });
    const progress = () => log(`building ${name}: ${steps} modules and packages, ${since(begin)}`);
    const timer = setInterval(progress, 5_000);
    const abort = () => void child.stop();
    signal?.addEventListener("abort", abort);
    const end = await child.exited;
    clearInterval(timer);
    signal?.removeEventListener("abort", abort);
    if (end !== "exit code 0") throw new Error(`Cannot build ${name} (${end}):\n${child.lastLines()}`);
    renameSync(join(folder, name), path);
    rmSync(folder, { recursive: true });
    log(`built ${name} ${version} in ${since(begin)}, kept in ${cacheFolder()}`);
  }, isProgram);
}
