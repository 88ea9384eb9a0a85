import { nextCursorIn } from "./list.ts";
import { PATIENT_RETRIES, sleep } from "./retries.ts";
import { path, type Transport } from "./transport.ts";
import type { CallOptions, EventFilters, ServiceEvent } from "./types.ts";

const WAIT_SECONDS = 30;
/** Between two looks while the organization has no event at all, after which the service could wait. */
const POLL_MS = 2_000;
const PAGE_SIZE = 100;
/** Cursors that are held at once: those of a million events. */
const MAX_PAGES = 10_000;

/** Which events to follow. */
export interface FollowOptions
  extends Pick<EventFilters, "type" | "simulation_id">, Omit<CallOptions, "timeoutMs"> {
  /** The id of the last event that was handled; the newest one of all unless given. */
  readonly after?: string | undefined;
}

/**
 * New events, oldest first. The service holds each request until there is one. Lists are newest first, so a backlog is read from its last page
 * on: the first page and the cursors of the others are held, never all events.
 * @throws CallError as any call does, after ten retries
 */
export async function* follow(
  transport: Transport,
  { after, type, simulation_id, ...options }: FollowOptions = {},
): AsyncGenerator<ServiceEvent, void, undefined> {
  const source = new EventSource(transport, { type, simulation_id }, {
    maxRetries: PATIENT_RETRIES,
    ...options,
  });
  let last: string | null = after ?? await source.newest();
  for (;;) {
    const asked = performance.now();
    const before: string | null = last;
    for await (const event of source.since(last)) {
      yield event;
      last = event.id;
    }
    // The service waits only after an event, and answers at once when too many wait already.
    if (last === before && performance.now() - asked < POLL_MS) await sleep(POLL_MS, options.signal);
  }
}

interface EventPage {
  readonly events: readonly ServiceEvent[];
  readonly next: string | null;
}

/** The organization's list of events. */
class EventSource {
  readonly #transport: Transport;
  readonly #filters: Readonly<Record<string, unknown>>;
  readonly #options: CallOptions;

  constructor(transport: Transport, filters: Readonly<Record<string, unknown>>, options: CallOptions) {
    this.#transport = transport;
    this.#filters = filters;
    this.#options = options;
  }

  /** The id of the newest event of any kind; null before the first. */
  async newest(): Promise<string | null> {
    const { events } = await this.#page({ limit: 1 });
    return events[0]?.id ?? null;
  }

  /** The events after one, oldest first. Waits for some where an event is given. */
  async *since(after: string | null): AsyncGenerator<ServiceEvent, void, undefined> {
    const query = { ...this.#filters, limit: PAGE_SIZE, after: after ?? undefined };
    const first = await this.#page({ ...query, wait: after === null ? undefined : WAIT_SECONDS });
    const cursors: string[] = [];
    for (let next = first.next; next !== null;) {
      if (cursors.length === MAX_PAGES) {
        throw new RangeError("Cannot follow more than a million events: give a later event as `after`");
      }
      cursors.push(next);
      next = (await this.#page({ ...query, cursor: next })).next;
    }
    while (cursors.length > 0) {
      const { events } = await this.#page({ ...query, cursor: cursors.pop() });
      yield* events.toReversed();
    }
    yield* first.events.toReversed();
  }

  async #page(query: Readonly<Record<string, unknown>>): Promise<EventPage> {
    const { data, meta } = await this.#transport.call<readonly ServiceEvent[]>({
      operation: "listEvents",
      method: "GET",
      path: path`/v1/events`,
      query,
      repeatable: "read",
      waitSeconds: typeof query["wait"] === "number" ? query["wait"] : 0,
    }, this.#options);
    return { events: data, next: nextCursorIn(meta) };
  }
}
