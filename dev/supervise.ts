import { setTimeout as sleep } from "node:timers/promises";
import { type Log, since } from "./say.ts";

/** What can be supervised: a process that runs until it is stopped. */
export interface Running {
  readonly pid: number;
  /** How it ended; pending while it lives. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

export interface Supervised<T extends Running> {
  /** The one that runs now, or ran last while the next one starts. */
  current(): T;
  /** Ends it, and the supervision before that. */
  stop(): Promise<void>;
}

/** A process that ended this soon after it was ready is in trouble, and gets a pause: 0.25 s, doubled up to 5 s. */
const TROUBLE_MS = 1_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

export interface SuperviseOptions<T extends Running> {
  /** Must end what it began when its signal is aborted. */
  readonly start: (signal: AbortSignal) => Promise<T>;
  readonly log: Log;
  /** Called when another process has taken its place and is ready. */
  readonly onRestart: () => void;
  /** Ends a start that is under way, and the supervision; what runs is left to `stop`. */
  readonly signal: AbortSignal;
}

/**
 * Starts a process, and starts it again whenever it ends by itself, until `stop`.
 * @throws what `start` throws, the first time; later failures are logged and tried again.
 */
export async function supervise<T extends Running>(options: SuperviseOptions<T>): Promise<Supervised<T>> {
  const { start, log, onRestart } = options;
  const stopping = new AbortController();
  const abort = () => stopping.abort();
  options.signal.addEventListener("abort", abort, { once: true });
  if (options.signal.aborted) abort();
  let current = await start(stopping.signal);
  const watched = watch();

  async function watch(): Promise<void> {
    let [readyAt, pause] = [performance.now(), 0];
    while (true) {
      const end = await current.exited;
      if (stopping.signal.aborted) return;
      const began = performance.now();
      pause = began - readyAt < TROUBLE_MS ? longer(pause) : 0;
      log(`ended (${end}), starting it again`);
      const next = await startAgain(pause);
      if (next === undefined) return;
      current = next;
      readyAt = performance.now();
      log(`is back after ${since(began)} as process ${current.pid}`);
      onRestart();
    }
  }

  async function startAgain(firstPause: number): Promise<T | undefined> {
    for (let pause = firstPause;; pause = longer(pause)) {
      await sleep(pause, null, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return undefined;
      try {
        const next = await start(stopping.signal);
        if (!stopping.signal.aborted) return next;
        await next.stop();
      } catch (error) {
        if (!stopping.signal.aborted) log(`${(error as Error).message}\ntrying again`);
      }
    }
  }

  return {
    current: () => current,
    async stop() {
      stopping.abort();
      await current.stop();
      await watched;
    },
  };
}

function longer(pause: number): number {
  return Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pause * 2));
}
