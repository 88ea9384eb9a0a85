import { waitFor } from "#dev/wait.ts";

/**
 * Waits for a condition: calls `check` every 25 ms until it returns a value.
 * @throws Error with the condition, and the last failure as its cause, after `seconds`.
 */
export async function eventually<T>(
  condition: string,
  check: () => Promise<T | undefined>,
  seconds = 30,
): Promise<T> {
  return await waitFor(condition, check, { seconds, everyMs: 25 });
}
