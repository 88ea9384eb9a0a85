import { nextCursorIn } from "./list.ts";
import { PATIENT_RETRIES, sleep } from "./retries.ts";
import type { Transport } from "./transport.ts";
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
  const read: ReadPage = async (query) => {
    const waitSeconds = typeof query["wait"] === "number" ? query["wait"] : 0;
    const retrying = { maxRetries: PATIENT_RETRIES, ...options };
    const call = { query, waitSeconds };
    const { data, meta } = await transport.ask<readonly ServiceEvent[]>("listEvents", call, retrying);
    return { events: data, next: nextCursorIn(meta) };
  };
  // The newest event of any kind; null before the first.
  let last: string | null = after ?? (await read({ limit: 1 })).events[0]?.id ?? null;
  for (;;) {
    const asked = performance.now();
    const before: string | null = last;
    for await (const event of since(last, { type, simulation_id, limit: PAGE_SIZE }, read)) {
      yield event;
      last = event.id;
    }
    // The service waits only after an event, and answers at once when too many wait already.
    if (last === before && performance.now() - asked < POLL_MS) await sleep(POLL_MS, options.signal);
  }
}

/** Reads a page of the organization's list of events. */
type ReadPage = (query: Readonly<Record<string, unknown>>) => Promise<{
  readonly events: readonly ServiceEvent[];
  readonly next: string | null;
}>;

/** The events after one, oldest first. Waits for some where an event is given. */
async function* since(
  after: string | null,
  filters: Readonly<Record<string, unknown>>,
  read: ReadPage,
): AsyncGenerator<ServiceEvent, void, undefined> {
  const query = { ...filters, after: after ?? undefined };
  const first = await read({ ...query, wait: after === null ? undefined : WAIT_SECONDS });
  const cursors: string[] = [];
  for (let { next } = first; next !== null;) {
    if (cursors.length === MAX_PAGES) {
      throw new RangeError("Cannot follow more than a million events: give a later event as `after`");
    }
    cursors.push(next);
    next = (await read({ ...query, cursor: next })).next;
  }
  while (cursors.length > 0) {
    const { events } = await read({ ...query, cursor: cursors.pop() });
    yield* events.toReversed();
  }
  yield* first.events.toReversed();
}
