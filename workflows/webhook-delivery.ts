import {
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  uuid4,
  workflowInfo,
} from "@temporalio/workflow";
import type { WebhookDeliveryActivities } from "#activities/deliveries/webhook-delivery.ts";
import { NEXT_ATTEMPT, OUTCOME, STAGE } from "#temporal/search-attributes.ts";
import {
  ANONYMOUS_RETRIES,
  type DeliverySignal,
  type NextStep,
  type WebhookDeliveryInput,
} from "#temporal/webhook-delivery.ts";
import { localThenRegular, regularActivities } from "./steps.ts";

/**
 * Delivers one event to one endpoint: attempts, with sleep between them, until one succeeds or the schedule is used up. Each step reads its
 * action from Postgres, so that a run may be reset, or started again, at any point.
 */
export async function webhookDelivery(input: WebhookDeliveryInput): Promise<Delivered> {
  const requests = receiveRequests();
  try {
    let label = "attempt 1";
    for (let isFirst = true;; isFirst = false) {
      const next = await takeStep(input, requests, isFirst, label);
      switch (next.kind) {
        case "ended":
          if (requests.retryIds.size === 0 || requests.cancelled) return end(next, isFirst);
          break;
        case "held":
        case "parked":
          showPaused(next);
          await condition(() => hasRequest(requests));
          break;
        case "in_flight":
          await condition(() => hasRequest(requests), next.delay, { summary: "in flight" });
          break;
        case "wait":
          showWaiting(next);
          label = `attempt ${next.attempt} of ${next.max_attempts}`;
          await condition(() => hasRequest(requests), next.delay, { summary: label });
      }
      if (workflowInfo().continueAsNewSuggested && requests.retryIds.size === 0 && !requests.cancelled) {
        await continueAsNew<typeof webhookDelivery>(input);
      }
    }
  } catch (error) {
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(async () => showEnded(await cancelDelivery(input)));
    }
    throw error;
  }
}

/** The requests of customers and operators, which arrive as signals. What waits stands in Postgres: a signal only wakes the run. */
interface Requests {
  /** Retries by hand since the last step, which writes them to Postgres. */
  readonly retryIds: Set<string>;
  /** Since the last step. */
  woken: boolean;
  cancelled: boolean;
}

const retryNow = defineSignal<[retryId?: string]>("retryNow" satisfies DeliverySignal);
const wake = defineSignal("wake" satisfies DeliverySignal);
const attemptEnded = defineSignal("attemptEnded" satisfies DeliverySignal);
const cancel = defineSignal("cancel" satisfies DeliverySignal);

function receiveRequests(): Requests {
  const requests: Requests = { retryIds: new Set(resetRetryIds()), woken: false, cancelled: false };
  setHandler(retryNow, (retryId) => {
    requests.retryIds.add(retryId || `${ANONYMOUS_RETRIES.signal}${uuid4()}`);
  }, { description: "Sends once more now, whatever comes next by the schedule. Takes no argument." });
  setHandler(wake, () => void (requests.woken = true), {
    description: "Continues a delivery that was released or has a place at its endpoint.",
  });
  setHandler(attemptEnded, () => void (requests.woken = true), {
    description: "Reads the outcome of an attempt that was left in flight.",
  });
  setHandler(cancel, () => void (requests.cancelled = true), {
    description: "Ends the delivery as cancelled.",
  });
  return requests;
}

function hasRequest({ retryIds, woken, cancelled }: Requests): boolean {
  return retryIds.size > 0 || woken || cancelled;
}

/**
 * A run that was reset sends once more, under a retry id of its own. Only arguments of activities may depend on this id, because a replay
 * does not compare arguments: a reset to a later task replays the steps of the first run.
 */
function resetRetryIds(): string[] {
  const { runId, originalExecutionRunId } = workflowInfo();
  return runId === originalExecutionRunId ? [] : [`${ANONYMOUS_RETRIES.reset}${runId}`];
}

// A cancelled run abandons its attempt, because the service cannot take back a request in flight.
const ABANDONED = { cancellationType: "ABANDON" } as const;
const step = localThenRegular<WebhookDeliveryActivities>({
  // Longer than the longest wait for an attempt (1.5 s) and Postgres' own timeouts.
  local: { startToCloseTimeout: "10s", scheduleToCloseTimeout: "10s", retry: { maximumAttempts: 1 } },
  regular: () => ABANDONED,
  stopAtNonRetryable: false,
});

/** Takes the delivery's next step. */
async function takeStep(
  input: WebhookDeliveryInput,
  requests: Requests,
  isFirst: boolean,
  label: string,
): Promise<NextStep> {
  requests.woken = false;
  if (requests.cancelled) return await cancelDelivery(input);
  const request = { delivery_id: input.delivery_id, retry_ids: [...requests.retryIds], is_first: isFirst };
  requests.retryIds.clear();
  const summary = request.retry_ids.length === 0 ? label : "attempt by hand";
  return await step(summary, (activities) => activities.takeStep(request));
}

async function cancelDelivery({ delivery_id }: WebhookDeliveryInput): Promise<NextStep> {
  const reason = "Cancelled by an operator.";
  const activities = regularActivities<WebhookDeliveryActivities>("cancel", ABANDONED);
  return await activities.cancelDelivery({ delivery_id, reason });
}

type Ended = Extract<NextStep, { kind: "ended" }>;
type Delivered = Pick<Ended, "status">;

/**
 * Ends a used-up schedule as a Failed workflow, so that operators find it. Shows nothing for a first attempt that succeeds: the status
 * Completed says as much, and each write of search attributes costs the server.
 */
function end(ended: Ended, isFirst: boolean): Delivered {
  if (!isFirst || ended.status !== "succeeded") showEnded(ended);
  if (ended.status === "failed") {
    throw ApplicationFailure.nonRetryable(`The schedule is used up: ${ended.reason}`, "DeliveryFailed");
  }
  return { status: ended.status };
}

function showEnded(next: NextStep): void {
  if (next.kind !== "ended") return;
  const { status, reason } = next;
  const advice = status === "failed" ? " A reset to the first workflow task sends once more." : "";
  setCurrentDetails(`Ended: ${status}${reason === "" ? "" : `, ${reason}`}.${advice}`);
  upsertSearchAttributes([{ key: STAGE, value: "ended" }, { key: OUTCOME, value: status }]);
}

function showPaused(next: Extract<NextStep, { kind: "held" | "parked" }>): void {
  setCurrentDetails(pauseDetails(next));
  upsertSearchAttributes([{ key: STAGE, value: next.kind }, { key: NEXT_ATTEMPT, value: null }]);
}

function pauseDetails(next: Extract<NextStep, { kind: "held" | "parked" }>): string {
  if (next.kind === "held") {
    return `Held: ${next.reason}. It continues when the subscription is enabled and releases it.`;
  }
  if (next.reason === "endpoint_busy") {
    return "Parked: its endpoint has ten requests in flight. The end of one of them wakes it.";
  }
  if (next.reason === "organization_busy") {
    return "Parked: its organization has its share of requests in flight (`WEBHOOK_ATTEMPTS_PER_ORGANIZATION`). It is woken as they end, oldest first.";
  }
  const probe = next.probe_id === null ? "the oldest due delivery" : `\`delivery/${next.probe_id}\``;
  return `Parked: its endpoint does not answer since ${next.down_since}. Meanwhile ${probe} goes on by its schedule, and this one makes ` +
    "no attempts; a success wakes it, and so does signal `retryNow`.";
}

function showWaiting({ at, attempt, max_attempts, reason }: Extract<NextStep, { kind: "wait" }>): void {
  setCurrentDetails(
    "| next attempt | of | at | reason of the last failure |\n|---|---|---|---|\n" +
      `| ${attempt} | ${max_attempts} | ${at} | ${reason} |\n\nSignal \`retryNow\` sends at once, \`cancel\` ends it.`,
  );
  upsertSearchAttributes([{ key: STAGE, value: "waiting" }, { key: NEXT_ATTEMPT, value: new Date(at) }]);
}
