import { createHmac, randomBytes } from "node:crypto";

/** The header that carries a delivery's signature. */
export const SIGNATURE_HEADER = "X-Service-Signature";

/**
 * The value of {@link SIGNATURE_HEADER}: `t=<unix>,v1=<hex>`, where the hex is HMAC-SHA256 over `<unix>.` followed by
 * the body's bytes. The key is the whole secret as UTF-8, its `whsec_` included.
 *
 * @param timestamp Unix seconds of this attempt: every attempt signs afresh, receivers refuse what is older than 300 s.
 * @param rawBody The bytes that are sent; a string is signed as its UTF-8.
 * @throws RangeError when the timestamp is not a non-negative integer.
 */
export function sign(secret: string, timestamp: number, rawBody: Uint8Array | string): string {
  if (!Number.isSafeInteger(timestamp) || timestamp < 0) {
    throw new RangeError(`Cannot sign at ${timestamp}: the timestamp must be a whole number of unix seconds`);
  }
  const mac = createHmac("sha256", secret).update(`${timestamp}.`).update(rawBody).digest("hex");
  return `t=${timestamp},v1=${mac}`;
}

/** A new signing secret: `whsec_` and 43 base64url characters, which are 256 random bits. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64url")}`;
}
