import { DELIVERY, type Endpoints, LISTED_DELIVERY, SIMULATION } from "./proof.ts";

const CREATED_SIMULATION =
  "id workflow_id status agent_count question seed created_at poll_url results_url results_available insights_status " +
  "scenario_context audience callback_url routed_via metadata name tags archived created_by";
const QUOTAS = "agent_count_exceeds_plan insufficient_quota tier_cap_exceeded";
const TRAINING =
  "training_id workflow_name description status results_available upload_received metadata created_at started_at completed_at failure_message";
const WEBHOOK =
  "id url events description custom_headers metadata enabled created_at updated_at disabled_reason";
const WORKFLOW =
  "workflow_id version status name label description topic kpi_question recommended_sample_size illustrative created_at";
const SIMULATIONS = "api/simulations/simulations.test.ts";
const RECOVERY = "api/deliveries/recovery.test.ts";
const SHARE = "api/simulations/share.test.ts";
const RECORDS = "api/simulations/records.test.ts";
const WEBHOOKS = "api/webhooks/webhooks.test.ts";
const TRAININGS = "api/training/training.test.ts";

/**
 * Every endpoint of the specification and of its decisions by who may call it, transcribed from them and from nothing that the code says, each
 * with the spec that proves it. An endpoint that a later issue adds gets its entry here, in `people.ts` or in `operations.ts`.
 */

const SIMULATIONS_READ: Endpoints = {
  "POST /v1/simulations": {
    takes:
      "workflow_id agent_count scenario_context question audience seed callback_url generate_insights metadata name tags",
    gives: `202 ${CREATED_SIMULATION}`,
    meta: "callback_secret callback_note",
    headers: "Location Deprecation Sunset",
    codes: `idempotency_key_required invalid_workflow ${QUOTAS}`,
    proof: `${SIMULATIONS}: are accepted with 202, Location, poll_url and results_url`,
  },
  "POST /v1/simulations/auto": {
    takes:
      "question agent_count overrides fallback audience seed callback_url generate_insights metadata name tags",
    gives: `202 ${CREATED_SIMULATION}`,
    meta: "routed_via callback_secret callback_note",
    headers: "Location Deprecation Sunset",
    codes: `idempotency_key_required routing_low_confidence invalid_workflow ${QUOTAS}`,
    proof: "api/simulations/auto.test.ts: answers 202 with meta.routed_via",
  },
  "POST /v1/simulations/batch": {
    takes: "simulations seed agent_count",
    gives: `202 ${CREATED_SIMULATION}`,
    meta: "callback_secret callback_note",
    headers: "Deprecation Sunset",
    codes: `idempotency_key_required invalid_workflow routing_low_confidence ${QUOTAS}`,
    proof: "api/simulations/batch.test.ts: are accepted together, in order, with one seed",
  },
  "POST /v1/simulations/preview": {
    takes:
      "workflow_id question agent_count overrides fallback audience seed callback_url generate_insights metadata name tags",
    gives:
      "200 question audience workflow_id agent_count routed_via alternatives tier similarity matched_question sources illustrative expected_pct " +
      "population frame interval_pct margin_of_error_pct sampling_margin_pct uncertainty_basis evidence effective_human_n question_issues scenario_applied cost",
    codes: "agent_count_exceeds_plan invalid_workflow",
    proof: "api/simulations/preview.test.ts: stores nothing and counts against no quota",
  },
  "GET /v1/simulations": {
    takes: "status workflow_id created_after created_before metadata question tag archived search",
    gives: `200 ${SIMULATION} verdict`,
    proof: `${SIMULATIONS}: are listed newest first, filtered by status and by workflow_id`,
  },
  "GET /v1/simulations/{id}": {
    takes: "wait",
    meta: "next_poll_after_seconds",
    gives: `200 ${SIMULATION}`,
    headers: "Retry-After",
    codes: "simulation_not_found",
    proof: `${SIMULATIONS}: show agents_completed and progress_pct while they run, with a Retry-After`,
  },
  "PATCH /v1/simulations/{id}": {
    takes: "name tags metadata archived",
    meta: "next_poll_after_seconds",
    gives: `200 ${SIMULATION}`,
    codes: "simulation_not_found",
    proof: `${RECORDS}: are named, tagged and archived by PATCH, which replaces metadata and tags whole`,
  },
  "DELETE /v1/simulations/{id}": {
    gives: "204",
    codes: "simulation_not_found simulation_not_terminal",
    proof: `${RECORDS}: are deleted with all that they own, once they have ended`,
  },
  "GET /v1/simulations/{id}/results": {
    takes: "agents table",
    headers: "ETag Vary Content-Disposition",
    gives:
      "200 simulation_id workflow_id agent_count seed customer_question metadata population audience engine completed_at verdict question_issues by_segment scenario_applied " +
      "agents calibration_boundary post_hoc",
    codes: "simulation_not_found simulation_not_complete",
    proof: `${SIMULATIONS}: return verdict, by_segment and all agents, whose counts and shares agree`,
  },
  "GET /v1/simulations/{id}/compare/{other_id}": {
    takes: "by_segment with",
    gives: "200 simulations paired difference_pct interval_pct agents_interval_pct by_segment others note",
    codes: "simulation_not_found simulation_not_complete",
    proof: "api/simulations/compare.test.ts: is paired where both asked the same agents",
  },
  "GET /v1/simulations/{id}/disclosure": {
    gives: "200 question agents population fielded sources matching adjustments not_measured",
    codes: "simulation_not_found simulation_not_complete",
    proof: "api/simulations/disclosure.test.ts: names the survey, its mode, its answers and their fold",
  },
  "POST /v1/simulations/{id}/cancel": {
    gives: "202 id status failure_code",
    codes: "simulation_not_found simulation_not_cancellable",
    proof: `${SIMULATIONS}: can be cancelled until they have ended, then 409 simulation_not_cancellable`,
  },
  "POST /v1/simulations/{id}/share": {
    gives: "201 url created_at",
    codes: "simulation_not_found simulation_not_complete",
    proof: `${SHARE}: shows the verdict to whoever has it, without agents, ids, metadata and names`,
  },
  "DELETE /v1/simulations/{id}/share": {
    gives: "204",
    codes: "simulation_not_found",
    proof: `${SHARE}: ends when it is revoked, and another is a new one`,
  },
  "GET /v1/workflows": {
    gives: `200 ${WORKFLOW}`,
    proof: "api/methodologies/workflows.test.ts: list the twelve published methodologies, and show each",
  },
  "GET /v1/workflows/{workflow_id}": {
    gives: `200 ${WORKFLOW} exemplar_questions population segments scenario_schema calibration`,
    codes: "workflow_not_found",
    proof: "api/methodologies/workflows.test.ts: list the twelve published methodologies, and show each",
  },
};

const INSIGHTS_READ: Endpoints = {
  "GET /v1/simulations/{id}/insights": {
    takes: "wait",
    gives:
      "200 simulation_id insights_status block_status calibration_boundary post_hoc generated_at cost_usd_estimate error_message",
    meta: "next_poll_after_seconds generate_url reason reason_message",
    headers: "Retry-After",
    codes: "simulation_not_found",
    proof: "api/readings/insights.test.ts: carry X-Service-Preview on every response",
  },
  "POST /v1/simulations/{id}/insights/generate": {
    gives: "202 simulation_id insights_status poll_url estimated_completion_time_seconds",
    codes:
      "simulation_not_found simulation_not_complete insights_already_generated insights_disabled insights_cost_cap_reached",
    proof: "api/readings/states.test.ts: not_started → queued: generate answers 202 with poll_url",
  },
};

const TRAINING_READ: Endpoints = {
  "GET /v1/training": {
    takes: "status created_after created_before metadata",
    gives: `200 ${TRAINING}`,
    proof: "api/simulations/finding.test.ts: training runs are listed by status and metadata",
  },
  "GET /v1/training/{id}": {
    gives: `200 ${TRAINING}`,
    codes: "not_found",
    proof: `${TRAININGS}: show upload_received true once the object is there`,
  },
  "GET /v1/training/{id}/results": {
    gives: "200 training_id basis mape mae_points smape by_segment preview_only disclaimer",
    codes: "not_found training_not_complete",
    proof: "api/training/results.test.ts: have the MAPE and the mean absolute error that a hand computes",
  },
};

const TRAINING_WRITE: Endpoints = {
  "POST /v1/training/uploads": {
    takes: "workflow_name description metadata file_bytes",
    gives: "201 training_id upload_url upload_url_expires_at",
    headers: "Location",
    codes: "idempotency_key_required training_queue_full",
    proof: "api/training/training.test.ts: are created QUEUED, with a URL that lives 15 minutes",
  },
  "POST /v1/training/{id}/start": {
    gives: `202 ${TRAINING}`,
    codes: "not_found training_not_queued",
    proof: `${TRAININGS}: by eight calls at once, answer one 202 COMPLETED and seven 409`,
  },
  "DELETE /v1/training/{id}": {
    gives: "204",
    codes: "not_found training_not_terminal service_unavailable",
    proof: "api/training/removal.test.ts: is deleted with its file and results, once it has ended",
  },
};

const WEBHOOKS_READ: Endpoints = {
  "GET /v1/webhooks": {
    takes: "enabled metadata",
    gives: `200 ${WEBHOOK}`,
    proof: `${WEBHOOKS}: are created with a secret shown once, and listed newest first`,
  },
  "GET /v1/webhooks/{webhook_id}": {
    gives: `200 ${WEBHOOK}`,
    codes: "not_found",
    proof: `${WEBHOOKS}: are created with a secret shown once, and listed newest first`,
  },
  "GET /v1/webhooks/{webhook_id}/deliveries": {
    takes: "status event_type event_id simulation_id created_after created_before",
    gives: `200 ${LISTED_DELIVERY}`,
    codes: "not_found",
    proof: "api/deliveries/lists.test.ts: carry neither attempts nor excerpts, whoever asks",
  },
  "GET /v1/webhook-stats": {
    gives: "200 webhook_id at succeeded failed is_partial",
    proof:
      `${WEBHOOKS}: have statistics of 24 hours by hours, that count what failed so far and nothing older`,
  },
  "GET /v1/deliveries": {
    takes: "status event_type event_id simulation_id webhook_id created_after created_before",
    gives: `200 ${LISTED_DELIVERY}`,
    proof: "api/deliveries/lists.test.ts: carry neither attempts nor excerpts, whoever asks",
  },
  "GET /v1/deliveries/{delivery_id}": {
    gives: `200 ${DELIVERY}`,
    codes: "not_found",
    proof: "api/deliveries/attempts.test.ts: have 20 on a page by default, each as the delivery shows it",
  },
  "GET /v1/deliveries/{delivery_id}/attempts": {
    gives: "200 number at response_status latency_ms error_code error_message response_excerpt",
    codes: "not_found",
    proof: "api/deliveries/attempts.test.ts: are all in pages, each once, newest first",
  },
  "GET /v1/events": {
    takes: "type simulation_id after wait",
    gives: "200 id type created data",
    proof: "api/deliveries/events.test.ts: are paged, and the cursor of one filter fits no other",
  },
  "GET /v1/events/{event_id}": {
    gives: "200 id type created data",
    codes: "not_found",
    proof: "api/deliveries/events.test.ts: are recorded without a subscriber, newest first",
  },
  "GET /v1/event-types": {
    gives: "200 type description schema example",
    proof: "api/deliveries/event-types.test.ts: have a schema that their own events and examples conform to",
  },
  "GET /v1/callback-secret": {
    gives: "200 exists updated_at",
    proof: "api/simulations/finding.test.ts: says whether there is a callback secret",
  },
};

const WEBHOOKS_WRITE: Endpoints = {
  "POST /v1/webhooks": {
    takes: "url events description custom_headers metadata enabled",
    gives: `201 ${WEBHOOK} secret`,
    headers: "Location",
    codes: "idempotency_key_required limit_reached",
    proof: `${WEBHOOKS}: are created with a secret shown once, and listed newest first`,
  },
  "PATCH /v1/webhooks/{webhook_id}": {
    takes: "url events description custom_headers metadata enabled",
    gives: `200 ${WEBHOOK}`,
    meta: "dropped_headers",
    codes: "not_found",
    proof: `${WEBHOOKS}: change only the fields that are sent, by PATCH and by POST`,
  },
  "POST /v1/webhooks/{webhook_id}": {
    takes: "url events description custom_headers metadata enabled",
    gives: `200 ${WEBHOOK}`,
    meta: "dropped_headers",
    codes: "not_found",
    proof: `${WEBHOOKS}: change only the fields that are sent, by PATCH and by POST`,
  },
  "DELETE /v1/webhooks/{webhook_id}": {
    gives: "200 id deleted",
    codes: "not_found",
    proof: `${WEBHOOKS}: are deleted by 200 with their id, and are gone`,
  },
  "POST /v1/webhooks/{webhook_id}/rotate-secret": {
    gives: `201 ${WEBHOOK} secret`,
    codes: "not_found",
    proof: `${WEBHOOKS}: get another secret, which is shown once`,
  },
  "POST /v1/webhooks/{webhook_id}/test": {
    gives: `202 ${DELIVERY}`,
    headers: "Location",
    meta: "delivery_note",
    codes: "not_found",
    proof: `${WEBHOOKS}: get webhook.test whatever their events, and no other subscription does`,
  },
  "POST /v1/webhooks/{webhook_id}/recover": {
    takes: "since",
    gives: "202 matched",
    codes: "not_found",
    proof: `${RECOVERY}: gets what failed and what it missed while it was disabled, each once`,
  },
  "POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry": {
    gives: `202 ${DELIVERY}`,
    codes: "not_found delivery_not_retryable",
    proof: "workflows/webhook-retry.test.ts: that has failed, for its customer: POST ${path}",
  },
  "POST /v1/deliveries/retry": {
    takes: "webhook_id status event_type created_after created_before",
    gives: "202 matched",
    proof: `${RECOVERY}: are sent once more where they match, and no other organization's are`,
  },
  "POST /v1/deliveries/{delivery_id}/retry": {
    gives: `202 ${DELIVERY}`,
    codes: "not_found delivery_not_retryable",
    proof: "workflows/webhook-retry.test.ts: that has failed, for its customer: POST ${path}",
  },
  "POST /v1/callback-secret": {
    gives: "201 secret",
    proof: "api/simulations/finding.test.ts: says whether there is a callback secret",
  },
};

/** The routes of an organization's own rows that a key may call: by the scope that it needs. Sessions have all scopes. */
export const BY_SCOPE: Readonly<Record<string, Endpoints>> = {
  "simulations:read": SIMULATIONS_READ,
  "insights:read": INSIGHTS_READ,
  "training:read": TRAINING_READ,
  "training:write": TRAINING_WRITE,
  "webhooks:read": WEBHOOKS_READ,
  "webhooks:write": WEBHOOKS_WRITE,
};
