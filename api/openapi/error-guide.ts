import { ERROR_STATUS, type ErrorCode as Code } from "#shared/errors.ts";
import { named, oneOf } from "../http/fields.ts";

/** What an integrator reads about an error code, in the document and in docs/guides/errors.md. */
interface ErrorEntry {
  readonly means: string;
  readonly remedy: string;
  /** Of an example. */
  readonly message: string;
}

const AGAIN =
  "Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key.";
const NEW_LINK = "Ask for a new link.";
const SIGN_IN = "Sign in again.";

/**
 * Every error code: what it means and what to do. The document, its page and its schemas are written from this table, and a spec
 * compares the guide's table with it.
 */
export const ERROR_GUIDE: Readonly<Record<Code, ErrorEntry>> = {
  validation_error: {
    means: "The request is not as documented. `meta.errors` names up to 20 faults by their fields.",
    remedy: "Correct the fields; the same request fails again.",
    message: "/agent_count must be at most 10000",
  },
  invalid_workflow: {
    means: "`workflow_id` names no published methodology, or a deprecated one.",
    remedy: "Take a `workflow_id` of `GET /v1/workflows`.",
    message: "There is no published workflow product-intent; GET /v1/workflows lists them.",
  },
  missing_authorization: {
    means: "The request has no key and no session.",
    remedy: "Send `Authorization: Bearer sk_…`.",
    message: "Send an API key: Authorization: Bearer sk_…",
  },
  invalid_credentials: {
    means: "The key is mistyped, revoked or expired; or address and password, or a signature, do not match.",
    remedy: "Check which key the program has; create another, or rotate it, where it was revoked.",
    message: "The API key is not an active one.",
  },
  not_authenticated: {
    means: "The session has ended, or the operation is for people and there is no session.",
    remedy: SIGN_IN,
    message: "Sign in: this needs a person's session.",
  },
  magic_link_invalid: {
    means: "The mailed link is unknown, was used or has expired.",
    remedy: NEW_LINK,
    message: "The link is unknown, was used or has expired; ask for a new one.",
  },
  invalid_or_expired_token: {
    means: "The token of a password reset is unknown, was used or has expired.",
    remedy: NEW_LINK,
    message: "The link is unknown, was used or has expired; ask for a new one.",
  },
  insufficient_quota: {
    means: "The month's simulations are used up.",
    remedy: "Wait for `meta.resets_at`, or move to a larger plan.",
    message: "The plan sandbox allows 100 simulations a month, and they are used.",
  },
  billing_disabled: {
    means: "The organization has bought nothing yet, so it has no bill.",
    remedy: "Choose a plan first.",
    message: "The organization has no billing customer: nothing was bought yet.",
  },
  forbidden: {
    means:
      "The caller may not do this: it is for people, for another key, or comes from another site's page.",
    remedy: "Call as the person or the key that may; the same caller is refused again.",
    message: "Only a person may do this, by a session; an API key may not.",
  },
  forbidden_missing_scope: {
    means: "The key lacks the scope that `meta.required_scope` names.",
    remedy: "Use or create a key with that scope.",
    message: "The key lacks the scope webhooks:write.",
  },
  forbidden_operator_only: {
    means: "The operation is for the people who run the service.",
    remedy: "Use your organization's own operations, or ask the people who run the service.",
    message: "Only an operator may do this.",
  },
  not_found: {
    means: "There is no such resource of your organization, or no such path or method.",
    remedy: "Check the id and the path. A row of another organization looks the same.",
    message: "There is no such webhook.",
  },
  simulation_not_found: {
    means: "There is no such simulation of your organization.",
    remedy: "Check the id, and that the key is of the organization that created it.",
    message: "There is no such simulation.",
  },
  workflow_not_found: {
    means: "There is no such methodology.",
    remedy: "Take a `workflow_id` of `GET /v1/workflows`.",
    message: "There is no such workflow.",
  },
  idempotency_key_required: {
    means: "The operation creates something and needs an Idempotency-Key.",
    remedy: "Send a new UUID as `Idempotency-Key`, and the same one with each retry.",
    message: "Send an Idempotency-Key header, such as a new UUID for each thing to create.",
  },
  idempotency_key_invalid: {
    means: "The key is no ULID, no UUID and not 32–255 printable ASCII characters.",
    remedy: "Send a UUID.",
    message: "An Idempotency-Key is a ULID, a UUID or 32 to 255 printable ASCII characters.",
  },
  idempotency_conflict: {
    means:
      "`meta.reason` says: the key was used with a `different_body`, or its first request is `in_progress`.",
    remedy: "Use a new key for a new request; while one is in progress send it again after `Retry-After`.",
    message: "This Idempotency-Key was used with a different body.",
  },
  email_already_registered: {
    means: "A person with this address has an account.",
    remedy: "Sign in with it, or take another address.",
    message: "A person with this address has signed up already.",
  },
  organization_name_taken: {
    means: "Another organization has this name, in any case.",
    remedy: "Choose another name.",
    message: "Another organization has this name.",
  },
  api_key_already_rotated: {
    means: "Another rotation has replaced the secret meanwhile.",
    remedy: "Rotate with the newest secret, or as a person.",
    message: "Another rotation has replaced the secret meanwhile.",
  },
  simulation_not_complete: {
    means: "The simulation has no results: it is queued or running, or it failed.",
    remedy:
      "Poll its status with `?wait=30`, or wait for the event. Where `meta.status` is failed create it again.",
    message: "The simulation has not completed yet.",
  },
  simulation_not_terminal: {
    means: "The simulation is queued or running.",
    remedy: "Wait until it has ended, or cancel it first.",
    message: "The simulation has not ended yet: cancel it first, or wait.",
  },
  simulation_not_cancellable: {
    means: "The simulation has ended already.",
    remedy: "Read its status.",
    message: "The simulation has ended already.",
  },
  insights_already_generated: {
    means: "The simulation has its Reading already.",
    remedy: "Read it: `GET /v1/simulations/{id}/insights`.",
    message: "The simulation has its Reading already.",
  },
  training_not_complete: {
    means: "The training run has not ended.",
    remedy: "Start it where `meta.status` is QUEUED; ask again once `results_available` is true.",
    message: "The training run has not ended.",
  },
  training_not_terminal: {
    means: "The training run is queued or running.",
    remedy: "Wait until it has ended; one that is never started is forgotten after a day.",
    message: "The training run has not ended yet.",
  },
  training_not_queued: {
    means: "The training run was started already.",
    remedy: "Read its status; create another run for another file.",
    message: "The training run was started already.",
  },
  training_queue_full: {
    means:
      "20 training runs wait to be started, or the files of runs that have not ended take all that the plan allows.",
    remedy: "Start one; those that are not started are deleted after a day.",
    message: "There are 20 training runs that were not started.",
  },
  delivery_not_retryable: {
    means: "The delivery's subscription was deleted, or the delivery has had 1,000 attempts.",
    remedy: "Read the event itself: `GET /v1/events/{event_id}`.",
    message: "The subscription was deleted, so nothing is sent to it any more.",
  },
  limit_reached: {
    means: "The organization has as many keys, subscriptions or people as it may have: `meta.limit`.",
    remedy: "Revoke or delete one first.",
    message: "At most 100 keys may work; revoke one first.",
  },
  routing_low_confidence: {
    means: "No published methodology fits the question well enough. `meta.alternatives` names the likeliest.",
    remedy: "Name one in `POST /v1/simulations`, or word the question differently.",
    message: "No published workflow fits the question well enough.",
  },
  tier_cap_exceeded: {
    means: "With these agents the month would pass what the plan allows.",
    remedy: "Ask fewer agents, wait for `meta.resets_at`, or move to a larger plan.",
    message: "With 500 more agents the month would pass the 20000 that the plan sandbox allows.",
  },
  agent_count_exceeds_plan: {
    means: "One simulation of this plan has at most `meta.ceiling` agents.",
    remedy: "Ask at most that many, or move to a larger plan.",
    message: "The plan sandbox allows up to 500 agents a simulation.",
  },
  insights_disabled: {
    means: "The simulation was created without a Reading, or the organization has them switched off.",
    remedy:
      "Create a simulation with `generate_insights` true; for the organization ask the people who run the service.",
    message: "The simulation was created with generate_insights false and gets no Reading.",
  },
  rate_limit_exceeded: {
    means:
      "The caller, or its organization, has made more requests than its limit allows, too many sign-ins, or too many requests at once.",
    remedy: AGAIN,
    message: "More than 60 requests a minute; the next one passes in 1 s.",
  },
  insights_cost_cap_reached: {
    means: "Another Reading would pass the month's ceiling.",
    remedy: "Generate it next month, or have the ceiling raised.",
    message: "Another Reading would pass this month's ceiling of 5 USD.",
  },
  internal_error: {
    means: "Something went wrong in the service.",
    remedy: "Send the request again with the same Idempotency-Key; report `meta.correlation_id` if it stays.",
    message: "Something went wrong here; the correlation id finds it in our log.",
  },
  rate_limiter_unavailable: {
    means: "What counts requests does not answer.",
    remedy: AGAIN,
    message: "The rate limiter does not answer; try again in a second.",
  },
  email_delivery_failed: {
    means: "No mail server took the message; its link is void.",
    remedy: "Ask for the link again in a minute.",
    message: "The mail could not be delivered; the link in it is void.",
  },
  service_unavailable: {
    means: "The database or the store of uploads does not answer, or too much is asked at once.",
    remedy: AGAIN,
    message: "The database does not answer; try again shortly.",
  },
  maintenance: {
    means: "The service is in a planned maintenance.",
    remedy: AGAIN,
    message: "Planned maintenance; try again in 600 s.",
  },
  billing_misconfigured: {
    means: "The billing provider cannot be reached, or knows a price that has no plan.",
    remedy: AGAIN,
    message: "The billing provider opens no portal now; try again.",
  },
};

const CODES = Object.keys(ERROR_STATUS) as Code[];

/** An error code, as errors and the list of requests carry it. */
export const ErrorCode = named("ErrorCode", oneOf(CODES, "What went wrong: clients dispatch on it"));
