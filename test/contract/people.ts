import type { Endpoints } from "./proof.ts";

const SESSION = "user organization scopes expires_at";
const KEY = "id name prefix scopes created_at last_used_at expires_at revoked_at";
const ORGANIZATION = "id name plan_tier insights_enabled created_at";
const INVITATION = "id email name invited_by sent_at created_at expires_at";

/** Everybody, without any credentials. */
export const BY_EVERYBODY: Endpoints = {
  "POST /v1/auth/password/signup": {
    takes: "email password name organization_name",
    gives: `201 ${SESSION}`,
    headers: "Set-Cookie",
    codes: "email_already_registered organization_name_taken",
    proof: "api/accounts/password.test.ts: creates a person and an organization, and signs in by a cookie",
  },
  "POST /v1/auth/password/login": {
    takes: "email password",
    gives: `200 ${SESSION}`,
    headers: "Set-Cookie",
    codes: "invalid_credentials",
    proof: "api/accounts/password.test.ts: logs in with the password, in any Unicode form, and records when",
  },
  "POST /v1/auth/password/reset/request": {
    takes: "email",
    gives: "200 sent",
    proof: "api/accounts/reset.test.ts: answers alike for a known and an unknown address",
  },
  "POST /v1/auth/password/reset/confirm": {
    takes: "token password",
    gives: "200 reset",
    codes: "invalid_or_expired_token",
    proof: "api/accounts/reset.test.ts: refuses unknown, used and expired tokens alike",
  },
  "POST /v1/auth/magic-link/request": {
    takes: "email name organization_name",
    gives: "202 sent magic_link",
    codes: "email_delivery_failed",
    proof:
      "api/accounts/magic-link.test.ts: mails a link in text and HTML, and answers nothing but that it was sent",
  },
  "POST /v1/auth/magic-link/verify": {
    takes: "token",
    gives: `200 ${SESSION}`,
    headers: "Set-Cookie",
    codes: "magic_link_invalid",
    proof: "api/accounts/magic-link.test.ts: lets exactly one of 50 verifies of one token in",
  },
  "POST /v1/auth/logout": {
    gives: "204",
    headers: "Set-Cookie",
    proof: "api/accounts/password.test.ts: answers 401 without credentials and after the session's end",
  },
  "POST /v1/webhooks/payments": {
    gives: "200 received",
    codes: "invalid_credentials billing_misconfigured",
    proof: "api/billing/payments-receiver.test.ts: accepts both forms, in capitals, four minutes old",
  },
  "GET /v1/shared/{token}": {
    gives:
      "200 agent_count seed customer_question population audience engine completed_at verdict question_issues by_segment scenario_applied calibration_boundary post_hoc",
    codes: "not_found",
    proof:
      "api/simulations/share.test.ts: shows the verdict to whoever has it, without agents, ids, metadata and names",
  },
  "GET /v1/status": {
    gives: "200 status components links checked_at",
    headers: "Cache-Control",
    proof: "api/system/status.test.ts: shows the components, links and when it looked, to everybody",
  },
};

/** Of an organization's own rows: any key of it, whatever its scopes, and any session. */
export const BY_ANY_KEY: Endpoints = {
  "GET /v1/auth/me": {
    gives: `200 ${SESSION}`,
    meta: "operator",
    proof: "api/accounts/password.test.ts: shows a key's organization and scopes, and no person",
  },
  "POST /v1/api-keys/{key_id}/rotate": {
    takes: "grace_period_seconds",
    gives: `201 ${KEY} key`,
    codes: "not_found api_key_already_rotated",
    proof: "api/organizations/key-rotation.test.ts: answers 201 with a new secret under the same id",
  },
  "GET /v1/usage": {
    gives:
      "200 plan_tier period simulations_this_period simulations_limit agent_runs_this_period agent_runs_limit " +
      "simulations_lifetime agent_count_ceiling rate_limit_per_minute readings_this_period reading_cost_usd_this_period reading_ceiling_usd",
    proof: "api/billing/quotas.test.ts: begin anew with the calendar month in UTC",
  },
  "GET /v1/usage/daily": {
    takes: "days",
    gives: "200 date key_id simulations agent_runs",
    proof: "api/billing/daily-usage.test.ts: has a row for each key and day, and one for people",
  },
  "GET /v1/requests": {
    gives: "200 request_id at method route status error duration_ms key_id",
    proof: "api/system/requests.test.ts: lists the organization's own requests, newest first",
  },
};

/** Of an organization's own rows: people alone, by session. */
export const BY_PEOPLE: Endpoints = {
  "POST /v1/api-keys": {
    takes: "name scopes expires_at",
    gives: `201 ${KEY} key`,
    codes: "idempotency_key_required limit_reached",
    proof: "api/organizations/api-keys.test.ts: are created with the fields of the contract",
  },
  "GET /v1/api-keys": {
    gives: `200 ${KEY}`,
    proof: "api/organizations/api-keys.test.ts: are listed in pages, newest first",
  },
  "DELETE /v1/api-keys/{key_id}": {
    gives: "204",
    codes: "not_found",
    proof: "api/organizations/api-keys.test.ts: are revoked at once, at every process",
  },
  "GET /v1/auth/sessions": {
    gives: "200 id current signed_in_by user_agent created_at last_used_at expires_at",
    proof: "api/organizations/organization.test.ts: are listed, newest first, in pages",
  },
  "DELETE /v1/auth/sessions": {
    gives: "204",
    headers: "Set-Cookie",
    proof: "api/organizations/organization.test.ts: end all at once",
  },
  "DELETE /v1/auth/sessions/{session_id}": {
    gives: "204",
    headers: "Set-Cookie",
    codes: "not_found",
    proof: "api/organizations/organization.test.ts: end one at a time",
  },
  "GET /v1/organization": {
    gives: `200 ${ORGANIZATION}`,
    proof: "api/organizations/organization.test.ts: is shown as sign-in shows it",
  },
  "PATCH /v1/organization": {
    takes: "name",
    gives: `200 ${ORGANIZATION}`,
    codes: "organization_name_taken",
    proof: "api/organizations/organization.test.ts: gets no name that another one has",
  },
  "DELETE /v1/organization": {
    gives: "202 id status",
    headers: "Set-Cookie",
    codes: "not_found forbidden",
    proof: "outages/organization-deletion.test.ts: answers 202, refuses keys and sessions at once",
  },
  "GET /v1/organization/members": {
    gives: "200 id email name role created_at last_login_at",
    proof: "api/organizations/organization.test.ts: lists its people in pages",
  },
  "PATCH /v1/organization/members/{user_id}": {
    takes: "role",
    gives: "200 id email name role created_at last_login_at",
    codes: "not_found forbidden",
    proof: "api/organizations/roles.test.ts: are changed by owners alone",
  },
  "DELETE /v1/organization/members/{user_id}": {
    gives: "204",
    codes: "not_found forbidden",
    proof: "api/organizations/organization.test.ts: loses a person who is removed",
  },
  "POST /v1/organization/invitations": {
    takes: "email name",
    gives: `201 ${INVITATION}`,
    codes: "email_already_registered limit_reached",
    proof: "api/organizations/invitations.test.ts: is mailed, and its link makes the address a member",
  },
  "GET /v1/organization/invitations": {
    gives: `200 ${INVITATION}`,
    proof: "api/organizations/invitations.test.ts: of an address that is invited already mails another link",
  },
  "DELETE /v1/organization/invitations/{invitation_id}": {
    gives: "204",
    codes: "not_found",
    proof: "api/organizations/invitations.test.ts: is revoked: its links work no longer",
  },
  "GET /v1/audit": {
    takes: "created_after created_before",
    gives: "200 id at actor action subject request_id",
    proof: "api/organizations/audit.test.ts: is seen by every person of the organization",
  },
  "GET /v1/billing/purchases": {
    gives: "200 id email plan_tier paid completed_at claimed_at",
    proof: "api/billing/purchases.test.ts: are listed to the person who has proved the buyer's address",
  },
  "POST /v1/billing/purchases/{purchase_id}/claim": {
    gives: "200 id email plan_tier paid completed_at claimed_at",
    codes: "not_found",
    proof: "api/billing/purchases.test.ts: never lower a plan that an operator gave",
  },
  "POST /v1/billing/portal": {
    gives: "200 url",
    headers: "Cache-Control",
    codes: "forbidden billing_disabled billing_misconfigured",
    proof: "api/billing/portal.test.ts: opens the provider's portal for the organization's customer",
  },
};
