import { setTimeout as sleep } from "node:timers/promises";
import type { Child } from "./child.ts";
import { type Log, since } from "./terminal.ts";

/** A process that starts again whenever it ends by itself. */
export interface Supervised<T extends Child, Change = object> {
  /** The process that runs now; during a restart the one that ended. */
  current(): T;
  /** Ends the supervision, then the process. */
  stop(): Promise<void>;
  /** The same by a signal, SIGKILL by default. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again after it was stopped or killed. @param change options that differ from the first start's, until the next call */
  start(change?: Change): Promise<void>;
}

export interface SuperviseOptions<T extends Child, Change> {
  /** Starts the process. Must end what it began when its signal is aborted. */
  readonly start: (signal: AbortSignal, change?: Change) => Promise<T>;
  readonly log: Log;
  /** Called when the process has ended by itself. @param how see {@link Child} */
  readonly onEnd?: ((how: string) => void) | undefined;
  /** Called when another process is ready in the place of one that ended. */
  readonly onRestart?: (() => void) | undefined;
  /** Ends a start in progress, and the supervision. A running process continues until `stop`. */
  readonly signal: AbortSignal;
}

/** A process that ends this soon after it was ready is restarted after a pause: 0.25 s, doubled up to 5 s. */
const TOO_SOON_MS = 1_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;

/**
 * Starts a process, and restarts it whenever it ends by itself.
 * @throws what `start` throws, the first time; later failures are logged, and followed by another try.
 */
export async function supervise<T extends Child, Change = object>(
  options: SuperviseOptions<T, Change>,
): Promise<Supervised<T, Change>> {
  const { log, onEnd, onRestart } = options;
  let stopping = new AbortController();
  let ending = options.signal;
  let watching: Promise<void>;

  const start = async (change?: Change) => {
    stopping = new AbortController();
    ending = AbortSignal.any([options.signal, stopping.signal]);
    current = await options.start(ending, change);
    watching = watch(change);
  };
  const watch = async (change?: Change) => {
    for (let [readyAt, pause] = [performance.now(), 0];; readyAt = performance.now()) {
      const end = await current.exited;
      if (ending.aborted) return;
      onEnd?.(end);
      const endedAt = performance.now();
      pause = endedAt - readyAt < TOO_SOON_MS ? longer(pause) : 0;
      log(`ended (${end}), starting it again${pause === 0 ? "" : ` in ${pause / 1_000} s`}`);
      for (;; pause = longer(pause)) {
        await sleep(pause, null, { signal: ending }).catch(() => {});
        if (ending.aborted) return;
        const next = await options.start(ending, change).catch((error) => {
          if (!ending.aborted) log(`${error.message}\ntrying again`);
          return undefined;
        });
        if (ending.aborted) return await next?.stop();
        if (next === undefined) continue;
        current = next;
        break;
      }
      log(`is back after ${since(endedAt)} as process ${current.pid}`);
      onRestart?.();
    }
  };
  const endBy = async (endProcess: () => Promise<void>) => {
    stopping.abort();
    await endProcess();
    await watching;
  };
  let current: T;
  await start();
  return {
    current: () => current,
    stop: () => endBy(() => current.stop()),
    kill: (signal) => endBy(() => current.kill(signal)),
    start,
  };
}

function longer(pause: number): number {
  return Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pause * 2));
}
