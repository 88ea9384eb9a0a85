import type { Database } from "#db/postgres/database.ts";
import { type AttemptOutcome, type DeliveryAfterAttempt, endAttempt } from "#db/deliveries/attempts.ts";
import { wakeNext } from "#db/deliveries/endpoints.ts";
import { disableWebhook } from "#db/webhooks/disable.ts";
import type { SendResult } from "#providers/webhooks/sender.ts";
import { WORK } from "#shared/metrics.ts";
import type { RetrySchedule } from "#shared/retry-schedule.ts";
import type { NextStep } from "#temporal/webhook-delivery.ts";
import type { Dependencies } from "../dependencies.ts";
import { afterAttempt, evidenceOf, isSuccess, type PlannedAttempt, reasonToDisable } from "./decisions.ts";

export type OutcomeDependencies = Pick<Dependencies, "database" | "schedule">;

/** What an attempt came back with. */
export interface EndedAttempt {
  readonly number: number;
  readonly result: SendResult;
  /** The time of its end, by Postgres' clock. */
  readonly now: Date;
}

/** Records an attempt's outcome and its consequences for the delivery, the subscription and the endpoint. */
export async function recordOutcome(
  { database, schedule }: OutcomeDependencies,
  { delivery, retryId }: PlannedAttempt,
  { number, result, now }: EndedAttempt,
): Promise<NextStep> {
  const { id, scheduled_attempts } = delivery;
  const decision = afterAttempt({ scheduled_attempts, retryId }, result, schedule, {
    now,
    random: Math.random,
  });
  WORK.attempts.inc({
    outcome: result.kind === "error" ? result.code : `${Math.floor(result.status / 100)}xx`,
  });
  WORK.attemptDuration.observe(result.latency_ms / 1000);
  const outcome = outcomeOf(result);
  const after = await endAttempt(database, { deliveryId: id, number }, outcome, decision, evidenceOf(result));
  if (after === null) return PURGED;
  if (after.status !== "pending") WORK.deliveries.inc({ status: after.status });
  if (after.hand_over) await database.transaction((tx) => wakeNext(tx, after.endpoint_id));
  const disabled = !isSuccess(result) && await disableIfFailing(database, after, result, now);
  const scheduledAttempts = "scheduledAttempts" in decision ? decision.scheduledAttempts : scheduled_attempts;
  if (after.status !== "pending") return { kind: "ended", status: after.status, reason: reasonOf(result) };
  if (after.held || disabled) return { kind: "held", reason: reasonOf(result) };
  const at = after.next_retry_at ?? now;
  return waitUntil({ at, now }, scheduledAttempts, schedule, reasonOf(result));
}

function outcomeOf(result: SendResult): AttemptOutcome {
  if (result.kind === "error") {
    return {
      response_status: null,
      latency_ms: result.latency_ms,
      error_code: result.code,
      error_message: result.message,
      response_excerpt: null,
    };
  }
  return {
    response_status: result.status,
    latency_ms: result.latency_ms,
    error_code: null,
    error_message: isSuccess(result) ? null : `The answer was ${result.status}.`,
    response_excerpt: result.excerpt,
  };
}

/** A status or an error's code: Temporal shows it, so it holds no address. */
function reasonOf(result: SendResult): string {
  return result.kind === "response" ? `answered ${result.status}` : result.code;
}

/** @returns whether the subscription is disabled now. */
async function disableIfFailing(
  database: Database,
  { webhook_id, failing_since }: DeliveryAfterAttempt,
  result: SendResult,
  now: Date,
): Promise<boolean> {
  if (webhook_id === null) return false;
  const reason = reasonToDisable(result, failing_since, now);
  return reason !== null && await disableWebhook(database, webhook_id, reason);
}

/** The step of a workflow that sleeps until its next scheduled attempt. Both times are Postgres'. @param scheduledAttempts those made before. */
export function waitUntil(
  { at, now }: { readonly at: Date; readonly now: Date },
  scheduledAttempts: number,
  schedule: RetrySchedule,
  reason: string,
): NextStep {
  const delay = Math.max(0, at.getTime() - now.getTime());
  return {
    kind: "wait",
    delay,
    at: at.toISOString(),
    attempt: scheduledAttempts + 1,
    max_attempts: schedule.length,
    reason,
  };
}

/** The step of a delivery that the data retention has purged. */
export const PURGED: NextStep = { kind: "ended", status: "cancelled", reason: "the record was purged" };
