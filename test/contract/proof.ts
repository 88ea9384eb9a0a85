/** A spec that proves an entry: its file under `test/`, and the beginning of its title, without what a template adds. */
export type Proof = `${string}.test.ts: ${string}`;

/** A proof's file and title. */
export function partsOf(proof: Proof): readonly [file: string, title: string] {
  const at = proof.indexOf(": ");
  return [proof.slice(0, at), proof.slice(at + 2)];
}

/** What the contract says of an endpoint. Names stand apart by spaces. */
export interface Endpoint {
  /** Fields of the body, parameters of the query. Those of every list are left out. */
  readonly takes?: string;
  /** The status of its success, and the fields of `data`, or of each item of a list. */
  readonly gives: string;
  /** Keys of `meta` beyond those of every response and every list. */
  readonly meta?: string;
  /** Headers of its success beyond those of every response. */
  readonly headers?: string;
  /** Codes that the contract names for it beside those of its access: of a create among them that it needs an Idempotency-Key. */
  readonly codes?: string;
  readonly proof: Proof;
}

export type Endpoints = Readonly<Record<string, Endpoint>>;

/** Fields that several endpoints have. */
export const SIMULATION =
  "id workflow_id status agent_count question seed created_at results_url results_available insights_status " +
  "agents_completed progress_pct started_at completed_at failure_code failure_message scenario_context audience callback_url routed_via metadata name tags archived created_by shared";
export const LISTED_DELIVERY =
  "id webhook_id event_id event_type simulation_id url status response_status attempt_count max_attempts latency_ms error_message " +
  "next_retry_at retry_requested_at created_at completed_at";
export const DELIVERY = `${LISTED_DELIVERY} attempts`;
