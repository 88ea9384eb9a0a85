import { TimeoutError } from "./errors.ts";
import type { Answer } from "./responses.ts";
import { PATIENT_RETRIES, sleep } from "./retries.ts";
import type { Operation, Transport } from "./transport.ts";
import type { CallOptions } from "./types.ts";

const DEFAULT_TIMEOUT_MS = 600_000;
/** The longest `?wait=`. */
const MAX_WAIT_SECONDS = 30;
/** Left for the answer itself to arrive before the time is over. */
const MARGIN_MS = 250;
const POLL_SECONDS = 2;

/** How to wait. */
export interface WaitOptions<T> extends CallOptions {
  /** The time of the whole wait, in milliseconds; ten minutes unless given. */
  readonly timeoutMs?: number | undefined;
  /** The longest time between two answers, in milliseconds, at least 1,000; 30,000 unless given. */
  readonly progressEveryMs?: number | undefined;
  /** Is called with the resource after each answer. */
  readonly onProgress?: ((resource: T) => void) | undefined;
}

/** What is waited for: a resource, which is read. */
export interface Awaited<T> {
  readonly operation: Operation;
  readonly id: string;
  /** What did not happen when the time is over, such as "the simulation did not end". */
  readonly lateness: string;
  /** Whether the service takes `?wait=`; without, it is polled. */
  readonly takesWait: boolean;
  isOver(answer: Answer<T>): boolean;
}

/**
 * Reads a resource until it is over. The service holds each request until then, for 30 seconds at most. Where it answers sooner, because too
 * many wait already, this waits for the answer's `meta.next_poll_after_seconds`.
 *
 * @throws TimeoutError when the time is over, CallError as any call does.
 */
export async function waitUntil<T>(
  transport: Transport,
  { operation, id, lateness, takesWait, isOver }: Awaited<T>,
  { timeoutMs = DEFAULT_TIMEOUT_MS, progressEveryMs, onProgress, ...options }: WaitOptions<T> = {},
): Promise<T> {
  const begin = performance.now();
  const left = () => timeoutMs - (performance.now() - begin);
  const longest = Math.max(
    1,
    Math.min(MAX_WAIT_SECONDS, Math.floor((progressEveryMs ?? Infinity) / 1_000)),
  );
  let attempts = 0;
  const late = () => new TimeoutError(lateness, timeoutMs, { operation, attempts });
  while (left() > 0) {
    const seconds = Math.min(longest, Math.floor((left() - MARGIN_MS) / 1_000));
    const isHeld = takesWait && seconds > 0;
    const asked = performance.now();
    const held = isHeld ? { query: { wait: seconds }, waitSeconds: seconds } : {};
    const retrying = { maxRetries: PATIENT_RETRIES, ...options, timeoutMs: left() };
    const answer = await transport.ask<T>(operation, { ids: [id], ...held }, retrying).catch((error) => {
      throw error instanceof TimeoutError && left() <= 0 ? late() : error;
    });
    attempts += answer.attempts;
    onProgress?.(answer.data);
    if (isOver(answer)) return answer.data;
    const wasHeld = isHeld && performance.now() - asked >= seconds * 800;
    if (!wasHeld) await sleep(Math.max(0, Math.min(pollAfter(answer) * 1_000, left())), options.signal);
  }
  throw late();
}

function pollAfter({ meta }: Answer<unknown>): number {
  const seconds = meta["next_poll_after_seconds"];
  return typeof seconds === "number" && seconds >= 1 && seconds <= 60 ? seconds : POLL_SECONDS;
}
