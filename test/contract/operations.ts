import { DELIVERY, type Endpoints, LISTED_DELIVERY, SIMULATION } from "./proof.ts";

const ORGANIZATION = "id name plan_tier insights_enabled contract limits created_at updated_at";
const DELIVERY_FILTERS = "status organization_id webhook_id created_before created_after";

/** Of every organization's rows: operators alone. */
export const BY_OPERATORS: Endpoints = {
  "GET /v1/admin/organizations": {
    takes: "name",
    gives: `200 ${ORGANIZATION}`,
    proof: "api/organizations/operators.test.ts: are listed newest first, each shown by its id",
  },
  "POST /v1/admin/organizations": {
    takes: "name plan_tier",
    gives: `201 ${ORGANIZATION}`,
    headers: "Location",
    codes: "organization_name_taken",
    proof: "api/http/errors.test.ts: organization_name_taken: the same name in capitals",
  },
  "GET /v1/admin/organizations/{id}": {
    gives: `200 ${ORGANIZATION}`,
    codes: "not_found",
    proof: "api/organizations/operators.test.ts: are listed newest first, each shown by its id",
  },
  "PATCH /v1/admin/organizations/{id}": {
    takes: "plan_tier insights_enabled limits",
    gives: `200 ${ORGANIZATION}`,
    codes: "not_found",
    proof: "api/billing/quotas.test.ts: fall back to the plan's figure where the contract's is set to null",
  },
  "POST /v1/admin/organizations/{id}/api-keys": {
    takes: "name scopes expires_at",
    gives: "201 id name prefix scopes created_at last_used_at expires_at revoked_at key",
    codes: "not_found limit_reached",
    proof:
      "api/http/errors.test.ts: invalid_credentials: a mistyped, an unknown, a revoked and an expired key",
  },
  "DELETE /v1/admin/api-keys/{id}": {
    gives: "204",
    codes: "not_found",
    proof:
      "api/http/errors.test.ts: invalid_credentials: a mistyped, an unknown, a revoked and an expired key",
  },
  "GET /v1/admin/deliveries": {
    takes: DELIVERY_FILTERS,
    gives: `200 ${LISTED_DELIVERY} organization_id organization_name temporal_ui_url`,
    proof: "api/deliveries/lists.test.ts: carry neither attempts nor excerpts, whoever asks",
  },
  "POST /v1/admin/deliveries/retry": {
    takes: DELIVERY_FILTERS,
    gives: "202 matched more job_id temporal_ui_url",
    proof: "api/deliveries/retries.test.ts: of many deliveries are requested by at least one filter",
  },
  "POST /v1/admin/deliveries/{id}/retry": {
    gives: `202 ${DELIVERY} organization_id temporal_ui_url`,
    codes: "not_found delivery_not_retryable",
    proof: "workflows/webhook-retry.test.ts: for an operator, who is recorded in the audit log",
  },
  "GET /v1/admin/simulations": {
    takes: "status organization_id created_before created_after",
    gives: `200 ${SIMULATION} organization_id organization_name temporal_ui_url`,
    proof: "api/simulations/admin.test.ts: are listed newest first, each with its organization",
  },
  "GET /v1/admin/simulations/{id}": {
    gives: `200 ${SIMULATION} organization_id organization_name temporal_ui_url`,
    codes: "simulation_not_found",
    proof: "api/simulations/admin.test.ts: are shown as their organization sees them",
  },
  "POST /v1/admin/simulations/{id}/cancel": {
    gives: "202 id status failure_code",
    codes: "simulation_not_found simulation_not_cancellable",
    proof: "api/simulations/admin.test.ts: are cancelled with an entry in the audit log",
  },
  "GET /v1/admin/overview": {
    gives: "200 taken_at queues set_aside endpoints_down endpoints requests server_errors",
    proof: "api/organizations/operators.test.ts: sees what waits and which endpoints are down, by name",
  },
  "PATCH /v1/admin/workflows/{workflow_id}": {
    takes: "status organization_id",
    gives: "200 workflow_id version status",
    codes: "workflow_not_found",
    proof: "api/methodologies/workflows.test.ts: take no simulations: 400 invalid_workflow",
  },
  "GET /v1/admin/maintenance": {
    gives: "200 active retry_after_seconds since",
    proof: "api/system/maintenance.test.ts: is changed by operators alone, in whole seconds, and audited",
  },
  "PUT /v1/admin/maintenance": {
    takes: "retry_after_seconds",
    gives: "200 retry_after_seconds since",
    proof: "api/system/maintenance.test.ts: refuses the next request of every process",
  },
  "DELETE /v1/admin/maintenance": {
    gives: "204",
    proof: "api/system/maintenance.test.ts: is changed by operators alone, in whole seconds, and audited",
  },
  "GET /v1/admin/audit": {
    takes: "action subject organization_id created_after created_before",
    gives:
      "200 id actor_key_id actor_user_id actor_command action subject details request_id organization_id by_operator created_at",
    proof: "api/simulations/admin.test.ts: has every change of an organization with who made it",
  },
};
