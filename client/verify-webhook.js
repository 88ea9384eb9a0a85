// @ts-check
/* @ts-self-types="./verify-webhook.d.ts" */

/** @import { VerifyOptions, WebhookEvent, WebhookVerificationCode } from "./verify-webhook.d.ts" */

const ENCODER = new TextEncoder();

export class WebhookVerificationError extends Error {
  /** @type {WebhookVerificationCode} */
  code;

  /**
   * @param {WebhookVerificationCode} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = "WebhookVerificationError";
    this.code = code;
  }
}

/**
 * @param {string | Uint8Array | ArrayBuffer} rawBody
 * @param {string | null | undefined} header
 * @param {string | readonly string[]} secret
 * @param {VerifyOptions} [options]
 * @returns {Promise<WebhookEvent>}
 */
export async function verifyWebhook(rawBody, header, secret, options = {}) {
  const { toleranceSeconds = 300, now = new Date() } = options;
  const secrets = typeof secret === "string" ? [secret] : secret;
  if (secrets.length === 0 || secrets.some((each) => typeof each !== "string" || each === "")) {
    throw new TypeError("Cannot verify a webhook without its signing secret");
  }
  const body = bytesOf(rawBody);
  const { timestamp, signatures } = parse(header);
  const signed = concat(ENCODER.encode(`${timestamp}.`), body);
  if (!await anyMatches(secrets, signatures, signed)) {
    throw new WebhookVerificationError(
      "signature_mismatch",
      "The signature does not match: the secret is another one, or the body is not the bytes that were sent",
    );
  }
  // Checked after the signature, which proves that the timestamp is the service's.
  const age = Math.floor(now.getTime() / 1000) - timestamp;
  if (age > toleranceSeconds) {
    throw new WebhookVerificationError("timestamp_too_old", `The signature is ${age} seconds old`);
  }
  if (age < -toleranceSeconds) {
    throw new WebhookVerificationError("timestamp_in_future", `The signature is from ${-age} seconds ahead`);
  }
  return parseEvent(body);
}

/**
 * Reads `t=<unix>,v1=<hex>`, in any order, with any number of v1 and of unknown names.
 *
 * @param {string | null | undefined} header
 * @returns {{ timestamp: number, signatures: Uint8Array<ArrayBuffer>[] }}
 */
function parse(header) {
  if (header === null || header === undefined || header === "") {
    throw new WebhookVerificationError("signature_missing", "The request has no X-Service-Signature header");
  }
  const pairs = header.split(",").map((pair) => pair.trim().split("=", 2));
  const times = pairs.flatMap(([name, value]) => name === "t" && value !== undefined ? [value] : []);
  const signatures = pairs.flatMap(([name, value]) =>
    name === "v1" && value !== undefined && /^[0-9a-f]{64}$/.test(value) ? [bytesOfHex(value)] : []
  );
  const [time] = times;
  if (time === undefined || times.length > 1 || !/^\d{1,12}$/.test(time) || signatures.length === 0) {
    throw new WebhookVerificationError(
      "signature_malformed",
      "The X-Service-Signature header is not t=<unix seconds>,v1=<hex>",
    );
  }
  return { timestamp: Number(time), signatures };
}

/**
 * Whether a signature matches under a secret. Web Crypto compares in constant time.
 *
 * @param {readonly string[]} secrets
 * @param {readonly Uint8Array<ArrayBuffer>[]} signatures
 * @param {Uint8Array<ArrayBuffer>} signed
 */
async function anyMatches(secrets, signatures, signed) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey("raw", ENCODER.encode(secret), algorithm, false, ["verify"]);
    for (const signature of signatures) {
      if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true;
    }
  }
  return false;
}

/**
 * @param {Uint8Array} body
 * @returns {WebhookEvent}
 */
function parseEvent(body) {
  try {
    const event = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    if (typeof event?.id === "string" && typeof event.type === "string") return event;
  } catch {
    // The error below covers it, like JSON that is no event.
  }
  throw new WebhookVerificationError("body_malformed", "The body is signed but is not a webhook event");
}

/** @param {string | Uint8Array | ArrayBuffer} body */
function bytesOf(body) {
  if (typeof body === "string") return ENCODER.encode(body);
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError("Cannot verify a parsed body: pass the raw bytes as they came");
}

/** @param {string} hex */
function bytesOfHex(hex) {
  return Uint8Array.from(
    { length: hex.length / 2 },
    (_, index) => parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
}

/**
 * @param {Uint8Array} first
 * @param {Uint8Array} second
 */
function concat(first, second) {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
