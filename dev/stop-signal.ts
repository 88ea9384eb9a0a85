import { readFileSync } from "node:fs";
import process from "node:process";
import { processFacts, taskRunners } from "./processes.ts";

const SIGHUP = 1;
const LOOK_EVERY_MS = 500;

/**
 * Aborted once this process should end: by Ctrl-C, SIGTERM, a closed terminal, or because the `npx` or `deno task` that it
 * was started by is gone. npm doesn't pass signals on, so ending npx alone would leave everything running with nobody to
 * stop it. Signals that follow are ignored: stopping is bounded, and Ctrl-C reaches every process of the task at once.
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
    stop("the command that started this is gone");
  }, LOOK_EVERY_MS);
  watch.unref();
  return controller.signal;
}

/** Whether SIGHUP was ignored from the start, on Linux; elsewhere a closed terminal ends it. */
function startedWithNohup(): boolean {
  try {
    const [, mask] = /^SigIgn:\s*(\w+)/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return mask !== undefined && (BigInt(`0x${mask}`) & BigInt(1 << (SIGHUP - 1))) !== 0n;
  } catch {
    return false;
  }
}
