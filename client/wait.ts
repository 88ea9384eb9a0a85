import { TimeoutError } from "./errors.ts";
import type { Answer } from "./responses.ts";
import { PATIENT_RETRIES, sleep } from "./retries.ts";
import { type Call, type Operation, pathOf, type Transport } from "./transport.ts";
import type { CallOptions, EventFilters, ServiceEvent } from "./types.ts";
import { listOf, type Page } from "./list.ts";

export const DEFAULT_TIMEOUT_MS = 600_000;
/** The longest `?wait=`. */
const MAX_WAIT_SECONDS = 30;
/** Left for the answer itself to arrive before the time is over. */
const MARGIN_MS = 250;
const POLL_SECONDS = 2;

/** How to wait. */
export interface WaitOptions<T> extends CallOptions {
  /** The time of the whole wait, in milliseconds; ten minutes unless given. */
  readonly timeoutMs?: number | undefined;
  /** The longest time between two answers, in milliseconds, at least 1,000; 30,000 unless given. */
  readonly progressEveryMs?: number | undefined;
  /** Is called with the resource after each answer. */
  readonly onProgress?: ((resource: T) => void) | undefined;
}

/** What is waited for: a resource, which is read. */
export interface Awaited<T> {
  readonly operation: Operation;
  readonly id: string;
  /** What did not happen when the time is over, such as "the simulation did not end". */
  readonly lateness: string;
  /** Whether the service takes `?wait=`; without, it is polled. */
  readonly takesWait: boolean;
  isOver(answer: Answer<T>): boolean;
}

/**
 * Reads a resource until it is over. The service holds each request until then, for 30 seconds at most. Where it answers sooner, because too
 * many wait already, this waits for the answer's `meta.next_poll_after_seconds`.
 *
 * @throws TimeoutError when the time is over, CallError as any call does.
 */
export async function waitUntil<T>(
  transport: Transport,
  { operation, id, lateness, takesWait, isOver }: Awaited<T>,
  { timeoutMs = DEFAULT_TIMEOUT_MS, progressEveryMs, onProgress, ...options }: WaitOptions<T> = {},
): Promise<T> {
  const begin = performance.now();
  const left = () => timeoutMs - (performance.now() - begin);
  const longest = Math.max(
    1,
    Math.min(MAX_WAIT_SECONDS, Math.floor((progressEveryMs ?? Infinity) / 1_000)),
  );
  let attempts = 0;
  const late = () => new TimeoutError(lateness, timeoutMs, { operation, attempts });
  while (left() > 0) {
    const seconds = Math.min(longest, Math.floor((left() - MARGIN_MS) / 1_000));
    const isHeld = takesWait && seconds > 0;
    const asked = performance.now();
    const retrying = { maxRetries: PATIENT_RETRIES, ...options, timeoutMs: left() };
    const call = { ids: [id], query: { wait: isHeld ? seconds : undefined } };
    const answer = await transport.ask<T>(operation, call, retrying).catch((error) => {
      throw error instanceof TimeoutError && left() <= 0 ? late() : error;
    });
    attempts += answer.attempts;
    onProgress?.(answer.data);
    if (isOver(answer)) return answer.data;
    const wasHeld = isHeld && performance.now() - asked >= seconds * 800;
    if (!wasHeld) await sleep(Math.max(0, Math.min(pollAfter(answer) * 1_000, left())), options.signal);
  }
  throw late();
}

function pollAfter({ meta }: Answer<unknown>): number {
  const seconds = meta["next_poll_after_seconds"];
  return typeof seconds === "number" && seconds >= 1 && seconds <= 60 ? seconds : POLL_SECONDS;
}

/** Between two looks while the organization has no event at all, after which the service could wait. */
const POLL_MS = 2_000;
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
  const retrying = { maxRetries: PATIENT_RETRIES, ...options };
  const place = { operation: "listEvents", path: pathOf("listEvents") };
  const events = (query: Call["query"]) => listOf<ServiceEvent>(transport, { ...place, query }, retrying);
  // The newest event of any kind; null before the first.
  let last: string | null = after ?? (await events({ limit: 1 }).page()).items[0]?.id ?? null;
  for (;;) {
    const asked = performance.now();
    const before: string | null = last;
    const query: Call["query"] = { type, simulation_id, after: last };
    // The service waits only after an event.
    const first: Page<ServiceEvent> = await events({ ...query, wait: last && MAX_WAIT_SECONDS }).page();
    const others = events(query);
    const cursors: string[] = [];
    for (let next = first.nextCursor; next !== null; next = (await others.page(next)).nextCursor) {
      if (cursors.length === MAX_PAGES) {
        throw new RangeError("Cannot follow more than a million events: give a later event as `after`");
      }
      cursors.push(next);
    }
    const pages = async function* () {
      while (cursors.length > 0) yield await others.page(cursors.pop());
      yield first;
    };
    for await (const { items } of pages()) {
      for (const event of items.toReversed()) {
        yield event;
        last = event.id;
      }
    }
    // It answers at once, too, when too many wait already.
    if (last === before && performance.now() - asked < POLL_MS) await sleep(POLL_MS, options.signal);
  }
}
