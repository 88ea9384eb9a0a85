import { setTimeout as delay } from "node:timers/promises";

/** The clock behind rate limits, pauses and the circuit breaker; specs replace it by one that never waits. */
export interface Clock {
  /** Milliseconds since an arbitrary start: only differences have a meaning. */
  now(): number;
  /** @throws the signal's reason as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The process's own clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted()),
};
