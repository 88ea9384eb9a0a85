import type { DeliveryState } from "#db/deliveries/attempts.ts";
import { type DeliveryStatus, LONGEST_ATTEMPT_MS } from "#shared/webhooks/events.ts";

/** What is to be done about a delivery at this moment. */
export type NextAction =
  | { readonly kind: "send"; readonly retryId: string | null }
  | { readonly kind: "ended"; readonly status: Exclude<DeliveryStatus, "pending"> }
  | { readonly kind: "cancel"; readonly reason: string }
  | { readonly kind: "hold"; readonly webhookId: string }
  | { readonly kind: "held" }
  | { readonly kind: "wait"; readonly until: Date }
  /** Another attempt may be under way until then. */
  | { readonly kind: "busy"; readonly until: Date };

/**
 * What the record says is due. Postgres alone decides, never a workflow's history: a run that was reset, started again or told twice comes
 * to the same conclusion.
 */
export function decideNextAction(state: DeliveryState, retryIds: readonly string[], now: Date): NextAction {
  const { status, webhook_id, next_retry_at } = state;
  const [retryId = null] = retryIds.filter((id) => !state.used_retry_ids.includes(id));
  if (!state.has_target) {
    return status === "pending"
      ? { kind: "cancel", reason: "The subscription was deleted." }
      : { kind: "ended", status };
  }
  if (status !== "pending" && retryId === null) return { kind: "ended", status };
  if (!state.enabled && webhook_id !== null) return { kind: "hold", webhookId: webhook_id };
  if (state.held && retryId === null) return { kind: "held" };
  const openUntil = new Date((state.open_since?.getTime() ?? -Infinity) + LONGEST_ATTEMPT_MS);
  if (openUntil > now) return { kind: "busy", until: openUntil };
  if (retryId === null && next_retry_at !== null && next_retry_at > now) {
    return { kind: "wait", until: next_retry_at };
  }
  return { kind: "send", retryId };
}
