import { setTimeout as sleep } from "node:timers/promises";

const STEP_MS = 25;

/**
 * Waits for a condition: asks until `check` returns something.
 * @throws Error when it has not after `seconds`, naming what was waited for and the last error.
 */
export async function eventually<T>(
  what: string,
  check: () => Promise<T | undefined>,
  seconds = 30,
): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  let last: unknown;
  do {
    try {
      const found = await check();
      if (found !== undefined) return found;
    } catch (error) {
      last = error;
    }
    await sleep(STEP_MS);
  } while (performance.now() < deadline);
  throw new Error(`Waited ${seconds} s in vain for ${what}`, { cause: last });
}
