import { activityInfo, ApplicationFailure } from "@temporalio/activity";
import type { Database } from "#db/database.ts";
import {
  type AttemptedDelivery,
  cancelDelivery,
  type DeliveryState,
  deliveryState,
  endAttempt,
  holdDelivery,
  recordAttempt,
} from "#db/deliveries/attempts.ts";
import { disableFailing } from "#db/webhooks/disable.ts";
import type { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import type { Sender, SendResult } from "#providers/webhooks/sender.ts";
import {
  ATTEMPTS_PER_ENDPOINT,
  type EndpointConcurrencyLimiter,
} from "#providers/webhooks/endpoint-concurrency.ts";
import { nextDelay, type RetrySchedule } from "#shared/webhooks/retry-schedule.ts";
import { isAnonymousRetry } from "#temporal/webhook-delivery.ts";
import type { WebhookSecrets } from "#shared/webhooks/secrets.ts";
import { deliveryRequest } from "./request.ts";
import type { FastEndpoints } from "./endpoints.ts";
import { decideNextAction, type NextAction } from "./decisions.ts";
import type { Attempted, AttemptRequest, Next, WebhookDeliveryActivities } from "./webhook-delivery-types.ts";

export interface WebhookDeliveryDependencies {
  /** Sees every organization. */
  readonly database: Database;
  readonly secrets: WebhookSecrets;
  readonly sender: Sender;
  readonly limiter: EndpointConcurrencyLimiter;
  readonly fastEndpoints: FastEndpoints;
  readonly schedule: RetrySchedule;
  readonly dispatcher: OutboxDispatcher;
}

/** How long a short step may wait for an answer, in milliseconds; the attempt then goes on in `attemptDelivery`. */
const LOCAL_DEADLINE_MS = 1_000;
/** How long a regular activity stays away from a target that has all its places taken, at first and at most, in milliseconds. */
const BUSY_MS = { first: 500, most: 10_000 } as const;
const DEFERRED = { kind: "deferred" } as const;

/** What must be known of a delivery to attempt it. */
type BeforeAttempt = Pick<DeliveryState, "id" | "attempt_count" | "scheduled_attempts" | "used_retry_ids">;

/** A delivery as it was made: recording its first attempt fails, unless it still is so and due. That saves asking for its state first. */
function unattemptedState(id: string): BeforeAttempt {
  return { id, attempt_count: 0, scheduled_attempts: 0, used_retry_ids: [] };
}

/** The side effects of the webhookDelivery workflow. Each may be run again: Postgres knows what was done. */
export function createWebhookDeliveryActivities(
  parts: WebhookDeliveryDependencies,
): WebhookDeliveryActivities {
  const { database, secrets, sender, limiter, fastEndpoints, schedule } = parts;
  /** Attempts of this process by delivery, so that one that outlasts its short step is joined and not made again. */
  const inFlight = new Map<string, Promise<Attempted>>();

  return {
    async attemptLocally(request) {
      if (inFlight.has(request.delivery_id)) return DEFERRED;
      const { delivery_id, first_attempt_webhook_id } = request;
      if (
        first_attempt_webhook_id !== null && request.retry_ids.length === 0 &&
        fastEndpoints.isFast(first_attempt_webhook_id)
      ) {
        return await withLocalDeadline(
          first_attempt_webhook_id,
          (signal) => attempt(unattemptedState(delivery_id), first_attempt_webhook_id, null, request, signal),
        );
      }
      const state = await deliveryState(database, delivery_id, request.retry_ids);
      const due = dueOf(state, request);
      if (state === null || due.kind !== "send") {
        return await applyNonAttempt(state, due, request) ?? DEFERRED;
      }
      const target = endpointOf(state);
      if (!fastEndpoints.isFast(target)) return DEFERRED;
      return await withLocalDeadline(
        target,
        (signal) => attempt(state, target, due.retryId, request, signal),
      );
    },

    async attemptDelivery(request) {
      const joined = inFlight.get(request.delivery_id);
      if (joined !== undefined) return await joined;
      const state = await deliveryState(database, request.delivery_id, request.retry_ids);
      const due = dueOf(state, request);
      if (state === null || due.kind !== "send") {
        const settled = await applyNonAttempt(state, due, request);
        if (settled !== null) return settled;
        throw retryLater("AttemptUnderWay", due.kind === "busy" ? due.until.getTime() - Date.now() : 0);
      }
      const target = endpointOf(state);
      if (limiter.load(target).running >= ATTEMPTS_PER_ENDPOINT) {
        // Away it costs no slot and no history; the more often it came in vain, the longer it stays.
        const longest = Math.min(BUSY_MS.most, BUSY_MS.first * 2 ** activityInfo().attempt);
        throw retryLater("TargetBusy", longest * (0.5 + Math.random() / 2));
      }
      return await attempt(state, target, due.retryId, request);
    },

    async cancelDelivery({ delivery_id, reason }) {
      const status = await cancelDelivery(database, delivery_id, reason) ?? "cancelled";
      return ended(status === "pending" ? "cancelled" : status, reason, []);
    },
  };

  function dueOf(state: DeliveryState | null, { retry_ids }: AttemptRequest): NextAction {
    return state === null
      ? { kind: "ended", status: "cancelled" }
      : decideNextAction(state, retry_ids, new Date());
  }

  /** Everything but sending. Null while another attempt may be under way, or when it must be looked at again. */
  async function applyNonAttempt(
    state: DeliveryState | null,
    due: NextAction,
    { retry_ids }: AttemptRequest,
  ): Promise<Attempted | null> {
    const used = state?.used_retry_ids ?? [];
    switch (due.kind) {
      case "ended":
        return ended(due.status, state === null ? "the record was forgotten" : "", retry_ids);
      case "cancel":
        await cancelDelivery(database, state?.id ?? "", due.reason);
        return ended("cancelled", due.reason, retry_ids);
      case "hold":
        if (!await holdDelivery(database, state?.id ?? "", due.webhookId)) return null;
        return { kind: "attempted", next: { kind: "held", why: "the subscription is disabled" }, used };
      case "held":
        return { kind: "attempted", next: { kind: "held", why: "the release has not come to it" }, used };
      case "wait":
        return { kind: "attempted", next: waitUntil(due.until, state?.scheduled_attempts ?? 0, ""), used };
      case "busy":
      case "send":
        return null;
    }
  }

  /** Makes an attempt, or leaves it under way after a second; one that still waits for its place by then is given up. */
  async function withLocalDeadline(
    target: string,
    begin: (signal: AbortSignal) => Promise<Attempted>,
  ): Promise<Attempted | typeof DEFERRED> {
    const patience = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<typeof DEFERRED>((resolve) => {
      timer = setTimeout(() => {
        fastEndpoints.note(target, null);
        patience.abort();
        resolve(DEFERRED);
      }, LOCAL_DEADLINE_MS);
    });
    const made = begin(patience.signal);
    made.catch(() => {});
    try {
      return await Promise.race([made, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Takes a place at the target, records the attempt, sends it, records the outcome. */
  function attempt(
    state: BeforeAttempt,
    target: string,
    retryId: string | null,
    request: AttemptRequest,
    signal?: AbortSignal,
  ): Promise<Attempted> {
    const made = limiter.run(target, async () => {
      const recorded = await recordAttempt(database, state, retryId);
      if (recorded === null) throw retryLater("DeliveryChanged", 0);
      const result = await sender.send(await deliveryRequest(database, secrets, recorded));
      const succeeded = isSuccess(result);
      fastEndpoints.note(target, succeeded ? result.latency_ms : null);
      return await recordOutcome(state, recorded.number, retryId, result, request);
    }, signal).finally(() => inFlight.delete(state.id));
    inFlight.set(state.id, made);
    return made;
  }

  async function recordOutcome(
    state: BeforeAttempt,
    number: number,
    retryId: string | null,
    result: SendResult,
    request: AttemptRequest,
  ): Promise<Attempted> {
    const scheduled = retryId === null;
    const made = state.scheduled_attempts + (scheduled ? 1 : 0);
    const succeeded = isSuccess(result);
    const delay = nextDelay(schedule, made, {
      random: Math.random,
      retryAfterSeconds: result.kind === "response" ? result.retry_after_s : null,
    });
    const after = await endAttempt(database, {
      delivery_id: state.id,
      number,
      succeeded,
      response_status: result.kind === "response" ? result.status : null,
      latency_ms: result.latency_ms,
      error_code: result.kind === "error" ? result.code : null,
      error_message: succeeded
        ? null
        : result.kind === "error"
        ? result.message
        : `The answer was ${result.status}.`,
      response_excerpt: result.kind === "response" ? result.excerpt : null,
      scheduled,
      next_retry_at: delay === null ? null : new Date(Date.now() + delay),
    });
    const used = [...state.used_retry_ids, ...answeredBy(retryId, request.retry_ids)];
    const why = result.kind === "response" ? `answered ${result.status}` : result.code;
    if (after === null) return ended("cancelled", "the record was forgotten", request.retry_ids);
    const disabled = !succeeded && await disableIfHopeless(after, result);
    if (after.status !== "pending") return ended(after.status, why, used);
    if (disabled || after.held) return { kind: "attempted", next: { kind: "held", why }, used };
    return { kind: "attempted", next: waitUntil(after.next_retry_at ?? new Date(), made, why), used };
  }

  /** 410 asks for no more; five days without a success say so too. */
  async function disableIfHopeless(after: AttemptedDelivery, result: SendResult): Promise<boolean> {
    if (after.webhook_id === null) return false;
    const gone = result.kind === "response" && result.status === 410;
    const outbox = await disableFailing(database, after.webhook_id, after.failing_since, gone);
    for (const row of outbox ?? []) parts.dispatcher.dispatch(row);
    return outbox !== null;
  }

  function waitUntil(at: Date, made: number, why: string): Next {
    const delay = Math.max(0, at.getTime() - Date.now());
    return { kind: "wait", delay, at: at.toISOString(), attempt: made + 1, of: schedule.length, why };
  }
}

function ended(
  status: Extract<Next, { kind: "ended" }>["status"],
  why: string,
  used: readonly string[],
): Attempted {
  return { kind: "attempted", next: { kind: "ended", status, why }, used };
}

/** The requests that an attempt by hand answers. */
function answeredBy(retryId: string | null, asked: readonly string[]): readonly string[] {
  if (retryId === null) return [];
  return isAnonymousRetry(retryId) ? asked.filter(isAnonymousRetry) : [retryId];
}

function isSuccess(result: SendResult): boolean {
  return result.kind === "response" && result.status >= 200 && result.status < 300;
}

/** Subscriptions apart from each other even at one host; callbacks by organization, host and path. */
function endpointOf({ webhook_id, organization_id, url }: DeliveryState): string {
  if (webhook_id !== null) return webhook_id;
  const { origin, pathname } = new URL(url);
  return `${organization_id} ${origin}${pathname}`;
}

/** Sends the activity away without history: Temporal brings it back. */
function retryLater(type: string, delayMs: number): ApplicationFailure {
  return ApplicationFailure.create({ message: type, type, nextRetryDelay: Math.max(50, delayMs) });
}
