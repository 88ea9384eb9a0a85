/** The most attempts in flight to one endpoint, in a process (contract, "Webhooks"). */
export const ATTEMPTS_PER_ENDPOINT = 10;

interface Endpoint {
  running: number;
  /** In the order of arrival; a Set, so that an aborted task leaves at once from any position. */
  readonly waiting: Set<() => void>;
}

/** Limits the simultaneous tasks of each endpoint, so that a slow endpoint delays only its own tasks. */
export class EndpointConcurrencyLimiter {
  readonly #limit: number;
  readonly #endpoints = new Map<string, Endpoint>();

  constructor(limit: number = ATTEMPTS_PER_ENDPOINT) {
    this.#limit = limit;
  }

  /**
   * Runs a task when its endpoint has a place, first come, first served. Tasks of different endpoints never wait for each other.
   *
   * @param signal gives up a task that waits; it has no effect on a running one.
   * @throws the signal's reason when it aborts before the task runs.
   */
  async run<T>(endpointKey: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const endpoint = this.#endpoints.get(endpointKey) ?? { running: 0, waiting: new Set() };
    this.#endpoints.set(endpointKey, endpoint);
    if (endpoint.running < this.#limit) endpoint.running += 1;
    else await waitForPlace(endpoint, signal);
    try {
      return await task();
    } finally {
      this.#leave(endpointKey, endpoint);
    }
  }

  /** The tasks of an endpoint that run and that wait. */
  load(endpointKey: string): { readonly running: number; readonly waiting: number } {
    const endpoint = this.#endpoints.get(endpointKey);
    return endpoint === undefined
      ? { running: 0, waiting: 0 }
      : { running: endpoint.running, waiting: endpoint.waiting.size };
  }

  /** How many endpoints have tasks. */
  get endpointCount(): number {
    return this.#endpoints.size;
  }

  /** Gives the place to the longest waiting task directly, so that no later arrival takes it in between. */
  #leave(endpointKey: string, endpoint: Endpoint): void {
    for (const enter of endpoint.waiting) {
      endpoint.waiting.delete(enter);
      return enter();
    }
    endpoint.running -= 1;
    if (endpoint.running === 0) this.#endpoints.delete(endpointKey);
  }
}

function waitForPlace({ waiting }: Endpoint, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      signal?.removeEventListener("abort", abandon);
      resolve();
    };
    const abandon = () => {
      waiting.delete(enter);
      reject(signal?.reason);
    };
    waiting.add(enter);
    signal?.addEventListener("abort", abandon, { once: true });
  });
}
