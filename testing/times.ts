import { waitFor } from "#dev/machine/wait.ts";

/** Runs `work` while this process's clock is ahead by `aheadMs` milliseconds, or behind where that is negative. */
export async function withClock<T>(aheadMs: number, work: () => Promise<T>): Promise<T> {
  const Right = Date;
  class Wrong extends Right {
    constructor(...args: [] | [string | number | Date]) {
      super(...(args.length === 0 ? [Wrong.now()] : args) as [number]);
    }
    static override now(): number {
      return Right.now() + aheadMs;
    }
  }
  globalThis.Date = Wrong as DateConstructor;
  try {
    return await work();
  } finally {
    globalThis.Date = Right;
  }
}

/**
 * Waits for a condition: calls `check` after 25 ms, and then ever more seldom up to four times a second, until it returns a value.
 * @throws Error with the condition, and the last failure as its cause, after `seconds`.
 */
export async function eventually<T>(
  condition: string,
  check: () => Promise<T | undefined>,
  seconds = 30,
): Promise<T> {
  return await waitFor(condition, check, { seconds, everyMs: 25, upToMs: 250 });
}
