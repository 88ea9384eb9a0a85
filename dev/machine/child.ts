import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, createWriteStream, mkdirSync, openSync, readFileSync, type WriteStream } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { recordChild, signalProcess } from "./processes.ts";

export interface ChildOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** File that records the child, so that a later run can end it after this process was killed. */
  readonly register?: string | undefined;
  /** The child's whole environment; this process's own where absent. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly cwd?: string;
  /** Receives the child's standard output and error; emptied first. */
  readonly logFile: string;
  /** Called with every line of the child's output. Without it the child writes the file itself, even when this process has ended. */
  readonly onLine?: (line: string) => void;
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  /** The signal of an orderly stop, SIGTERM where absent. */
  readonly stopSignal?: NodeJS.Signals;
  /** Seconds from that signal to SIGKILL, 10 where absent. */
  readonly stopSeconds?: number;
}

/** A process that this one started. It leads a process group of its own, so a Ctrl-C in the terminal does not reach it directly. */
export interface Child {
  readonly name: string;
  readonly pid: number;
  /** Resolves to how the child ended, such as "exit code 1" or "SIGKILL". */
  readonly exited: Promise<string>;
  alive(): boolean;
  /** Sends a signal, SIGKILL by default; resolves when the child has ended, after SIGSTOP and SIGCONT at once. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Sends the stop signal, kills the child after `stopSeconds`, then kills what is left of its group. */
  stop(): Promise<void>;
  /** Its output so far. */
  log(): string;
  /** The last lines of it, for messages about its failure. */
  lastLines(count?: number): string;
}

/**
 * Starts a server, or another process that may outlive its starter. execa, which runs the other commands, hands over no file
 * descriptor for the output, and awaits the output of a child's own children.
 * @throws Error when the command cannot be started.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const { name, logFile } = options;
  const { pid, exited } = await spawnChild(options);
  let ended = false;
  void exited.then(() => ended = true);
  if (options.register !== undefined) recordChild(options.register, name, pid);

  // By process id: under Deno a second `child.kill()` does nothing (denoland/deno#36643).
  const send = (signal: NodeJS.Signals) => {
    if (!ended) signalProcess(pid, signal);
  };
  const log = () => readFileSync(logFile, "utf8");
  return {
    name,
    pid,
    exited,
    alive: () => !ended,
    async kill(signal = "SIGKILL") {
      send(signal);
      if (signal !== "SIGSTOP" && signal !== "SIGCONT") await exited;
    },
    async stop() {
      send(options.stopSignal ?? "SIGTERM");
      const deadline = setTimeout(() => send("SIGKILL"), (options.stopSeconds ?? 10) * 1000);
      await exited;
      clearTimeout(deadline);
      signalProcess(-pid, "SIGKILL");
    },
    log,
    lastLines: (count = 12) => log().trimEnd().split("\n").slice(-count).join("\n"),
  };
}

async function spawnChild(options: ChildOptions): Promise<{ pid: number; exited: Promise<string> }> {
  const { command, args, logFile, onLine, cwd, user } = options;
  mkdirSync(dirname(logFile), { recursive: true });
  const file = openSync(logFile, "w");
  const output = onLine === undefined ? file : "pipe";
  const child = spawn(command, args, {
    cwd,
    env: { ...options.env ?? process.env },
    detached: true,
    stdio: ["ignore", output, output],
    ...user,
  });
  const exited = new Promise<string>((resolve) =>
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`))
  );
  if (onLine !== undefined) forwardLines(child, createWriteStream(logFile, { fd: file }), onLine);
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (cause) => reject(new Error(`Cannot start ${command}: ${cause.message}`, { cause })));
  }).finally(() => {
    if (onLine === undefined) closeSync(file);
  });
  if (child.pid === undefined) throw new Error(`Cannot start ${command}: it has no process id`);
  return { pid: child.pid, exited };
}

/** Writes every line of a child's output to its log, and calls `onLine` with it. */
function forwardLines(child: ChildProcess, log: WriteStream, onLine: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on("line", (line) => {
      log.write(`${line}\n`);
      onLine(line);
    });
  }
  child.once("close", () => log.end());
}
