import { setTimeout as sleep } from "node:timers/promises";
import {
  cancelDelivery,
  deliveryState,
  endDelivery,
  holdDelivery,
  type ParkedAttempt,
  recordAttempt,
  requestRetry,
} from "#db/deliveries/state.ts";
import { ATTEMPTS_USED_UP, type EndedStatus, MAX_ATTEMPT_MS } from "#shared/webhooks/events.ts";
import { deliverySignal, type NextStep, type StepRequest } from "#temporal/webhook-delivery.ts";
import {
  type AttemptDependencies,
  type AttemptsInFlight,
  decideNextAction,
  type PlannedAttempt,
  PURGED,
  waitUntil,
} from "./attempt.ts";

export type WebhookDeliveryActivities = ReturnType<typeof createWebhookDeliveryActivities>;

/** A delivery whose row changes with every read is left to Temporal's retries. */
const MAX_PLANS = 5;

/** The activities of the webhookDelivery workflow. Each may run again: Postgres records what was done. */
export function createWebhookDeliveryActivities(
  dependencies: AttemptDependencies,
  attempts: AttemptsInFlight,
) {
  const { database, attemptsPerOrganization, dispatcher } = dependencies;
  const outcomeWithin = (cutMs: number, deliveryId: string, attempt: Promise<NextStep>) =>
    waitForOutcome(attempt, cutMs, attempts.stopping, () => {
      dispatcher.executeOnce(deliverySignal(deliveryId, "attemptEnded"));
    });
  return {
    /** Takes the delivery's next step. Leaves an attempt that takes long in flight; its end wakes the workflow. */
    async takeStep({ delivery_id, retry_ids, is_first }: StepRequest): Promise<NextStep> {
      await requestRetry(database, delivery_id, retry_ids);
      const inFlight = attempts.get(delivery_id);
      if (inFlight !== undefined) return await outcomeWithin(0, delivery_id, inFlight);
      if (attempts.isFull) return laterStep();

      // The first attempt is planned without reading the delivery's state: recording it fails unless that is still pending, not held and without attempts.
      const delivery = { id: delivery_id, attempt_count: 0, scheduled_attempts: 0 };
      let plan: PlannedAttempt | null = is_first && retry_ids.length === 0
        ? { kind: "attempt", delivery, retryId: null }
        : null;
      for (let plans = 0; plans < MAX_PLANS; plans++) {
        const step = plan ?? await planStep(dependencies, delivery_id);
        if (step.kind !== "attempt") return step;
        const recorded = await recordAttempt(database, step.delivery, step.retryId, attemptsPerOrganization);
        plan = null;
        if (recorded === null) continue;
        if (recorded.outcome !== "recorded") return parkedStep(recorded);
        const cutMs = attempts.waitBudget.for(recorded.endpoint_id, recorded.down_since !== null);
        const outcome = outcomeWithin(cutMs, delivery_id, attempts.start(step, recorded));
        return await attempts.waitBudget.during(recorded.endpoint_id, outcome);
      }
      throw new Error("The delivery changes with every read");
    },
    /** Cancels the delivery, unless it has ended. */
    cancelDelivery: async (
      { delivery_id, reason }: { readonly delivery_id: string; readonly reason: string },
    ): Promise<NextStep> => endedStep(await cancelDelivery(database, delivery_id, reason), reason),
  };
}

/** Reads the delivery's state and takes its next step, except for an attempt, which it plans. */
async function planStep(
  { database, schedule }: AttemptDependencies,
  id: string,
): Promise<NextStep | PlannedAttempt> {
  const state = await deliveryState(database, id);
  if (state === null) return PURGED;
  const action = decideNextAction(state, state.now);
  switch (action.kind) {
    case "send":
      return { kind: "attempt", delivery: state, retryId: action.retryId };
    case "in_flight":
      return { kind: "in_flight", delay: action.until.getTime() - state.now.getTime() };
    case "ended":
      return { kind: "ended", status: action.status, reason: state.reason };
    case "cancel":
      return endedStep(await cancelDelivery(database, id, action.reason), action.reason);
    case "used_up":
      return endedStep(await endDelivery(database, id, "failed", ATTEMPTS_USED_UP), state.reason);
    case "hold":
      return await holdDelivery(database, id, action.webhookId)
        ? { kind: "held", reason: "the subscription is disabled" }
        : laterStep();
    case "held":
      return { kind: "held", reason: "it has not been released yet" };
    case "parked":
      return parkedStep({ outcome: action.reason, ...state });
    case "wait":
      return waitUntil(
        { at: action.until, now: state.now },
        state.scheduled_attempts,
        schedule,
        state.reason,
      );
  }
}

function parkedStep(
  { outcome, down_since, probe_id }: Pick<ParkedAttempt, "outcome" | "down_since" | "probe_id">,
): NextStep {
  return { kind: "parked", reason: outcome, down_since: down_since?.toISOString() ?? null, probe_id };
}

/** Takes another step within two seconds: this worker is full, or the row has changed. */
function laterStep(): NextStep {
  return { kind: "in_flight", delay: 1_000 + Math.random() * 1_000 };
}

function endedStep(status: EndedStatus | null, reason: string): NextStep {
  return status === null ? PURGED : { kind: "ended", status, reason };
}

/** The workflow looks again so much later than the longest attempt, should the signal of its end be lost. */
const MARGIN_MS = 1_000;

/** A run whose next attempt follows so soon is woken for that attempt, not for the outcome: the second wait of the schedule and its jitter. */
const SOON_MS = 6_000;

/** Waits for an attempt's outcome, or leaves it in flight after `cutMs`; its end then wakes the workflow, that of a process that stops at once. */
async function waitForOutcome(
  attempt: Promise<NextStep>,
  cutMs: number,
  stopping: AbortSignal,
  wake: () => void,
): Promise<NextStep> {
  const abandoned = new AbortController();
  const cut = sleep(cutMs, null, { signal: abandoned.signal }).catch(() => null);
  try {
    const outcome = await Promise.race([attempt, cut]);
    if (outcome !== null) return outcome;
  } finally {
    abandoned.abort();
  }
  attempt.then(async (next) => {
    // A workflow task less: the run would only sleep until then.
    const isSoon = next.kind === "wait" && next.delay <= SOON_MS;
    if (isSoon) await sleep(next.delay, null, { signal: stopping }).catch(() => null);
    wake();
  }, () => {});
  return { kind: "in_flight", delay: MAX_ATTEMPT_MS + MARGIN_MS };
}
