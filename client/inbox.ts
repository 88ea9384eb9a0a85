import { TimeoutError } from "./errors.ts";
import type { WebhookEvent } from "./verify-webhook.ts";

const REMEMBERED_EVENTS = 10_000;

interface Waiter {
  readonly matches: (event: WebhookEvent) => boolean;
  readonly resolve: (event: WebhookEvent) => void;
}

/**
 * The verified events of one process, for calls of that process that wait for them. Events come at least once and in any order, also before
 * somebody waits for them: the newest 10,000 are remembered.
 */
export class WebhookInbox {
  readonly #events = new Map<string, WebhookEvent>();
  readonly #waiters = new Set<Waiter>();

  /** Takes an event that `verifyWebhook` returned; false for one that it has taken before. */
  accept(event: WebhookEvent): boolean {
    if (this.#events.has(event.id)) return false;
    this.#events.set(event.id, event);
    const [oldest] = this.#events.keys();
    if (this.#events.size > REMEMBERED_EVENTS && oldest !== undefined) this.#events.delete(oldest);
    for (const waiter of this.#waiters) {
      if (waiter.matches(event)) waiter.resolve(event);
    }
    return true;
  }

  /**
   * The first event that matches: one that was taken already, or the next.
   * @throws TimeoutError when none comes in time, the signal's reason when it is aborted
   */
  async waitFor(
    matches: (event: WebhookEvent) => boolean,
    { timeoutMs = 600_000, signal }: { timeoutMs?: number; signal?: AbortSignal | undefined } = {},
  ): Promise<WebhookEvent> {
    signal?.throwIfAborted();
    for (const event of this.#events.values()) {
      if (matches(event)) return event;
    }
    return await new Promise<WebhookEvent>((resolve, reject) => {
      const waiter = { matches, resolve: (event: WebhookEvent) => end(() => resolve(event)) };
      const abort = () => end(() => reject(signal?.reason));
      const timer = setTimeout(
        () =>
          end(() =>
            reject(new TimeoutError("no such event", timeoutMs, { operation: "waitFor", attempts: 0 }))
          ),
        timeoutMs,
      );
      const end = (settle: () => void) => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        signal?.removeEventListener("abort", abort);
        settle();
      };
      this.#waiters.add(waiter);
      signal?.addEventListener("abort", abort, { once: true });
    });
  }
}
