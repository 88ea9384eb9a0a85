import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { processFacts, signalQuietly } from "./processes.ts";
import { waitFor } from "./wait.ts";

/**
 * The children of one stack, one JSON line each, on disk: when the stack is killed in a way that it can't handle, the next
 * one finds what it left running.
 */
export interface Entry {
  readonly name: string;
  readonly pid: number;
  /** Tells this process from a later one with the same id. */
  readonly started: string;
}

export function remember(register: string, name: string, pid: number): void {
  const started = processFacts(pid)?.started;
  if (started === undefined) return;
  mkdirSync(dirname(register), { recursive: true });
  appendFileSync(register, `${JSON.stringify({ name, pid, started } satisfies Entry)}\n`);
}

/** Ends what is still running of a register whose owner is gone, forgets it, and returns the names. */
export async function sweep(register: string): Promise<string[]> {
  if (!existsSync(register)) return [];
  const entries = readFileSync(register, "utf8").split("\n").filter(Boolean).map((line) =>
    JSON.parse(line) as Entry
  );
  const running = entries.filter(isRunning);
  for (const { pid } of running) signalQuietly(pid, "SIGINT");
  const ended = () => running.every((entry) => !isRunning(entry)) || undefined;
  await waitFor("the processes of an earlier run to end", ended, { seconds: 5 }).catch(() => {
    for (const { pid } of running.filter(isRunning)) signalQuietly(-pid, "SIGKILL");
  });
  rmSync(register);
  return running.map(({ name }) => name);
}

function isRunning({ pid, started }: Entry): boolean {
  return processFacts(pid)?.started === started;
}
