import { setTimeout as sleep } from "node:timers/promises";
import type { Child } from "./child.ts";
import { type Log, since } from "./terminal.ts";

export interface Supervised<T extends Child> {
  /** The process that runs now; during a restart the one that ended. */
  current(): T;
  /** Ends the supervision, then the process. */
  stop(): Promise<void>;
}

export interface SuperviseOptions<T extends Child> {
  /** Starts the process. Must end what it began when its signal is aborted. */
  readonly start: (signal: AbortSignal) => Promise<T>;
  readonly log: Log;
  /** Called when another process is ready in the place of one that ended. */
  readonly onRestart: () => void;
  /** Ends a start in progress, and the supervision. A running process continues until `stop`. */
  readonly signal: AbortSignal;
}

/** A process that ends this soon after it was ready is restarted after a pause: 0.25 s, doubled up to 5 s. */
const TOO_SOON_MS = 1_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;

/**
 * Starts a process, and restarts it whenever it ends before `stop`.
 * @throws what `start` throws, the first time; later failures are logged, and followed by another try.
 */
export async function supervise<T extends Child>(
  { start, log, onRestart, signal }: SuperviseOptions<T>,
): Promise<Supervised<T>> {
  const stopping = new AbortController();
  const ending = AbortSignal.any([signal, stopping.signal]);
  let current = await start(ending);

  const watch = async () => {
    for (let [readyAt, pause] = [performance.now(), 0];; readyAt = performance.now()) {
      const end = await current.exited;
      if (ending.aborted) return;
      const endedAt = performance.now();
      pause = endedAt - readyAt < TOO_SOON_MS ? longer(pause) : 0;
      log(`ended (${end}), starting it again${pause === 0 ? "" : ` in ${pause / 1_000} s`}`);
      for (;; pause = longer(pause)) {
        await sleep(pause, null, { signal: ending }).catch(() => {});
        if (ending.aborted) return;
        const next = await start(ending).catch((error) => {
          if (!ending.aborted) log(`${error.message}\ntrying again`);
          return undefined;
        });
        if (ending.aborted) return await next?.stop();
        if (next === undefined) continue;
        current = next;
        break;
      }
      log(`is back after ${since(endedAt)} as process ${current.pid}`);
      onRestart();
    }
  };
  const watching = watch();
  return {
    current: () => current,
    async stop() {
      stopping.abort();
      await current.stop();
      await watching;
    },
  };
}

function longer(pause: number): number {
  return Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pause * 2));
}
