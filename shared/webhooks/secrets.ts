import { Buffer } from "node:buffer";
import { createHmac, randomBytes } from "node:crypto";
import type { Keyring } from "../crypto.ts";

const SECRET_PREFIX = "whsec_";

/** A new signing secret: `whsec_` and 256 random bits in base64, padded: 44 characters, as libraries of Standard Webhooks decode them. */
export function newWebhookSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(32).toString("base64")}`;
}

type Headers = Readonly<Record<string, string>>;

/** Where the ciphertexts of webhooks stand, by the ids of their rows: what a {@link Keyring} binds them to. */
export const PLACES = {
  secret: (webhookId: string) => `webhooks.secret:${webhookId}`,
  headers: (webhookId: string) => `webhooks.custom_headers:${webhookId}`,
  callbackSecret: (organizationId: string) => `callback_secrets.secret:${organizationId}`,
};

/** A webhook's custom headers as its row has them. @throws UnreadableSecret where no key opens them */
export function openHeaders(keyring: Keyring, webhookId: string, sealed: string): Headers {
  return JSON.parse(keyring.decrypt(sealed, PLACES.headers(webhookId))) as Headers;
}

/** The header that carries a delivery's signature. */
export const SIGNATURE_HEADER = "X-Service-Signature";

/**
 * The value of {@link SIGNATURE_HEADER}: `t=<unix>,v1=<hex>` with the HMAC-SHA256 of `<unix>.` and the body's bytes (specification,
 * "Delivery format"). The key is the whole secret as UTF-8, `whsec_` included.
 *
 * @param timestamp Unix seconds of this attempt; receivers reject a timestamp that is over 300 s old.
 * @param rawBody the bytes that the sender sends; a string counts as its UTF-8.
 * @throws RangeError when the timestamp is not a non-negative integer.
 */
export function sign(secret: string, timestamp: number, rawBody: Uint8Array | string): string {
  if (!Number.isSafeInteger(timestamp) || timestamp < 0) {
    throw new RangeError(`Cannot sign at ${timestamp}: the timestamp must be a whole number of unix seconds`);
  }
  const mac = createHmac("sha256", secret).update(`${timestamp}.`).update(rawBody).digest("hex");
  return `t=${timestamp},v1=${mac}`;
}

/** What a delivery's headers sign. */
export interface SignedAttempt {
  /** `evt_<uuid>`: the same for every attempt of an event. */
  readonly eventId: string;
  /** Unix seconds of this attempt. */
  readonly timestamp: number;
  /** The bytes that the sender sends. */
  readonly rawBody: Uint8Array | string;
}

/**
 * The headers that prove a delivery: {@link SIGNATURE_HEADER}, and those of Standard Webhooks, whose key is what the secret's base64 encodes
 * (Buffer reads the base64url of older secrets as well).
 * @throws RangeError when the timestamp is not a non-negative integer.
 */
export function signatureHeaders(secret: string, { eventId, timestamp, rawBody }: SignedAttempt): Headers {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  const mac = createHmac("sha256", key).update(`${eventId}.${timestamp}.`).update(rawBody).digest("base64");
  return {
    [SIGNATURE_HEADER]: sign(secret, timestamp, rawBody),
    "webhook-id": eventId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${mac}`,
  };
}
