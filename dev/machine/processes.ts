import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { execaSync } from "execa";
import { waitFor } from "./wait.ts";

/** What the operating system knows about a process. `started` distinguishes it from a later process with the same id. */
export interface ProcessFacts {
  readonly parent: number;
  readonly started: string;
  readonly command: string;
}

/** Facts about a living process, from /proc on Linux and from `ps` elsewhere; undefined where no such process lives. */
export function processFacts(pid: number): ProcessFacts | undefined {
  try {
    return existsSync("/proc/self/stat") ? factsFromProc(pid) : factsFromPs(pid);
  } catch {
    return undefined;
  }
}

function factsFromProc(pid: number): ProcessFacts | undefined {
  const fields = statOf(pid);
  const [state, parent] = fields;
  const started = fields[19];
  if (state === "Z" || parent === undefined || started === undefined) return undefined;
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  return { parent: Number(parent), started, command };
}

/** State, parent and the other fields of a process's stat (proc(5)), none where it has ended. The name before them may contain any character. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/**
 * Hundredths of a second of processor time that these processes and all that they have started took, those included that have ended and were
 * waited for. Linux alone.
 */
export function treeTicks(pids: readonly number[]): number {
  const ids = readdirSync("/proc").map(Number).filter((pid) => pid > 0);
  const stats = new Map(ids.map((pid) => [pid, statOf(pid)]));
  const tree = [...pids];
  for (const pid of tree) {
    tree.push(...ids.filter((each) => Number(stats.get(each)?.[1]) === pid));
  }
  const ticksOf = (pid: number) =>
    (stats.get(pid) ?? []).slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return tree.reduce((sum, pid) => sum + ticksOf(pid), 0);
}

/** A process's memory in MB. */
export function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_000;
}

function factsFromPs(pid: number): ProcessFacts | undefined {
  const { stdout } = execaSync("ps", ["-o", "ppid=,state=,lstart=,command=", "-p", String(pid)]);
  const columns = /^\s*(\d+)\s+(\S+)\s+(\S+ +\S+ +\S+ +\S+ +\S+)\s+(.*)$/.exec(stdout.trim());
  const [, parent, state, started, command = ""] = columns ?? [];
  if (parent === undefined || started === undefined || state?.startsWith("Z")) return undefined;
  return { parent: Number(parent), started, command };
}

/** Signals a process, or with a negative id its group. Does nothing where there is no such process. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** One line of a register: a child of a stack. The register is a file, so that the next stack finds what a killed one left running. */
export interface RegisteredChild {
  readonly name: string;
  readonly pid: number;
  /** See {@link ProcessFacts}. */
  readonly started: string;
}

export function recordChild(register: string, name: string, pid: number): void {
  const started = processFacts(pid)?.started;
  if (started === undefined) return;
  mkdirSync(dirname(register), { recursive: true });
  appendFileSync(register, `${JSON.stringify({ name, pid, started } satisfies RegisteredChild)}\n`);
}

/** Ends the children in a register whose stack is gone, and removes the register. Returns the names of those that were running. */
export async function endLeftovers(register: string): Promise<string[]> {
  if (!existsSync(register)) return [];
  const children = readFileSync(register, "utf8").split("\n").filter(Boolean)
    .map((line): RegisteredChild => JSON.parse(line));
  const running = children.filter(isRunning);
  for (const { pid } of running) signalProcess(pid, "SIGINT");
  const haveEnded = () => !running.some(isRunning) || undefined;
  await waitFor("the processes of an earlier run to end", haveEnded, { seconds: 5 }).catch(() => {
    for (const { pid } of running.filter(isRunning)) signalProcess(-pid, "SIGKILL");
  });
  rmSync(register);
  return running.map(({ name }) => name);
}

function isRunning({ pid, started }: RegisteredChild): boolean {
  return processFacts(pid)?.started === started;
}
