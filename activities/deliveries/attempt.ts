import { Buffer } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import { log } from "@temporalio/activity";
import { LRUCache } from "lru-cache";
import {
  type AttemptDecision,
  type AttemptOutcome,
  type DeliveryState,
  endAttempt,
  type RecordedAttempt,
} from "#db/deliveries/state.ts";
import { type EndpointEvidence, wakeNext } from "#db/deliveries/endpoints.ts";
import { disableWebhook, getOrCreateCallbackSecret } from "#db/webhooks/webhooks.ts";
import type { Message, SendResult } from "#providers/webhooks/sender.ts";
import { newWebhookSecret, openHeaders, PLACES, signatureHeaders } from "#shared/webhooks/secrets.ts";
import { UnreadableSecret } from "#shared/crypto.ts";
import { eventId } from "#shared/ids.ts";
import { WORK } from "#shared/metrics.ts";
import type { NextStep } from "#temporal/webhook-delivery.ts";
import type { Dependencies } from "../dependencies.ts";
import {
  type EndedStatus,
  MAX_ATTEMPT_MS,
  MAX_ATTEMPTS,
  type ParkedReason,
  SUBSCRIPTION_DELETED,
} from "#shared/webhooks/events.ts";
import { nextDelay, type RetrySchedule } from "#shared/retry-schedule.ts";

export type AttemptDependencies = Pick<
  Dependencies,
  "database" | "schedule" | "dispatcher" | "keyring" | "sender" | "attemptsPerOrganization"
>;

/** The most attempts in flight in a process: each holds a socket and some 50 KB. */
const MAX_IN_FLIGHT = 5_000;

/** The attempts of this process that are in flight, by delivery. They outlive the activities that began them. */
export class AttemptsInFlight {
  readonly waitBudget = new LocalWaitBudget();
  readonly #dependencies: AttemptDependencies;
  readonly #attempts = new Map<string, Promise<NextStep>>();
  readonly #stopping = new AbortController();

  constructor(dependencies: AttemptDependencies) {
    this.#dependencies = dependencies;
  }

  get isFull(): boolean {
    return this.#attempts.size >= MAX_IN_FLIGHT;
  }

  /** A delivery's attempt in flight, for an activity to join it instead of making another. */
  get(deliveryId: string): Promise<NextStep> | undefined {
    return this.#attempts.get(deliveryId);
  }

  /** Sends a recorded attempt and records its outcome. A crash in between leaves an attempt without an outcome. */
  start(planned: PlannedAttempt, recorded: RecordedAttempt): Promise<NextStep> {
    const { id } = planned.delivery;
    const attempt = this.#send(planned, recorded).finally(() => {
      if (this.#attempts.get(id) === attempt) this.#attempts.delete(id);
    });
    this.#attempts.set(id, attempt);
    // The caller may be gone by then, such as when Postgres cannot be reached: the attempt has an unknown outcome, and is made again.
    attempt.catch((error) => log.warn("An attempt has no outcome", { delivery_id: id, error }));
    return attempt;
  }

  /** Aborts when the process stops: nothing may then wait for an attempt that comes later. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Waits until no attempt is in flight, at most `ms` milliseconds, and who heeds {@link stopping} has done its last. */
  async drain(ms: number): Promise<void> {
    this.#stopping.abort();
    const deadline = AbortSignal.timeout(ms);
    const aborted = new Promise((resolve) => deadline.addEventListener("abort", resolve, { once: true }));
    while (this.#attempts.size > 0 && !deadline.aborted) {
      await Promise.race([Promise.allSettled(this.#attempts.values()), aborted]);
    }
    await setImmediate();
  }

  async #send(planned: PlannedAttempt, recorded: RecordedAttempt): Promise<NextStep> {
    const began = performance.now();
    const result = await this.#sendRecorded(recorded);
    this.waitBudget.note(recorded.endpoint_id, isSuccess(result) ? result.latency_ms : null);
    // By Postgres' clock.
    const now = new Date(recorded.at.getTime() + performance.now() - began);
    return await this.#recordOutcome(planned, recorded, result, now);
  }

  /**
   * Sends an attempt. A secret or headers that cannot be used are its outcome: the attempt goes by the schedule until somebody gives them anew.
   * @throws whatever else fails, which leaves the attempt without an outcome.
   */
  async #sendRecorded(recorded: RecordedAttempt): Promise<SendResult> {
    try {
      return await this.#dependencies.sender.send(await this.#signedMessage(recorded));
    } catch (error) {
      if (!(error instanceof UnreadableSecret) && !isHeaderFault(error)) throw error;
      const { organization_id, webhook_id } = recorded;
      log.error("A delivery's secret or headers cannot be used", { organization_id, webhook_id, error });
      const message =
        "It was not sent: we could not prepare its secret or headers. Rotate the secret and set the headers again.";
      return { kind: "error", code: "configuration", message, latency_ms: 0 };
    }
  }

  /** The event's bytes, signed at the time of the attempt with the present secret. Receivers refuse a time that is five minutes off. */
  async #signedMessage(attempt: RecordedAttempt): Promise<Message> {
    const body = Buffer.from(attempt.body);
    const { secret, headers } = await this.#secretAndHeaders(attempt);
    const proof = signatureHeaders(secret, {
      eventId: eventId(attempt.event_id),
      timestamp: Math.floor(attempt.at.getTime() / 1000),
      rawBody: body,
    });
    return { url: attempt.url, body, headers: { ...headers, ...proof } };
  }

  async #secretAndHeaders(
    { organization_id, webhook_id, secret, custom_headers, callback_secret }: RecordedAttempt,
  ): Promise<{ secret: string; headers: Readonly<Record<string, string>> }> {
    const { database, keyring } = this.#dependencies;
    if (webhook_id !== null && secret !== null && custom_headers !== null) {
      return {
        secret: keyring.decrypt(secret, PLACES.secret(webhook_id)),
        headers: openHeaders(keyring, webhook_id, custom_headers),
      };
    }
    // An organization without a callback secret gets one now. The customer has not seen it; a receiver that verifies needs a rotation first.
    const place = PLACES.callbackSecret(organization_id);
    const encrypted = callback_secret ??
      await getOrCreateCallbackSecret(database, organization_id, keyring.encrypt(newWebhookSecret(), place));
    return { secret: keyring.decrypt(encrypted, place), headers: {} };
  }

  /** Records an attempt's outcome and its consequences for the delivery, the subscription and the endpoint. */
  async #recordOutcome(
    { delivery: { id, scheduled_attempts }, retryId }: PlannedAttempt,
    { number, url }: RecordedAttempt,
    result: SendResult,
    now: Date,
  ): Promise<NextStep> {
    const { database, schedule } = this.#dependencies;
    const clock = { now, random: Math.random };
    const decision = afterAttempt({ scheduled_attempts, retryId }, result, schedule, clock);
    WORK.attempts.inc({
      outcome: result.kind === "error" ? result.code : `${Math.floor(result.status / 100)}xx`,
    });
    WORK.attemptDuration.observe(result.latency_ms / 1000);
    const attempt = { deliveryId: id, number };
    const after = await endAttempt(database, attempt, outcomeOf(result), decision, evidenceOf(result));
    if (after === null) return PURGED;
    if (after.status !== "pending") WORK.deliveries.inc({ status: after.status });
    const reason = reasonOf(result);
    const disabling = after.webhook_id === null || isSuccess(result)
      ? null
      : reasonToDisable(result, after.failing_since, now);
    // Before those that wait are woken: that the reconciler makes up for, while this attempt alone can disable by its answer.
    const disabled = after.webhook_id !== null && disabling !== null &&
      await disableWebhook(database, { id: after.webhook_id, url }, disabling);
    if (after.hand_over) await database.transaction((tx) => wakeNext(tx, after.endpoint_id));
    if (after.status !== "pending") return { kind: "ended", status: after.status, reason };
    if (after.held || disabled) return { kind: "held", reason };
    const scheduledAttempts = "scheduledAttempts" in decision
      ? decision.scheduledAttempts
      : scheduled_attempts;
    return waitUntil({ at: after.next_retry_at ?? now, now }, scheduledAttempts, schedule, reason);
  }
}

/** A success that took no longer than this, in milliseconds, proves an endpoint; an attempt in flight for longer is cut. */
const CUT_MS = 1_500;
/** An endpoint that is down gets so much: enough to see that it answers again. */
const DOWN_CUT_MS = 100;
/** With this many waits for endpoints that have proved nothing, the next one is cut at once: local activities have 200 slots. */
const MAX_UNPROVEN_WAITS = 100;
/** The most endpoints that a process remembers; it drops the one with the oldest attempt first. */
const MAX_REMEMBERED = 20_000;

/**
 * Decides how long a local activity waits for an attempt. An endpoint whose last attempt of this process succeeded in time has the whole
 * wait. All others share a hundred waits, which become shorter as they fill, so that a thousand hanging endpoints take no slot from others.
 */
class LocalWaitBudget {
  readonly #proven = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  #unprovenWaits = 0;

  /** @param isDown whether the endpoint is known not to answer. @returns milliseconds. */
  for(endpoint: string, isDown: boolean): number {
    if (isDown) return DOWN_CUT_MS;
    if (this.#proven.has(endpoint)) return CUT_MS;
    return CUT_MS * Math.max(0, 1 - this.#unprovenWaits / MAX_UNPROVEN_WAITS);
  }

  /** Counts a wait for an endpoint until `wait` settles. */
  async during<T>(endpoint: string, wait: Promise<T>): Promise<T> {
    if (this.#proven.has(endpoint)) return await wait;
    this.#unprovenWaits += 1;
    try {
      return await wait;
    } finally {
      this.#unprovenWaits -= 1;
    }
  }

  /** @param latencyMs until a 2xx arrived; null when the attempt failed or was cut. */
  note(endpoint: string, latencyMs: number | null): void {
    if (latencyMs === null || latencyMs > CUT_MS) this.#proven.delete(endpoint);
    else this.#proven.set(endpoint, true);
  }
}

/** Whether HTTP cannot carry a header that was stored. */
function isHeaderFault(error: unknown): boolean {
  return error instanceof TypeError && "code" in error &&
    /^ERR_(?:INVALID_CHAR|INVALID_HTTP_TOKEN|HTTP_INVALID_HEADER_VALUE)$/.test(String(error.code));
}

function outcomeOf(result: SendResult): AttemptOutcome {
  const { latency_ms } = result;
  if (result.kind === "error") {
    const { code: error_code, message: error_message } = result;
    return { response_status: null, latency_ms, error_code, error_message, response_excerpt: null };
  }
  const { status: response_status, excerpt: response_excerpt } = result;
  const error_message = isSuccess(result) ? null : `The answer was ${response_status}.`;
  return { response_status, latency_ms, error_code: null, error_message, response_excerpt };
}

/** A status or an error's code: Temporal shows it, so it holds no address. */
function reasonOf(result: SendResult): string {
  return result.kind === "response" ? `answered ${result.status}` : result.code;
}

/** The step of a workflow that sleeps until its next scheduled attempt. Both times are Postgres'. @param scheduledAttempts those made before. */
export function waitUntil(
  { at, now }: { readonly at: Date; readonly now: Date },
  scheduledAttempts: number,
  schedule: Dependencies["schedule"],
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

/** What a worker does about a delivery at this moment. */
type NextAction =
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
  /** Recording fails unless it still has as many attempts. */
  readonly delivery: Readonly<Pick<DeliveryState, "id" | "attempt_count" | "scheduled_attempts">>;
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
    return status === "pending" || retryId !== null
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

/**
 * Decides what follows from an attempt: the delivery has succeeded, has used up its schedule, or is tried again. It decides from the state
 * before the attempt; the statement that writes the decision guards against changes during the attempt.
 *
 * @param random the source of its jitter: uniform in [0, 1)
 */
export function afterAttempt(
  { scheduled_attempts, retryId }:
    & Pick<DeliveryState, "scheduled_attempts">
    & Pick<PlannedAttempt, "retryId">,
  result: SendResult,
  schedule: RetrySchedule,
  { now, random }: { readonly now: Date; readonly random: () => number },
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
function evidenceOf(result: SendResult): EndpointEvidence {
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
