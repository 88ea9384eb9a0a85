import type { EventNotice } from "#db/deliveries/events.ts";
import { Listener } from "#db/postgres/listener.ts";

/** Callers that wait at once. Each costs its open request, some 30 kB, and no connection of the database. */
const MAX_PER_ORGANIZATION = 1_000;
const MAX_PER_PROCESS = 4_000;

/** An event has come. Whoever it woke may share what one of them reads. */
export type Wake = Pick<EventNotice, "type" | "simulation_id">;

/** A call that answers when a resource is as its caller waits for, or when the time is over. */
export interface LongPoll<T> {
  readonly organizationId: string;
  /** 1 to 30; undefined answers at once. */
  readonly seconds: number | undefined;
  /** Aborted when the caller has gone. */
  readonly closed: () => AbortSignal;
  /** Whether an event of the organization may be what the caller waits for. */
  concerns(notice: EventNotice): boolean;
  /** Reads the resource on a connection that it gives back. @param wake the event that it is read for; null at first and at last */
  read(wake: Wake | null): Promise<T>;
  /** Whether the caller need not wait, or no longer. */
  isFinal(resource: T): boolean;
}

/**
 * The calls with `?wait=`. One connection of each process listens to the events of all organizations; a waiting call holds none. Calls
 * beyond the bounds, and all calls while that connection is gone or the process is ending, are answered at once as without `wait`.
 */
export class LongPolls {
  readonly #listener: Listener;
  readonly #byOrganization = new Map<string, Set<Waiter>>();
  #count = 0;
  #listening = false;
  #closed = false;

  /** @param databaseUrl of a connection without a pooler between */
  constructor(databaseUrl: string) {
    this.#listener = new Listener(databaseUrl, {
      onNotice: (payload) => this.#wake(payload),
      onGap: (connected) => this.#gap(connected),
    });
  }

  /** Listens from now on, in the background. */
  start(): void {
    this.#listener.start();
  }

  /** Lets every waiting call answer, and stops listening. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#gap(false);
    await this.#listener.close();
  }

  /** Callers that wait now. */
  get count(): number {
    return this.#count;
  }

  /** Reads a resource until it is final, the time is over or the caller has gone; returns what was read last. */
  async until<T>(wait: LongPoll<T>): Promise<T> {
    const { seconds = 0, organizationId } = wait;
    const waiter = seconds > 0 ? this.#admit(wait) : null;
    if (waiter === null) return await wait.read(null);
    let over: ReturnType<typeof setTimeout> | undefined;
    try {
      // Admitted before the first read: no event between the two is missed.
      let resource = await wait.read(null);
      over = setTimeout(() => waiter.tell(null), seconds * 1_000);
      const closed = wait.closed();
      closed.addEventListener("abort", () => waiter.tell(null), { once: true });
      while (!closed.aborted && !wait.isFinal(resource)) {
        const wake = await waiter.next();
        if (closed.aborted) break;
        resource = await wait.read(wake);
        if (wake === null) break;
      }
      return resource;
    } finally {
      clearTimeout(over);
      this.#dismiss(organizationId, waiter);
    }
  }

  #admit(
    { organizationId, concerns }: Pick<LongPoll<unknown>, "organizationId" | "concerns">,
  ): Waiter | null {
    const waiters = this.#byOrganization.get(organizationId) ?? new Set<Waiter>();
    const full = waiters.size >= MAX_PER_ORGANIZATION || this.#count >= MAX_PER_PROCESS;
    if (full || !this.#listening || this.#closed) return null;
    const waiter = new Waiter(concerns);
    this.#byOrganization.set(organizationId, waiters.add(waiter));
    this.#count++;
    return waiter;
  }

  #dismiss(organizationId: string, waiter: Waiter): void {
    const waiters = this.#byOrganization.get(organizationId);
    if (waiters?.delete(waiter) !== true) return;
    this.#count--;
    if (waiters.size === 0) this.#byOrganization.delete(organizationId);
  }

  #wake(payload: string): void {
    const notice = readNotice(payload);
    if (notice === null) return;
    for (const waiter of this.#byOrganization.get(notice.organization_id) ?? []) {
      if (waiter.concerns(notice)) waiter.tell(notice);
    }
  }

  /** A lost connection misses notices, so every waiter stops. */
  #gap(connected: boolean): void {
    this.#listening = connected && !this.#closed;
    if (connected) return;
    for (const waiters of this.#byOrganization.values()) for (const waiter of waiters) waiter.tell(null);
  }
}

/** Null for what anybody else with a right to the database may send. */
function readNotice(payload: string): EventNotice | null {
  try {
    const notice = JSON.parse(payload) as Partial<EventNotice> | null;
    const { organization_id, type, simulation_id } = notice ?? {};
    if (organization_id === undefined || type === undefined || simulation_id === undefined) return null;
    return { organization_id, type, simulation_id };
  } catch {
    return null;
  }
}

/** One waiting call. */
class Waiter {
  readonly concerns: (notice: EventNotice) => boolean;
  /** The newest event since the call last looked; null once the wait is over. */
  #news: Wake | null | undefined;
  #resume: () => void = () => {};

  constructor(concerns: (notice: EventNotice) => boolean) {
    this.concerns = concerns;
  }

  /** @param news null ends the wait */
  tell(news: Wake | null): void {
    if (this.#news !== null) this.#news = news;
    this.#resume();
  }

  /** The newest event since the last call, at once where there is one; null once the wait is over. */
  async next(): Promise<Wake | null> {
    if (this.#news === undefined) await new Promise<void>((resolve) => this.#resume = resolve);
    const news = this.#news ?? null;
    if (news !== null) this.#news = undefined;
    return news;
  }
}

/** Reads once for all that one event woke: a thousand callers of one simulation cost one statement. */
export class SharedReads<T> {
  readonly #byWake = new WeakMap<Wake, Promise<T>>();

  of(wake: Wake | null, read: () => Promise<T>): Promise<T> {
    if (wake === null) return read();
    const reading = this.#byWake.get(wake) ?? read();
    this.#byWake.set(wake, reading);
    return reading;
  }
}
