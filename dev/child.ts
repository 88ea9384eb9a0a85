import { spawn } from "node:child_process";
import { closeSync, createWriteStream, mkdirSync, openSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { signalQuietly } from "./processes.ts";
import { remember } from "./register.ts";

export interface ChildOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Where the child is noted, so that it can be found when this process is killed. */
  readonly register?: string | undefined;
  /** The child's whole environment; this process's own where absent. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly cwd?: string;
  /** What it writes to its standard output and error goes here, from the beginning. */
  readonly logFile: string;
  /** Called with every line it writes. Without it the file is the child's own, and survives this process. */
  readonly onLine?: (line: string) => void;
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  /** The signal that asks it to end, SIGTERM where absent. */
  readonly stopSignal?: NodeJS.Signals;
  /** Seconds from that signal to SIGKILL, 10 where absent. */
  readonly stopSeconds?: number;
}

/** A process that this one started. It has a group of its own, so that Ctrl-C in the terminal reaches it in our order. */
export interface Child {
  readonly name: string;
  readonly pid: number;
  /** How it ended, such as "exit code 1" or "SIGKILL"; pending while it lives. */
  readonly exited: Promise<string>;
  alive(): boolean;
  kill(signal: NodeJS.Signals): void;
  /** Asks it to end, insists after a while, and resolves once it and what it left in its group are gone. */
  stop(): Promise<void>;
  /** The last lines that it wrote, for messages about its failure. */
  lastLines(count?: number): string;
}

/** @throws Error when the command can't be started. */
export async function startChild(options: ChildOptions): Promise<Child> {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const file = openSync(options.logFile, "w");
  const piped = options.onLine !== undefined;
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: definedOnly(options.env ?? process.env),
    detached: true,
    stdio: ["ignore", piped ? "pipe" : file, piped ? "pipe" : file],
    ...options.user,
  });
  let ended: string | undefined;
  const exited = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(ended = signal ?? `exit code ${code}`));
  });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once(
      "error",
      (cause) => reject(new Error(`Cannot start ${options.command}: ${cause.message}`, { cause })),
    );
  }).finally(() => {
    if (!piped) closeSync(file);
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`Cannot start ${options.command}: it has no process id`);

  if (options.register !== undefined) remember(options.register, options.name, pid);

  if (options.onLine !== undefined) {
    const log = createWriteStream(options.logFile, { fd: file });
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on("line", (line) => {
        log.write(`${line}\n`);
        options.onLine?.(line);
      });
    }
    child.once("close", () => log.end());
  }

  const kill = (signal: NodeJS.Signals) => {
    if (ended === undefined) signalQuietly(pid, signal);
  };
  return {
    name: options.name,
    pid,
    exited,
    alive: () => ended === undefined,
    kill,
    async stop() {
      kill(options.stopSignal ?? "SIGTERM");
      const patience = new AbortController();
      const done = await Promise.race([
        exited,
        sleep((options.stopSeconds ?? 10) * 1000, null, { signal: patience.signal }).catch(() => null),
      ]);
      patience.abort();
      if (done === null) kill("SIGKILL");
      await exited;
      signalQuietly(-pid, "SIGKILL");
    },
    lastLines: (count = 12) =>
      readFileSync(options.logFile, "utf8").trimEnd().split("\n").slice(-count).join("\n"),
  };
}

function definedOnly(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
