const ENCODER = new TextEncoder();

export interface VerifyOptions {
  /** How old a signature may be, and how far ahead, in seconds: 300 unless given. */
  readonly toleranceSeconds?: number;
  /** The present, for tests. */
  readonly now?: Date;
}

/** Why a delivery must not be trusted. Stable. */
export type WebhookVerificationCode =
  | "signature_missing"
  | "signature_malformed"
  | "signature_mismatch"
  | "timestamp_too_old"
  | "timestamp_in_future"
  | "body_malformed";

/** The body of a delivery. Narrow it by `type`. New types may be added: ignore unknown ones. */
export type WebhookEvent =
  | Event<"simulation.completed", SimulationCompleted>
  | Event<"simulation.failed", SimulationFailed>
  | Event<"simulation.insights.completed", InsightsCompleted>
  | Event<"simulation.insights.failed", InsightsFailed>
  | Event<"training.completed" | "training.failed", TrainingEnd>
  | Event<"webhook.test", WebhookTest>;

export type WebhookEventType = WebhookEvent["type"];

interface Event<Type extends string, Data> {
  /** `evt_<uuid>`: the same on every attempt to deliver this event. */
  readonly id: string;
  readonly type: Type;
  /** When it happened, in unix seconds. */
  readonly created: number;
  readonly data: Data;
}

interface Simulation {
  readonly simulation_id: string;
  readonly workflow_id: string;
  readonly agent_count: number;
  /** Where the results are; an API key is needed there. */
  readonly results_url: string;
  /** ISO 8601. */
  readonly completed_at: string;
}

export interface SimulationCompleted extends Simulation {
  readonly status: "completed";
  readonly failure_code: null;
  readonly failure_message: null;
}

export interface SimulationFailed extends Simulation {
  readonly status: "failed";
  readonly failure_code: "engine_unavailable" | "cancelled" | "timed_out" | "terminated" | "internal";
  readonly failure_message: string;
}

export type InsightsBlock =
  | "synthesis"
  | "patterns"
  | "reservations"
  | "attractions"
  | "intensity"
  | "quotes"
  | "segment_intensity"
  | "across_runs";

interface Insights {
  readonly simulation_id: string;
  /** ISO 8601. */
  readonly generated_at: string;
  /** Path of the insights resource, relative to the API's base URL. */
  readonly insights_url: string;
}

export interface InsightsCompleted extends Insights {
  readonly insights_status: "completed";
  readonly block_status: Readonly<Record<InsightsBlock, "completed" | "not_applicable" | "failed">>;
  readonly cost_usd_estimate: number;
}

export interface InsightsFailed extends Insights {
  readonly insights_status: "failed";
  readonly error_message: string;
}

export interface TrainingEnd {
  readonly training_id: string;
  readonly workflow_name: string;
  readonly status: "COMPLETED" | "FAILED";
  /** ISO 8601. */
  readonly completed_at: string;
  /** Null where it completed. */
  readonly failure_message: string | null;
}

export interface WebhookTest {
  readonly webhook_id: string;
  readonly message: string;
}

/** A delivery must not be trusted: answer 400. */
export class WebhookVerificationError extends Error {
  readonly code: WebhookVerificationCode;

  constructor(code: WebhookVerificationCode, message: string) {
    super(message);
    this.name = "WebhookVerificationError";
    this.code = code;
  }
}

/**
 * Checks that a delivery comes from the service, untouched and recent, and returns its event.
 *
 * The service delivers an event at least once: act once on each `id`.
 *
 * @param rawBody The request's body as it came, before any parsing: one changed byte breaks the signature.
 * @param header The value of `X-Service-Signature`; absent is an error of its own.
 * @param secret The subscription's signing secret, `whsec_` included, or several: rotating one ends the old secret at
 * once, so a receiver that knows both keeps receiving while it changes over.
 * @throws {WebhookVerificationError} When the delivery must not be trusted: answer 400.
 * @throws {TypeError} When the secret is empty or the body was parsed already: a mistake in the receiver.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  header: string | null | undefined,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const { toleranceSeconds = 300, now = new Date() } = options;
  const secrets = typeof secret === "string" ? [secret] : secret;
  if (secrets.length === 0 || secrets.some((each) => typeof each !== "string" || each === "")) {
    throw new TypeError("Cannot verify a webhook without its signing secret");
  }
  const body = bytesOf(rawBody);
  const { timestamp, signatures } = parse(header);
  const prefix = ENCODER.encode(`${timestamp}.`);
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
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

/** Reads `t=<unix>,v1=<hex>`, in any order, with any number of v1 and of unknown names. */
function parse(
  header: string | null | undefined,
): { timestamp: number; signatures: Uint8Array<ArrayBuffer>[] } {
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

/** Whether a signature matches under a secret. Web Crypto compares in constant time. */
async function anyMatches(
  secrets: readonly string[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey("raw", ENCODER.encode(secret), algorithm, false, ["verify"]);
    for (const signature of signatures) {
      if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true;
    }
  }
  return false;
}

function parseEvent(body: Uint8Array): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    if (isEvent(event)) return event;
  } catch {
    // The error below covers it, like JSON that is no event.
  }
  throw new WebhookVerificationError("body_malformed", "The body is signed but is not a webhook event");
}

function isEvent(value: Partial<WebhookEvent> | null): value is WebhookEvent {
  return typeof value?.id === "string" && typeof value.type === "string" &&
    typeof value.created === "number" &&
    typeof value.data === "object" && value.data !== null && !Array.isArray(value.data);
}

function bytesOf(body: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof body === "string") return ENCODER.encode(body);
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError("Cannot verify a parsed body: pass the raw bytes as they came");
}

function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}
