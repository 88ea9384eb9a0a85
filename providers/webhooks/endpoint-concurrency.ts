/** Most attempts in flight at once for one target, in a process. */
export const ATTEMPTS_PER_ENDPOINT = 10;

/** Lets a bounded number of tasks run at once for each target, so that a slow one delays only itself. */
export interface EndpointConcurrencyLimiter {
  /**
   * Runs a task when its turn comes: first come, first served among the tasks of a key, and no key waits for another.
   * Rejects with the signal's reason when that aborts while the task still waits; a running task is left alone.
   *
   * @param key The target: its origin, or its subscription's id.
   */
  run<T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Tasks of a key that run and that wait. */
  load(key: string): { readonly running: number; readonly waiting: number };
  /** Keys that have tasks. */
  readonly targets: number;
}

interface Target {
  running: number;
  /** In order of arrival; a Set, so that one that aborts leaves at once wherever it stands. */
  readonly waiting: Set<() => void>;
}

export function createEndpointConcurrencyLimiter(
  limit: number = ATTEMPTS_PER_ENDPOINT,
): EndpointConcurrencyLimiter {
  const targets = new Map<string, Target>();

  async function run<T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const target = targets.get(key) ?? { running: 0, waiting: new Set() };
    targets.set(key, target);
    // Who waits is handed the place of the one that leaves, so that nobody who arrives in between takes it.
    if (target.running < limit) target.running += 1;
    else await turn(target, signal);
    try {
      return await task();
    } finally {
      leave(key, target);
    }
  }

  function leave(key: string, target: Target): void {
    for (const next of target.waiting) {
      target.waiting.delete(next);
      return next();
    }
    target.running -= 1;
    if (target.running === 0) targets.delete(key);
  }

  return {
    run,
    load(key) {
      const target = targets.get(key);
      return { running: target?.running ?? 0, waiting: target?.waiting.size ?? 0 };
    },
    get targets() {
      return targets.size;
    },
  };
}

function turn(target: Target, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      signal?.removeEventListener("abort", abandon);
      resolve();
    };
    const abandon = () => {
      target.waiting.delete(enter);
      reject(signal?.reason);
    };
    target.waiting.add(enter);
    signal?.addEventListener("abort", abandon, { once: true });
  });
}
