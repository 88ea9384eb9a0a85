import { activityInfo } from "@temporalio/activity";
import { cancelDelivery, type DeliveryState, deliveryState, holdDelivery } from "#db/deliveries/state.ts";
import { ATTEMPTS_PER_ENDPOINT } from "#providers/webhooks/endpoint-concurrency.ts";
import type { AttemptRequest, AttemptResult, DeferredAttempt, NextStep } from "#temporal/webhook-delivery.ts";
import { type AttemptDependencies, AttemptsInFlight, retryLater } from "./attempt.ts";
import { decideNextAction, type NextAction, type PlannedAttempt } from "./decisions.ts";
import { busyDelay, endpointKey, type FastEndpoints } from "./endpoints.ts";
import { ended, purged, waitUntil } from "./outcome.ts";

export type WebhookDeliveryActivities = ReturnType<typeof createWebhookDeliveryActivities>;

/** The activities of the webhookDelivery workflow. Each may run again: Postgres records what was done. */
export function createWebhookDeliveryActivities(dependencies: AttemptDependencies) {
  const attempts = new AttemptsInFlight(dependencies);
  return {
    /**
     * Takes the delivery's next step where that is short: it attempts fast endpoints only, and waits a second at most. Everything else it
     * defers to `attemptDelivery`.
     */
    attemptLocally: (request: AttemptRequest) => attemptLocally(dependencies, attempts, request),
    /** Takes the delivery's next step. Joins the attempt that `attemptLocally` has left in flight. */
    attemptDelivery: (request: AttemptRequest) => attemptDelivery(dependencies, attempts, request),
    /** Cancels the delivery, unless it has ended. */
    async cancelDelivery(
      { delivery_id, reason }: { readonly delivery_id: string; readonly reason: string },
    ): Promise<AttemptResult> {
      const status = await cancelDelivery(dependencies.database, delivery_id, reason);
      return status === null ? purged([]) : ended(status, reason, []);
    },
  };
}

const DEFERRED: DeferredAttempt = { kind: "deferred" };

async function attemptLocally(
  dependencies: AttemptDependencies,
  attempts: AttemptsInFlight,
  request: AttemptRequest,
): Promise<AttemptResult | DeferredAttempt> {
  const { fastEndpoints } = dependencies;
  if (attempts.get(request.delivery_id) !== undefined) return DEFERRED;
  const step = fastFirstAttempt(request, fastEndpoints) ?? await takeStep(dependencies, request);
  switch (step.kind) {
    case "done":
      return step;
    case "retry_later":
      return DEFERRED;
    case "attempt":
      return fastEndpoints.isFast(step.endpoint)
        ? await attemptWithDeadline(attempts, step, fastEndpoints)
        : DEFERRED;
  }
}

async function attemptDelivery(
  dependencies: AttemptDependencies,
  attempts: AttemptsInFlight,
  request: AttemptRequest,
): Promise<AttemptResult> {
  const inFlight = attempts.get(request.delivery_id);
  if (inFlight !== undefined) return await inFlight;
  const step = await takeStep(dependencies, request);
  switch (step.kind) {
    case "done":
      return step;
    case "retry_later":
      throw retryLater(step.type, step.delayMs);
    case "attempt":
      if (dependencies.limiter.load(step.endpoint).running >= ATTEMPTS_PER_ENDPOINT) {
        throw retryLater("EndpointBusy", busyDelay(activityInfo().attempt));
      }
      return await attempts.start(step);
  }
}

/**
 * The first attempt of a delivery to a fast endpoint, planned without reading its state: recording it fails unless the delivery is still
 * pending, not held and without attempts.
 */
function fastFirstAttempt(
  { delivery_id, first_attempt_webhook_id, retry_ids }: AttemptRequest,
  fastEndpoints: FastEndpoints,
): PlannedAttempt | null {
  if (first_attempt_webhook_id === null || retry_ids.length > 0) return null;
  if (!fastEndpoints.isFast(first_attempt_webhook_id)) return null;
  return {
    kind: "attempt",
    delivery: { id: delivery_id, attempt_count: 0, scheduled_attempts: 0 },
    endpoint: first_attempt_webhook_id,
    retryId: null,
    requestedRetryIds: [],
    consumedRetryIds: [],
  };
}

/** The delivery cannot be attempted at this moment. */
interface RetryLater {
  readonly kind: "retry_later";
  readonly type: "AttemptInFlight" | "DeliveryChanged";
  readonly delayMs: number;
}

/** Reads the delivery's state and takes its next step, except for sending, which it plans. */
async function takeStep(
  dependencies: AttemptDependencies,
  { delivery_id, retry_ids }: AttemptRequest,
): Promise<AttemptResult | PlannedAttempt | RetryLater> {
  const now = new Date();
  const state = await deliveryState(dependencies.database, delivery_id, retry_ids);
  if (state === null) return purged(retry_ids);
  const action = decideNextAction(state, retry_ids, now);
  switch (action.kind) {
    case "send":
      return {
        kind: "attempt",
        delivery: state,
        endpoint: endpointKey(state),
        retryId: action.retryId,
        requestedRetryIds: retry_ids,
        consumedRetryIds: state.consumed_retry_ids,
      };
    case "in_flight":
      return {
        kind: "retry_later",
        type: "AttemptInFlight",
        delayMs: action.until.getTime() - now.getTime(),
      };
    case "ended":
      return ended(action.status, "", retry_ids);
    case "cancel":
      await cancelDelivery(dependencies.database, delivery_id, action.reason);
      return ended("cancelled", action.reason, retry_ids);
    default:
      return await holdOrWait(dependencies, state, action);
  }
}

/** Holds the delivery, or lets its workflow sleep. */
async function holdOrWait(
  { database, schedule }: AttemptDependencies,
  state: DeliveryState,
  action: Extract<NextAction, { kind: "hold" | "held" | "wait" }>,
): Promise<AttemptResult | RetryLater> {
  const done = (next: NextStep): AttemptResult => ({
    kind: "done",
    next,
    consumed_retry_ids: state.consumed_retry_ids,
  });
  switch (action.kind) {
    case "hold":
      return await holdDelivery(database, state.id, action.webhookId)
        ? done({ kind: "held", reason: "the subscription is disabled" })
        : { kind: "retry_later", type: "DeliveryChanged", delayMs: 0 };
    case "held":
      return done({ kind: "held", reason: "it has not been released yet" });
    case "wait":
      return done(waitUntil(action.until, state.scheduled_attempts, schedule, ""));
  }
}

/** How long a local activity waits for an attempt, in milliseconds; `attemptDelivery` then joins it. */
const LOCAL_DEADLINE_MS = 1_000;

/** Makes an attempt, or leaves it in flight at the deadline; an attempt that still waits for its place by then is given up. */
async function attemptWithDeadline(
  attempts: AttemptsInFlight,
  planned: PlannedAttempt,
  fastEndpoints: FastEndpoints,
): Promise<AttemptResult | DeferredAttempt> {
  const waitForPlace = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<DeferredAttempt>((resolve) => {
    timer = setTimeout(() => {
      fastEndpoints.note(planned.endpoint, null);
      waitForPlace.abort();
      resolve(DEFERRED);
    }, LOCAL_DEADLINE_MS);
  });
  const attempt = attempts.start(planned, waitForPlace.signal);
  attempt.catch(() => {});
  try {
    return await Promise.race([attempt, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
