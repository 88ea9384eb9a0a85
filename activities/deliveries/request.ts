import { Buffer } from "node:buffer";
import type { Database } from "#db/database.ts";
import { callbackSecret } from "#db/webhooks/secrets.ts";
import type { RecordedAttempt } from "#db/deliveries/attempts.ts";
import type { Message } from "#providers/webhooks/sender.ts";
import { newWebhookSecret, sign, SIGNATURE_HEADER } from "#shared/webhooks/signature.ts";
import type { WebhookSecrets } from "#shared/webhooks/secrets.ts";

/** The request of one attempt: the event's bytes, signed now with the secret that holds now. */
export async function deliveryRequest(
  database: Database,
  secrets: WebhookSecrets,
  attempt: RecordedAttempt,
): Promise<Message> {
  const body = Buffer.from(attempt.body);
  const { secret, headers } = await signingOf(database, secrets, attempt);
  const timestamp = Math.floor(Date.now() / 1000);
  return {
    url: attempt.url,
    body,
    headers: { ...headers, [SIGNATURE_HEADER]: sign(secret, timestamp, body) },
  };
}

async function signingOf(database: Database, secrets: WebhookSecrets, attempt: RecordedAttempt) {
  const { organization_id, webhook_id, secret, custom_headers } = attempt;
  if (webhook_id !== null && secret !== null && custom_headers !== null) {
    return {
      secret: secrets.openSecret(webhook_id, secret),
      headers: secrets.openHeaders(webhook_id, custom_headers),
    };
  }
  // An organization that never asked for its callback secret gets one now: whoever wants to verify asks for one first.
  const sealed = attempt.callback_secret ??
    await callbackSecret(
      database,
      organization_id,
      secrets.sealCallbackSecret(organization_id, newWebhookSecret()),
    );
  return { secret: secrets.openCallbackSecret(organization_id, sealed), headers: {} };
}
