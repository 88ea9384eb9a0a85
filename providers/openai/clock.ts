/** Time as the limits see it, so that tests need not wait. */
export interface Clock {
  /** Milliseconds; only differences count. */
  now(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const wake = () => {
        signal.removeEventListener("abort", stop);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      signal.addEventListener("abort", stop, { once: true });
    });
  },
};
