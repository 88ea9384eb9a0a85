import { LRUCache } from "lru-cache";

/** A success that took no longer than this, in milliseconds, proves an endpoint; an attempt in flight for longer is cut. */
const CUT_MS = 1_500;
/** An endpoint that is down gets so much: enough to see that it answers again. */
const DOWN_CUT_MS = 100;
/** With this many waits for endpoints that have proved nothing, the next one is cut at once: local activities have 200 slots. */
const MAX_UNPROVEN_WAITS = 100;
/** The most endpoints that a process remembers; it drops the one with the oldest attempt first. */
const MAX_REMEMBERED = 20_000;

/**
 * Decides how long a local activity waits for an attempt. An endpoint whose last attempt of this process succeeded in time has the whole
 * wait. All others share a hundred waits, which become shorter as they fill, so that a thousand hanging endpoints take no slot from others.
 */
export class LocalWaitBudget {
  readonly #proven = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  #unprovenWaits = 0;

  /** @param isDown whether the endpoint is known not to answer. @returns milliseconds. */
  for(endpoint: string, isDown: boolean): number {
    if (isDown) return DOWN_CUT_MS;
    if (this.#proven.has(endpoint)) return CUT_MS;
    return CUT_MS * Math.max(0, 1 - this.#unprovenWaits / MAX_UNPROVEN_WAITS);
  }

  /** Counts a wait for an endpoint until `wait` settles. */
  async during<T>(endpoint: string, wait: Promise<T>): Promise<T> {
    if (this.#proven.has(endpoint)) return await wait;
    this.#unprovenWaits += 1;
    try {
      return await wait;
    } finally {
      this.#unprovenWaits -= 1;
    }
  }

  /** @param latencyMs until a 2xx arrived; null when the attempt failed or was cut. */
  note(endpoint: string, latencyMs: number | null): void {
    if (latencyMs === null || latencyMs > CUT_MS) this.#proven.delete(endpoint);
    else this.#proven.set(endpoint, true);
  }
}
