import assert from "node:assert/strict";
import type { TestProcess } from "#testing/processes.ts";

/** A process has exited so long after its SIGTERM, whatever happens. */
export const SHUTDOWN_LIMIT_MS = 25_000;

/** Fails unless the process exits with 0, within the limit. @param began when it got the signal, @returns milliseconds since then */
export async function exitsInTime(child: TestProcess, began: number): Promise<number> {
  assert.equal(await child.exited, "exit code 0", child.log().slice(-2_000));
  const ms = performance.now() - began;
  assert.ok(ms < SHUTDOWN_LIMIT_MS, `it took ${ms} ms`);
  return ms;
}
