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
import type {
  Attempted,
  AttemptRequest,
  Next,
  WebhookDeliveryActivities,
} from "#activities/deliveries/webhook-delivery-types.ts";
import {
  ANONYMOUS_RETRIES,
  DELIVERY_SIGNALS,
  type WebhookDeliveryInput,
} from "#temporal/webhook-delivery.ts";
import { NEXT_ATTEMPT, OUTCOME, STAGE } from "#temporal/search-attributes.ts";

const retryNow = defineSignal<[retryId?: string]>(DELIVERY_SIGNALS.retryNow);
const release = defineSignal(DELIVERY_SIGNALS.release);
const cancel = defineSignal(DELIVERY_SIGNALS.cancel);

const short = proxyLocalActivities<WebhookDeliveryActivities>({
  startToCloseTimeout: "10s",
  scheduleToCloseTimeout: "10s",
  retry: { maximumAttempts: 1 },
});
// Longer than any attempt. A request that is out cannot be called back, so a cancelled run does not wait for it.
const patient = (summary: string) =>
  proxyActivities<WebhookDeliveryActivities>({
    startToCloseTimeout: "30s",
    cancellationType: "ABANDON",
    retry: { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "30s" },
    summary,
  });

type Ended = Extract<Next, { kind: "ended" }>;

/**
 * Delivers one event to one target: attempts, asleep between them, until one succeeds or the schedule is used up. What is due is asked of
 * Postgres at every step, so a run may be reset, or started again, at any point.
 */
export async function webhookDelivery(input: WebhookDeliveryInput): Promise<Pick<Ended, "status">> {
  const { delivery_id } = input;
  const wanted = new Set<string>();
  let released = false;
  let cancelled = false;
  setHandler(retryNow, (retryId) => void wanted.add(retryId || `${ANONYMOUS_RETRIES.signal}${uuid4()}`), {
    description: "Sends once more now, whatever comes next by the schedule. Takes no argument.",
  });
  setHandler(release, () => void (released = true), {
    description: "Lets a held delivery go on. Sent when its subscription is enabled.",
  });
  setHandler(cancel, () => void (cancelled = true), { description: "Ends the delivery as cancelled." });

  try {
    let again = resetRequest();
    let coming = "attempt 1";
    for (let first = true;; first = false) {
      released = false;
      const request = {
        delivery_id,
        retry_ids: [...again, ...wanted],
        first_attempt_webhook_id: first ? input.webhook_id : null,
      };
      const { next, used } = cancelled
        ? await patient("cancel").cancelDelivery({ delivery_id, reason: "Cancelled by an operator." })
        : await attempt(request, request.retry_ids.length === 0 ? coming : "attempt by hand");
      for (const id of used) wanted.delete(id);
      again = again.filter((id) => !used.includes(id));
      if (next.kind === "ended") {
        if (wanted.size === 0 || cancelled) return end(next, first);
      } else if (next.kind === "held") {
        showHeld(next);
        await condition(() => released || cancelled);
      } else {
        showWaiting(next);
        coming = `attempt ${next.attempt} of ${next.of}`;
        await condition(() => wanted.size > 0 || released || cancelled, next.delay, { summary: coming });
      }
      if (workflowInfo().continueAsNewSuggested && wanted.size === 0 && !cancelled) {
        await continueAsNew<typeof webhookDelivery>(input);
      }
    }
  } catch (error) {
    if (!isCancellation(error)) throw error;
    await CancellationScope.nonCancellable(async () => {
      const reason = "Cancelled by an operator.";
      show((await patient("cancel").cancelDelivery({ delivery_id, reason })).next);
    });
    throw error;
  }
}

/**
 * A short step first, which costs the server nothing where the target turns out to be slow; a regular activity that operators see where it
 * takes longer.
 */
async function attempt(request: AttemptRequest, summary: string): Promise<Attempted> {
  const regular = () => patient(summary).attemptDelivery(request);
  try {
    const attempted = await short.attemptLocally(request);
    return attempted.kind === "deferred" ? await regular() : attempted;
  } catch (error) {
    if (isCancellation(error)) throw error;
    return await regular();
  }
}

/**
 * A run that was reset sends once more, under an id of its own. Only arguments depend on it, which a replay does not compare: a reset to a
 * later task replays what the first run did.
 */
function resetRequest(): string[] {
  const { runId, originalExecutionRunId } = workflowInfo();
  return runId === originalExecutionRunId ? [] : [`${ANONYMOUS_RETRIES.reset}${runId}`];
}

/**
 * A used-up schedule ends as a Failed workflow, so that operators find it. A first attempt that succeeds ends without a word: Completed says
 * it all, and a write of search attributes is one more thing for the server to do.
 */
function end(ended: Ended, first: boolean): Pick<Ended, "status"> {
  if (!first || ended.status !== "succeeded") show(ended);
  if (ended.status === "failed") {
    throw ApplicationFailure.nonRetryable(`The schedule is used up: ${ended.why}`, "DeliveryFailed");
  }
  return { status: ended.status };
}

function show(next: Next): void {
  if (next.kind !== "ended") return;
  const todo = next.status === "failed" ? " A reset to the first workflow task sends once more." : "";
  setCurrentDetails(`Ended: ${next.status}${next.why === "" ? "" : `, ${next.why}`}.${todo}`);
  upsertSearchAttributes([{ key: STAGE, value: "ended" }, { key: OUTCOME, value: next.status }]);
}

function showHeld({ why }: Extract<Next, { kind: "held" }>): void {
  setCurrentDetails(`Held: ${why}. It goes on when the subscription is enabled and released.`);
  upsertSearchAttributes([{ key: STAGE, value: "held" }, { key: NEXT_ATTEMPT, value: null }]);
}

function showWaiting({ at, attempt, of, why }: Extract<Next, { kind: "wait" }>): void {
  setCurrentDetails(
    `| next attempt | of | at | why the last failed |\n|---|---|---|---|\n| ${attempt} | ${of} | ${at} | ${why} |\n\n` +
      "Signal `retryNow` sends at once, `cancel` ends it.",
  );
  upsertSearchAttributes([{ key: STAGE, value: "waiting" }, { key: NEXT_ATTEMPT, value: new Date(at) }]);
}
