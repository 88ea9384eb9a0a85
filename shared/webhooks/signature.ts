import { createHmac, randomBytes } from "node:crypto";

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

/** A new signing secret: `whsec_` and 43 base64url characters, which are 256 random bits. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64url")}`;
}
