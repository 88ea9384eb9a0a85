import { waitFor } from "#dev/machine/wait.ts";

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
