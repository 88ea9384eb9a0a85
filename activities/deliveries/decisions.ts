import type { AttemptDecision } from "#db/deliveries/attempts.ts";
import type { EndpointEvidence } from "#db/deliveries/endpoints.ts";
import type { DeliveryState } from "#db/deliveries/state.ts";
import type { SendResult } from "#providers/webhooks/sender.ts";
import {
  type EndedStatus,
  MAX_ATTEMPT_MS,
  MAX_ATTEMPTS,
  type ParkedReason,
  SUBSCRIPTION_DELETED,
} from "#shared/webhooks/events.ts";
import { nextDelay, type RetrySchedule } from "#shared/retry-schedule.ts";

/** What a worker does about a delivery at this moment. */
export type NextAction =
  /** `retryId` is null for an attempt of the schedule. */
  | { readonly kind: "send"; readonly retryId: string | null }
  | { readonly kind: "ended"; readonly status: EndedStatus }
  | { readonly kind: "cancel"; readonly reason: string }
  /** It has had all the attempts that a delivery can have. */
  | { readonly kind: "used_up" }
  | { readonly kind: "hold"; readonly webhookId: string }
  | { readonly kind: "held" }
  | { readonly kind: "parked"; readonly reason: ParkedReason }
  | { readonly kind: "wait"; readonly until: Date }
  /** Another attempt may be in flight, at most until then. */
  | { readonly kind: "in_flight"; readonly until: Date };

/** An attempt that a worker may make now. */
export interface PlannedAttempt {
  readonly kind: "attempt";
  readonly delivery: {
    readonly id: string;
    /** Recording fails unless the delivery still has as many attempts. */
    readonly attempt_count: number;
    readonly scheduled_attempts: number;
  };
  /** The retry by hand that this attempt carries out; null for an attempt of the schedule. */
  readonly retryId: string | null;
}

/**
 * Decides the next action from the delivery's row alone, never from history, so reset, restarted or duplicate runs agree. A retry by hand
 * that waits is sent whatever the delivery's status.
 */
export function decideNextAction(state: DeliveryState, now: Date): NextAction {
  const { status, webhook_id, next_retry_at, retry_requested: retryId } = state;
  if (!state.has_target) {
    return status === "pending"
      ? { kind: "cancel", reason: SUBSCRIPTION_DELETED }
      : { kind: "ended", status };
  }
  if (status !== "pending" && retryId === null) return { kind: "ended", status };
  if (!state.enabled && webhook_id !== null) return { kind: "hold", webhookId: webhook_id };
  if (state.held && retryId === null) return { kind: "held" };
  if (state.open_since !== null) {
    const until = new Date(state.open_since.getTime() + MAX_ATTEMPT_MS);
    if (until > now) return { kind: "in_flight", until };
  }
  if (state.attempt_count >= MAX_ATTEMPTS) return { kind: "used_up" };
  if (retryId !== null) return { kind: "send", retryId };
  if (state.parked !== null) return { kind: "parked", reason: state.parked };
  if (next_retry_at !== null && next_retry_at > now) return { kind: "wait", until: next_retry_at };
  return { kind: "send", retryId };
}

/** The delivery at the time of an attempt. */
export interface AttemptState {
  /** Attempts of the schedule before this one. */
  readonly scheduled_attempts: number;
  /** Null for an attempt of the schedule. */
  readonly retryId: string | null;
}

/** The moment of a decision, and the source of its jitter: uniform in [0, 1). */
export interface DecisionClock {
  readonly now: Date;
  readonly random: () => number;
}

/**
 * Decides what follows from an attempt: the delivery has succeeded, has used up its schedule, or is tried again. It decides from the state
 * before the attempt; the statement that writes the decision guards against changes during the attempt.
 */
export function afterAttempt(
  { scheduled_attempts, retryId }: AttemptState,
  result: SendResult,
  schedule: RetrySchedule,
  { now, random }: DecisionClock,
): AttemptDecision {
  const scheduledAttempts = scheduled_attempts + (retryId === null ? 1 : 0);
  if (isSuccess(result)) return { kind: "succeeded", scheduledAttempts };
  if (retryId !== null) return { kind: "unchanged" };
  const retryAfterSeconds = result.kind === "response" ? result.retry_after_s : null;
  const delay = nextDelay(schedule, scheduledAttempts, { random, retryAfterSeconds });
  return delay === null
    ? { kind: "exhausted", scheduledAttempts }
    : { kind: "retry", scheduledAttempts, at: new Date(now.getTime() + delay) };
}

/** What an attempt shows of its endpoint: any HTTP response shows that somebody is there. */
export function evidenceOf(result: SendResult): EndpointEvidence {
  if (result.kind === "error") return result.code === "configuration" ? "none" : "unanswered";
  return isSuccess(result) ? "success" : "answered";
}

/** Any 2xx; decided when the headers arrive (contract, "Webhooks"). */
export function isSuccess(result: SendResult): boolean {
  return result.kind === "response" && result.status >= 200 && result.status < 300;
}

const DAY_MS = 86_400_000;
/** A subscription whose attempts have all failed for so long is disabled (contract, "Webhooks"). */
const DISABLE_AFTER_DAYS = 5;

/**
 * Decides whether a failed attempt disables its subscription: after 410, or after five days without a success.
 *
 * @param failingSince the first of the failures, null where this is the first.
 * @returns the reason for customers, or null.
 */
export function reasonToDisable(result: SendResult, failingSince: Date | null, now: Date): string | null {
  if (result.kind === "response" && result.status === 410) return "The endpoint answered 410 (Gone).";
  if (failingSince === null || now.getTime() - failingSince.getTime() < DISABLE_AFTER_DAYS * DAY_MS) {
    return null;
  }
  return `Every attempt has failed for ${DISABLE_AFTER_DAYS} days, since ${failingSince.toISOString()}.`;
}
