import { readFileSync } from "node:fs";
import process from "node:process";
import { processFacts } from "./processes.ts";

/** Prints one line for the person at the terminal. */
export type Log = (line: string) => void;

/** A {@link Log} whose lines begin with the part's name, in a column of its own. */
export function logFor(part: string): Log {
  return (line) => console.log(`  ${part.padEnd(9)} ${line}`);
}

/** Seconds since a value of `performance.now()`, such as "1.4 s". */
export function since(begin: number): string {
  return `${((performance.now() - begin) / 1000).toFixed(1)} s`;
}

interface LogEntry {
  readonly level: string;
  readonly msg: string;
  /** The message, followed by the failed part and the reason where the entry has them. */
  readonly text: string;
}

/** A JSON line of the service's log; undefined for any other line. */
export function parseLogEntry(line: string): LogEntry | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const { level, msg, err, sdk } = JSON.parse(line);
    const details = [sdk?.activityType ?? sdk?.taskQueue, err?.message ?? sdk?.error?.message];
    return { level: String(level), msg: String(msg), text: [msg, ...details.filter(Boolean)].join(": ") };
  } catch {
    return undefined;
  }
}

const ECHOED_LEVELS = ["warn", "error", "fatal"];

/** Prints a child's log entries of level warn and above, and lines that are no log entries, such as a crash's. */
export function echoWarnings(log: Log): (line: string) => void {
  return (line) => {
    const entry = parseLogEntry(line);
    if (entry === undefined) log(line);
    else if (ECHOED_LEVELS.includes(entry.level)) log(`${entry.level}: ${entry.text}`);
  };
}

const SIGHUP = 1;
const CHECK_EVERY_MS = 500;

/**
 * Aborted when this process should end: on Ctrl-C, SIGTERM, a closed terminal, or the end of the `npx` or `deno task` that started it.
 * npm passes no signals on, so killing npx alone would leave the stack running without anybody to stop it. Further signals are
 * ignored: a stop takes 25 s at most, and a Ctrl-C reaches every process of the task at once.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = (reason: string) => controller.abort(reason);
  process.on("SIGINT", () => stop("Ctrl-C"));
  process.on("SIGTERM", () => stop("SIGTERM"));
  if (!startedWithNohup()) process.on("SIGHUP", () => stop("the terminal was closed"));

  const runners = taskRunners().map((pid) => ({ pid, started: processFacts(pid)?.started }));
  const watch = setInterval(() => {
    if (runners.every(({ pid, started }) => processFacts(pid)?.started === started)) return;
    clearInterval(watch);
    stop("the command that started this has ended");
  }, CHECK_EVERY_MS);
  watch.unref();
  return controller.signal;
}

/**
 * The ids of the processes that run a task: from this one's parent upwards, while they are deno, npx, npm, node, or a shell between
 * them. When one of them has ended the terminal shows its prompt again, and Ctrl-C no longer reaches this process.
 */
export function taskRunners(pid: number = process.ppid): number[] {
  const facts = processFacts(pid);
  return facts !== undefined && isTaskRunner(facts.command) ? [pid, ...taskRunners(facts.parent)] : [];
}

function isTaskRunner(command: string): boolean {
  if (/^(ba|da|z)?sh\s+-c\s+'?"?deno\b/.test(command)) return true;
  return /^(npm (exec|run)|npx|(\S*\/)?deno (task|run))\b/.test(command) ||
    /^\S*\bnode\S*\s.*\b(npx|npm|deno)\b/.test(command);
}

/** Whether nohup had SIGHUP ignored at the start. Known on Linux alone; elsewhere a closed terminal always ends the stack. */
function startedWithNohup(): boolean {
  try {
    const [, mask] = /^SigIgn:\s*(\w+)/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return mask !== undefined && (BigInt(`0x${mask}`) & BigInt(1 << (SIGHUP - 1))) !== 0n;
  } catch {
    return false;
  }
}
