import { Buffer } from "node:buffer";
import { ApplicationFailure } from "@temporalio/activity";
import type { Database } from "#db/database.ts";
import { recordAttempt, type RecordedAttempt } from "#db/deliveries/attempts.ts";
import { getOrCreateCallbackSecret } from "#db/webhooks/webhooks.ts";
import type { EndpointConcurrencyLimiter } from "#providers/webhooks/endpoint-concurrency.ts";
import type { Message, Sender } from "#providers/webhooks/sender.ts";
import { newWebhookSecret, sign, SIGNATURE_HEADER, type WebhookSecrets } from "#shared/webhooks/secrets.ts";
import type { AttemptResult } from "#temporal/webhook-delivery.ts";
import { isSuccess, type PlannedAttempt } from "./decisions.ts";
import type { FastEndpoints } from "./endpoints.ts";
import { type OutcomeDependencies, recordOutcome } from "./outcome.ts";

export interface AttemptDependencies extends OutcomeDependencies {
  readonly secrets: WebhookSecrets;
  readonly sender: Sender;
  readonly limiter: EndpointConcurrencyLimiter;
  readonly fastEndpoints: FastEndpoints;
}

/** The attempts of this process that are in flight, or wait for their place at the endpoint, by delivery. */
export class AttemptsInFlight {
  readonly #dependencies: AttemptDependencies;
  readonly #attempts = new Map<string, Promise<AttemptResult>>();

  constructor(dependencies: AttemptDependencies) {
    this.#dependencies = dependencies;
  }

  /** A delivery's attempt in flight, for an activity to join it instead of making another. */
  get(deliveryId: string): Promise<AttemptResult> | undefined {
    return this.#attempts.get(deliveryId);
  }

  /** Makes an attempt once the endpoint has a place. @param signal gives up the wait for the place, never an attempt in flight. */
  start(planned: PlannedAttempt, signal?: AbortSignal): Promise<AttemptResult> {
    const { id } = planned.delivery;
    const attempt = this.#dependencies.limiter
      .run(planned.endpoint, () => makeAttempt(this.#dependencies, planned), signal)
      .finally(() => {
        if (this.#attempts.get(id) === attempt) this.#attempts.delete(id);
      });
    this.#attempts.set(id, attempt);
    return attempt;
  }
}

/** Records the attempt, sends it, records the outcome. A crash in between leaves an attempt without an outcome. */
async function makeAttempt(
  dependencies: AttemptDependencies,
  planned: PlannedAttempt,
): Promise<AttemptResult> {
  const { database, secrets, sender, fastEndpoints } = dependencies;
  const recorded = await recordAttempt(database, planned.delivery, planned.retryId);
  if (recorded === null) throw retryLater("DeliveryChanged", 0);
  const result = await sender.send(await signedMessage(database, secrets, recorded));
  fastEndpoints.note(planned.endpoint, isSuccess(result) ? result.latency_ms : null);
  return await recordOutcome(dependencies, planned, recorded.number, result);
}

/** The event's bytes, signed at this moment with the present secret. */
async function signedMessage(
  database: Database,
  secrets: WebhookSecrets,
  attempt: RecordedAttempt,
): Promise<Message> {
  const body = Buffer.from(attempt.body);
  const { secret, headers } = await secretAndHeaders(database, secrets, attempt);
  const timestamp = Math.floor(Date.now() / 1000);
  return {
    url: attempt.url,
    body,
    headers: { ...headers, [SIGNATURE_HEADER]: sign(secret, timestamp, body) },
  };
}

async function secretAndHeaders(
  database: Database,
  secrets: WebhookSecrets,
  { organization_id, webhook_id, secret, custom_headers, callback_secret }: RecordedAttempt,
): Promise<{ secret: string; headers: Readonly<Record<string, string>> }> {
  if (webhook_id !== null && secret !== null && custom_headers !== null) {
    return {
      secret: secrets.openSecret(webhook_id, secret),
      headers: secrets.openHeaders(webhook_id, custom_headers),
    };
  }
  // An organization without a callback secret gets one now. Nobody has seen it; a receiver that verifies needs a rotation first.
  const encrypted = callback_secret ?? await getOrCreateCallbackSecret(
    database,
    organization_id,
    secrets.sealCallbackSecret(organization_id, newWebhookSecret()),
  );
  return { secret: secrets.openCallbackSecret(organization_id, encrypted), headers: {} };
}

/** Ends the activity's attempt with a failure that Temporal retries after this delay, which takes no slot and no history. */
export function retryLater(type: string, delayMs: number): ApplicationFailure {
  return ApplicationFailure.create({ message: type, type, nextRetryDelay: Math.max(50, delayMs) });
}
