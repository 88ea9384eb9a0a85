import { EngineError } from "../errors.ts";

/** Calls under way by key, so that two callers of one process who want the same thing make one call. */
export class SharedCalls<T> {
  readonly #underWay = new Map<string, Promise<T>>();

  /**
   * Makes the call unless the same key is under way, and then waits for that one. When that one ends because its own caller was
   * stopped, the call is made after all.
   * @param signal stops the waiting, not the call: `call` has its own signals.
   */
  async once(key: string, signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    for (;;) {
      signal.throwIfAborted();
      const other = this.#underWay.get(key);
      if (other === undefined) break;
      try {
        return await unlessAborted(other, signal);
      } catch (error) {
        if (signal.aborted || error instanceof EngineError) throw error;
      }
    }
    const own = call().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, own);
    return await own;
  }
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
