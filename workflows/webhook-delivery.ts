import {
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
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
  type AttemptRequest,
  type AttemptResult,
  DELIVERY_SIGNALS,
  type NextStep,
  type WebhookDeliveryInput,
  type WebhookDeliveryResult,
} from "#temporal/webhook-delivery.ts";

/**
 * Delivers one event to one endpoint: attempts, with sleep between them, until one succeeds or the schedule is used up. Each step reads its
 * action from Postgres, so that a run may be reset, or started again, at any point.
 */
export async function webhookDelivery(input: WebhookDeliveryInput): Promise<WebhookDeliveryResult> {
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
          showHeld(next);
          await condition(() => requests.released || requests.cancelled);
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

/** The requests of customers and operators, which arrive as signals. */
interface Requests {
  /** Retries by hand that no attempt has consumed yet. */
  readonly retryIds: Set<string>;
  /** Since the last step. */
  released: boolean;
  cancelled: boolean;
  /** Retries of a run after a reset. */
  resetRetryIds: readonly string[];
}

const retryNow = defineSignal<[retryId?: string]>(DELIVERY_SIGNALS.retryNow);
const release = defineSignal(DELIVERY_SIGNALS.release);
const cancel = defineSignal(DELIVERY_SIGNALS.cancel);

function receiveRequests(): Requests {
  const requests: Requests = {
    retryIds: new Set(),
    released: false,
    cancelled: false,
    resetRetryIds: resetRetryIds(),
  };
  setHandler(retryNow, (retryId) => {
    requests.retryIds.add(retryId || `${ANONYMOUS_RETRIES.signal}${uuid4()}`);
  }, { description: "Sends once more now, whatever comes next by the schedule. Takes no argument." });
  setHandler(release, () => void (requests.released = true), {
    description: "Continues a held delivery. Sent when its subscription is enabled.",
  });
  setHandler(cancel, () => void (requests.cancelled = true), {
    description: "Ends the delivery as cancelled.",
  });
  return requests;
}

function hasRequest({ retryIds, released, cancelled }: Requests): boolean {
  return retryIds.size > 0 || released || cancelled;
}

/**
 * A run that was reset sends once more, under a retry id of its own. Only arguments of activities may depend on this id, because a replay
 * does not compare arguments: a reset to a later task replays the steps of the first run.
 */
function resetRetryIds(): string[] {
  const { runId, originalExecutionRunId } = workflowInfo();
  return runId === originalExecutionRunId ? [] : [`${ANONYMOUS_RETRIES.reset}${runId}`];
}

const localActivities = proxyLocalActivities<WebhookDeliveryActivities>({
  startToCloseTimeout: "10s",
  scheduleToCloseTimeout: "10s",
  retry: { maximumAttempts: 1 },
});
// The timeout is longer than any attempt. A cancelled run abandons its attempt, because nobody can take back a request in flight.
const regularActivities = (summary: string) =>
  proxyActivities<WebhookDeliveryActivities>({
    startToCloseTimeout: "30s",
    cancellationType: "ABANDON",
    retry: { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "30s" },
    summary,
  });

/** Takes the delivery's next step and drops the requests that it consumed. */
async function takeStep(
  input: WebhookDeliveryInput,
  requests: Requests,
  isFirst: boolean,
  label: string,
): Promise<NextStep> {
  requests.released = false;
  if (requests.cancelled) return await cancelDelivery(input);
  const retry_ids = [...requests.resetRetryIds, ...requests.retryIds];
  const { next, consumed_retry_ids } = await attempt({
    delivery_id: input.delivery_id,
    retry_ids,
    first_attempt_webhook_id: isFirst ? input.webhook_id : null,
  }, retry_ids.length === 0 ? label : "attempt by hand");
  for (const id of consumed_retry_ids) requests.retryIds.delete(id);
  requests.resetRetryIds = requests.resetRetryIds.filter((id) => !consumed_retry_ids.includes(id));
  return next;
}

/**
 * Runs the step as a local activity, which costs the server nothing where the endpoint turns out to be slow. Falls back to a regular
 * activity, whose retries the Temporal UI shows.
 */
async function attempt(request: AttemptRequest, summary: string): Promise<AttemptResult> {
  try {
    const result = await localActivities.attemptLocally(request);
    if (result.kind === "done") return result;
  } catch (error) {
    if (isCancellation(error)) throw error;
  }
  return await regularActivities(summary).attemptDelivery(request);
}

async function cancelDelivery({ delivery_id }: WebhookDeliveryInput): Promise<NextStep> {
  const reason = "Cancelled by an operator.";
  return (await regularActivities("cancel").cancelDelivery({ delivery_id, reason })).next;
}

type Ended = Extract<NextStep, { kind: "ended" }>;

/**
 * Ends a used-up schedule as a Failed workflow, so that operators find it. Shows nothing for a first attempt that succeeds: the status
 * Completed says as much, and each write of search attributes costs the server.
 */
function end(ended: Ended, isFirst: boolean): WebhookDeliveryResult {
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

function showHeld({ reason }: Extract<NextStep, { kind: "held" }>): void {
  setCurrentDetails(`Held: ${reason}. It continues when the subscription is enabled and releases it.`);
  upsertSearchAttributes([{ key: STAGE, value: "held" }, { key: NEXT_ATTEMPT, value: null }]);
}

function showWaiting({ at, attempt, max_attempts, reason }: Extract<NextStep, { kind: "wait" }>): void {
  setCurrentDetails(
    "| next attempt | of | at | reason of the last failure |\n|---|---|---|---|\n" +
      `| ${attempt} | ${max_attempts} | ${at} | ${reason} |\n\nSignal \`retryNow\` sends at once, \`cancel\` ends it.`,
  );
  upsertSearchAttributes([{ key: STAGE, value: "waiting" }, { key: NEXT_ATTEMPT, value: new Date(at) }]);
}
