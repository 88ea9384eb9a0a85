import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import process from "node:process";

/** What the operating system says of a process. `started` tells it from a later one with the same id. */
export interface ProcessFacts {
  readonly parent: number;
  readonly started: string;
  readonly command: string;
}

/** Facts of a living process, from /proc on Linux and from `ps` elsewhere; undefined where there is none. */
export function processFacts(pid: number): ProcessFacts | undefined {
  try {
    return existsSync("/proc/self/stat") ? fromProc(pid) : fromPs(pid);
  } catch {
    return undefined;
  }
}

function fromProc(pid: number): ProcessFacts | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name stands in parentheses and may hold anything; the state, the parent and the rest follow it (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, parent] = fields;
  const started = fields[19];
  if (state === "Z" || parent === undefined || started === undefined) return undefined;
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  return { parent: Number(parent), started, command };
}

function fromPs(pid: number): ProcessFacts | undefined {
  const line = execFileSync("ps", ["-o", "ppid=,state=,lstart=,command=", "-p", String(pid)], {
    encoding: "utf8",
  });
  const found = /^\s*(\d+)\s+(\S+)\s+(\S+ +\S+ +\S+ +\S+ +\S+)\s+(.*)$/.exec(line.trim());
  const [, parent, state, started, command] = found ?? [];
  if (parent === undefined || started === undefined || state?.startsWith("Z")) return undefined;
  return { parent: Number(parent), started, command: command ?? "" };
}

/**
 * The processes that carry a task: from this one's parent upwards, as long as they are deno, npx, npm, node, or the shell
 * between them. When one of them is gone the terminal has its prompt back, and nobody is left to press Ctrl-C.
 */
export function taskRunners(pid: number = process.ppid): number[] {
  const runners: number[] = [];
  let current = pid;
  for (;;) {
    const facts = processFacts(current);
    if (facts === undefined || !carriesTask(facts.command)) return runners;
    runners.push(current);
    current = facts.parent;
  }
}

function carriesTask(command: string): boolean {
  if (/^(ba|da|z)?sh\s+-c\s+'?"?deno\b/.test(command)) return true;
  return /^(npm (exec|run)|npx|(\S*\/)?deno (task|run))\b/.test(command) ||
    /^\S*\bnode\S*\s.*\b(npx|npm|deno)\b/.test(command);
}

/** Signals a process, or with a negative id its group; says nothing where there is none. */
export function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
