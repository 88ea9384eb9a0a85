import { createHmac, randomBytes } from "node:crypto";
import type { Keyring } from "../crypto.ts";

/** A new signing secret: `whsec_` and 43 base64url characters, which are 256 random bits. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64url")}`;
}

type Headers = Readonly<Record<string, string>>;

/** Encrypts and decrypts the secrets and custom headers of webhooks. Each ciphertext is bound to its row (see {@link Keyring}). */
export class WebhookSecrets {
  readonly #keyring: Keyring;

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  sealSecret(webhookId: string, secret: string): string {
    return this.#keyring.encrypt(secret, `webhooks.secret:${webhookId}`);
  }

  openSecret(webhookId: string, sealed: string): string {
    return this.#keyring.decrypt(sealed, `webhooks.secret:${webhookId}`);
  }

  sealHeaders(webhookId: string, headers: Headers): string {
    return this.#keyring.encrypt(JSON.stringify(headers), `webhooks.custom_headers:${webhookId}`);
  }

  openHeaders(webhookId: string, sealed: string): Headers {
    return JSON.parse(this.#keyring.decrypt(sealed, `webhooks.custom_headers:${webhookId}`)) as Headers;
  }

  sealCallbackSecret(organizationId: string, secret: string): string {
    return this.#keyring.encrypt(secret, `callback_secrets.secret:${organizationId}`);
  }

  openCallbackSecret(organizationId: string, sealed: string): string {
    return this.#keyring.decrypt(sealed, `callback_secrets.secret:${organizationId}`);
  }
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
