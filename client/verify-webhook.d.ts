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
export function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  header: string | null | undefined,
  secret: string | readonly string[],
  options?: VerifyOptions,
): Promise<WebhookEvent>;

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

export class WebhookVerificationError extends Error {
  readonly code: WebhookVerificationCode;
  constructor(code: WebhookVerificationCode, message: string);
}

/** The body of a delivery. Narrow it by `type`. New types may be added: ignore unknown ones. */
export type WebhookEvent =
  | Event<"simulation.completed", SimulationCompleted>
  | Event<"simulation.failed", SimulationFailed>
  | Event<"simulation.insights.completed", InsightsCompleted>
  | Event<"simulation.insights.failed", InsightsFailed>
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

export interface WebhookTest {
  readonly webhook_id: string;
  readonly message: string;
}
