import { unlessAborted } from "#shared/in-time.ts";
import { EngineError } from "../errors.ts";

/** Calls in flight by key: callers of one process with the same key share one call. */
export class SharedCalls<T> {
  readonly #inFlight = new Map<string, Promise<T>>();

  /**
   * Makes the call, or waits for the one in flight under the same key. Makes the call after all when that one ends because its own
   * caller was stopped.
   * @param signal aborts the waiting; `call` has signals of its own.
   * @throws the signal's reason; the error of `call`.
   */
  async run(key: string, signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    for (;;) {
      signal.throwIfAborted();
      const inFlight = this.#inFlight.get(key);
      if (inFlight === undefined) break;
      try {
        return await unlessAborted(inFlight, signal);
      } catch (error) {
        if (signal.aborted || error instanceof EngineError) throw error;
      }
    }
    const own = call().finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, own);
    return await own;
  }
}
