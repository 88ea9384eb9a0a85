import { setTimeout as sleep } from "node:timers/promises";

/**
 * Asks until the answer is there: `probe` may throw or answer undefined while it isn't.
 * @throws Error naming what was waited for, with the last failure as its cause, after `seconds`.
 */
export async function waitFor<T>(
  what: string,
  probe: () => Promise<T | undefined> | T | undefined,
  { seconds = 30, everyMs = 50 }: { seconds?: number; everyMs?: number } = {},
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    let cause: unknown;
    try {
      const answer = await probe();
      if (answer !== undefined) return answer;
    } catch (error) {
      if (error instanceof GaveUp) throw error;
      cause = error;
    }
    if (performance.now() > end) throw new Error(`Waited ${seconds} s in vain for ${what}`, { cause });
    await sleep(everyMs);
  }
}

/** Thrown by a probe when waiting any longer can't help, such as when the process has ended. */
export class GaveUp extends Error {}
