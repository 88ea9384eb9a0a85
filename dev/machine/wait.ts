import { setTimeout as sleep } from "node:timers/promises";

/**
 * Calls `probe` until it returns a value: it may throw or return undefined before that. The pauses between grow from `everyMs` up to `upToMs`. p-wait-for stops at the first throw, so
 * a wrapper around it would be as long.
 * @throws Error with the awaited condition, and the last failure as its cause, after `seconds`; {@link WaitAborted} at once.
 */
export async function waitFor<T>(
  condition: string,
  probe: () => Promise<T | undefined> | T | undefined,
  { seconds = 30, everyMs = 50, upToMs = everyMs }: { seconds?: number; everyMs?: number; upToMs?: number } =
    {},
): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (let pause = everyMs;; pause = Math.min(upToMs, pause * 1.3)) {
    let cause: unknown;
    try {
      const value = await probe();
      if (value !== undefined) return value;
    } catch (error) {
      if (error instanceof WaitAborted) throw error;
      cause = error;
    }
    if (performance.now() > deadline) throw new Error(`Waited ${seconds} s for ${condition}`, { cause });
    await sleep(pause);
  }
}

/** Thrown by a probe when further waiting cannot help, such as after the awaited process has ended. */
export class WaitAborted extends Error {}
