import type { Proof } from "./proof.ts";

const ERRORS = "api/http/errors.test.ts";
const READINGS = "api/readings/states.test.ts";
const IDEMPOTENCY = "api/http/idempotency.test.ts";

/** Every error code of the specification's table and of its decisions by its status, each with a spec that provokes it. */
export const CODES: Readonly<Record<number, Readonly<Record<string, Proof>>>> = {
  400: {
    validation_error: `${ERRORS}: validation_error: a malformed id`,
    invalid_workflow: `${ERRORS}: invalid_workflow: an unknown methodology`,
  },
  401: {
    missing_authorization: `${ERRORS}: missing_authorization: no Authorization header`,
    invalid_credentials: `${ERRORS}: invalid_credentials: a mistyped, an unknown`,
    not_authenticated: "api/http/identity.test.ts: of a person alone opens what is for people",
    magic_link_invalid:
      "api/accounts/magic-link.test.ts: refuses an unknown, a used and an expired token alike",
    invalid_or_expired_token: "api/accounts/reset.test.ts: refuses unknown, used and expired tokens alike",
  },
  402: {
    insufficient_quota: "api/billing/quotas.test.ts: let exactly 5 of 40 simultaneous creates pass",
    billing_disabled: "api/billing/portal.test.ts: 402 billing_disabled: an organization without a customer",
  },
  403: {
    forbidden: "api/billing/portal.test.ts: is for people alone",
    forbidden_missing_scope: `${ERRORS}: forbidden_missing_scope names the scope`,
    forbidden_operator_only: `${ERRORS}: forbidden_operator_only: a customer's key on an operators' endpoint`,
  },
  404: {
    not_found: `${ERRORS}: not_found: an unknown path`,
    simulation_not_found: `${ERRORS}: simulation_not_found: a missing simulation`,
    workflow_not_found:
      "api/methodologies/workflows.test.ts: list the twelve published methodologies, and show each",
  },
  409: {
    idempotency_key_required: `${IDEMPOTENCY}: answers 409 idempotency_key_required to a create without one`,
    idempotency_key_invalid: `${IDEMPOTENCY}: answers 409 idempotency_key_invalid unless`,
    idempotency_conflict:
      `${IDEMPOTENCY}: answers 409 idempotency_conflict to the same key with another body`,
    email_already_registered: "api/accounts/password.test.ts: refuses an address that has a person",
    organization_name_taken: `${ERRORS}: organization_name_taken: the same name in capitals`,
    api_key_already_rotated:
      "api/organizations/key-rotation.test.ts: lets the old secret work until the grace period ends",
    simulation_not_complete: `${ERRORS}: simulation_not_complete: results of a queued simulation`,
    simulation_not_terminal:
      "api/simulations/records.test.ts: are not deleted while they run: 409 simulation_not_terminal",
    training_not_terminal:
      "api/training/removal.test.ts: is not deleted before it has ended: 409 training_not_terminal",
    simulation_not_cancellable: "api/simulations/simulations.test.ts: can be cancelled until they have ended",
    insights_already_generated:
      `${READINGS}: not_started → queued needs no completed Reading: 409 insights_already_generated`,
    training_not_complete:
      "api/training/training.test.ts: answer 409 training_not_complete to results before the start",
    training_not_queued:
      "api/training/training.test.ts: answer 409 training_not_queued after they have ended",
    training_queue_full: "api/training/training.test.ts: are at most 20 QUEUED at once",
    limit_reached:
      "api/organizations/invitations.test.ts: is one of so many that members and invitations together",
    delivery_not_retryable: "api/deliveries/retries.test.ts: are 1,000 at most, then a retry is refused",
  },
  422: {
    routing_low_confidence:
      "api/simulations/auto.test.ts: answers 422 routing_low_confidence with meta.alternatives",
    tier_cap_exceeded: "api/billing/quotas.test.ts: let as many agents of 20 simultaneous creates pass",
    agent_count_exceeds_plan:
      "api/simulations/simulations.test.ts: answer 422 agent_count_exceeds_plan with meta.ceiling",
    insights_disabled:
      `${READINGS}: not_started → queued needs the organization's insights: 422 insights_disabled`,
  },
  429: {
    rate_limit_exceeded: "api/http/rate-limit.test.ts: holds one minute's requests a key, and refills evenly",
    insights_cost_cap_reached:
      `${READINGS}: not_started → queued needs room under the month's ceiling: 429 insights_cost_cap_reached`,
  },
  500: {
    internal_error: "api/http/request-log.test.ts: has one line with the cause under a 500's correlation_id",
  },
  503: {
    rate_limiter_unavailable: "outages/rate-limit.test.ts: answers 503 to anonymous callers too",
    email_delivery_failed: "api/accounts/magic-link.test.ts: because it ${mood}: answers 503",
    service_unavailable:
      "outages/health.test.ts: leaves no transaction open when the network fails before COMMIT",
    maintenance: "api/system/maintenance.test.ts: refuses the next request of every process",
    billing_misconfigured:
      "api/billing/payments-receiver.test.ts: 503 billing_misconfigured without a secret",
  },
};

/** Every header that the specification or its decisions name, with a spec that sends it or sees it. */
export const HEADERS: Readonly<Record<string, Proof>> = {
  "Authorization": `${ERRORS}: missing_authorization: no Authorization header`,
  "Cookie": "api/accounts/sessions.test.ts: calls as a person of the organization, with all scopes",
  "Set-Cookie": "api/accounts/password.test.ts: sets a Secure cookie where the service is not reached",
  "Origin": "api/accounts/sessions.test.ts: is refused with another site's Origin on a write",
  "Idempotency-Key": `${IDEMPOTENCY}: makes one simulation of twelve concurrent creates`,
  "Idempotency-Replayed": `${IDEMPOTENCY}: makes one simulation of twelve concurrent creates`,
  "X-Request-Id": `${ERRORS}: return an X-Request-Id that fits, and a new one in place of one that does not`,
  "X-RateLimit-": "api/http/rate-limit.test.ts: is the same in X-RateLimit-* headers and meta.rate_limit",
  "Retry-After": "api/simulations/simulations.test.ts: show agents_completed and progress_pct while they run",
  "Location":
    "api/simulations/simulations.test.ts: are accepted with 202, Location, poll_url and results_url",
  "Allow": `${ERRORS}: 405 not_found with Allow: a known path, another method`,
  "Deprecation": "api/simulations/simulations.test.ts: ask the KPI question where question is omitted",
  "Sunset": "api/simulations/auto.test.ts: answers 202 with meta.routed_via",
  "X-Service-Preview": "api/readings/insights.test.ts: carry X-Service-Preview on every response",
  "Cache-Control": "api/system/status.test.ts: shows the components, links and when it looked, to everybody",
  "Payments-Signature":
    "api/billing/payments-receiver.test.ts: accepts both forms, in capitals, four minutes old",
  "X-Service-Signature": "client/verify-webhook.test.ts: returns the event that the service signed",
  "webhook-signature":
    "shared/webhooks/secrets.test.ts: are verified by the library of Standard Webhooks, of every byte of a secret",
};
