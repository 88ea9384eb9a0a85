import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { inTime } from "#shared/in-time.ts";

/** The channel of the notices of events, which go out after the commits of their events. */
export const EVENTS_CHANNEL = "events";

/** What becomes of a listener. */
interface ListenerEvents {
  onNotice(payload: string): void;
  /** Notices may have been missed: the connection is new, or gone. */
  onGap(connected: boolean): void;
}

/** How long a connection waits for an answer to its check, and how often it is checked: a network may drop it in silence. */
const CHECK_EVERY_MS = 10_000;
const CHECK_TIMEOUT_MS = 3_000;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

/**
 * Listens to {@link EVENTS_CHANNEL} on one connection of its own, and connects again whenever that breaks. A pooler that shares
 * connections between transactions cannot carry it: such a connection gets no notices.
 */
export class Listener {
  readonly #url: string;
  readonly #events: ListenerEvents;
  readonly #closing = new AbortController();
  #client: pg.Client | null = null;
  #running: Promise<void> | null = null;

  constructor(url: string, events: ListenerEvents) {
    this.#url = url;
    this.#events = events;
  }

  /** Connects in the background, and again after each failure, until {@link close}. */
  start(): void {
    this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client?.end().catch(() => {});
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    for (let wait = FIRST_RETRY_MS; !signal.aborted; wait = Math.min(2 * wait, MAX_RETRY_MS)) {
      if (await this.#listenOnce()) wait = FIRST_RETRY_MS;
      if (!signal.aborted) await sleep(wait, undefined, { signal }).catch(() => {});
    }
  }

  /** @returns once the connection is gone, whether it listened. */
  async #listenOnce(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: "api-waits",
      options: "-c role=app_api",
      connectionTimeoutMillis: CHECK_TIMEOUT_MS,
      query_timeout: CHECK_TIMEOUT_MS,
      keepAlive: true,
    });
    const gone = new Promise<void>((resolve) => {
      client.on("error", () => resolve());
      client.on("end", () => resolve());
    });
    client.on("notification", ({ payload }) => this.#events.onNotice(payload ?? ""));
    let listened = false;
    try {
      await client.connect();
      this.#client = client;
      await client.query(`LISTEN ${EVENTS_CHANNEL}`);
      listened = true;
      this.#events.onGap(true);
      await this.#checkUntil(client, gone);
    } catch {
      // Postgres is away or did not answer in time: the caller tries again.
    }
    this.#client = null;
    this.#events.onGap(false);
    await client.end().catch(() => {});
    return listened;
  }

  /** @throws Error when the connection does not answer a check in time. */
  async #checkUntil(client: pg.Client, gone: Promise<void>): Promise<void> {
    const { signal } = this.#closing;
    const ended = gone.then(() => true);
    const isGone = () => inTime(ended, CHECK_EVERY_MS, () => new Error("A check is due")).catch(() => false);
    while (!signal.aborted && !await isGone()) await client.query("SELECT 1");
  }
}

/** How long notices gather before they are sent together. */
const GATHER_MS = 5;

/**
 * Sends what transactions have to tell other processes after their commits, many in one statement. Postgres commits transactions with a
 * NOTIFY in them one after another, throughout the cluster. What a process has not sent when it dies is lost, as is a notice to a listener
 * that has no connection.
 */
export class Notices {
  readonly #send: (payloads: readonly string[]) => Promise<unknown>;
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #sending: Promise<unknown> = Promise.resolve();

  /** @param send may fail: its notices are lost then */
  constructor(send: (payloads: readonly string[]) => Promise<unknown>) {
    this.#send = send;
  }

  add(payload: string): void {
    this.#waiting.push(payload);
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
    const payloads = this.#waiting;
    this.#waiting = [];
    this.#sending = Promise.allSettled([this.#sending, this.#send(payloads)]);
  }
}
