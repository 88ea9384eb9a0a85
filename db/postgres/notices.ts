/** How long notices gather before they are sent together. */
const GATHER_MS = 5;

/**
 * Sends what transactions have to tell other processes after their commits, many in one statement. Postgres commits transactions with a
 * NOTIFY in them one after another, throughout the cluster. What a process has not sent when it dies is lost, as is a notice to a listener
 * that has no connection.
 */
export class Notices {
  readonly #send: (channel: string, payloads: readonly string[]) => Promise<unknown>;
  readonly #waiting = new Map<string, string[]>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #sending: Promise<unknown> = Promise.resolve();

  /** @param send may fail: its notices are lost then */
  constructor(send: (channel: string, payloads: readonly string[]) => Promise<unknown>) {
    this.#send = send;
  }

  add(channel: string, payload: string): void {
    const waiting = this.#waiting.get(channel);
    if (waiting === undefined) this.#waiting.set(channel, [payload]);
    else waiting.push(payload);
    this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS);
  }

  /** Sends what has gathered, and waits for it. */
  async drain(): Promise<void> {
    if (this.#timer !== null) this.#flush();
    await this.#sending;
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const batches = [...this.#waiting];
    this.#waiting.clear();
    this.#sending = Promise.allSettled([
      this.#sending,
      ...batches.map(([channel, payloads]) => this.#send(channel, payloads)),
    ]);
  }
}
