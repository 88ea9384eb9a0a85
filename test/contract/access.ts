/**
 * Who may call each route, written down from the specification and its decisions and from nothing that the code says. An endpoint that a
 * later issue adds gets its line here.
 */

/** The routes of an organization's own rows that a key may call: by the scope that it needs. Sessions have all scopes. */
export const BY_SCOPE: Readonly<Record<string, readonly string[]>> = {
  "simulations:read": [
    "POST /v1/simulations",
    "POST /v1/simulations/auto",
    "POST /v1/simulations/batch",
    "POST /v1/simulations/preview",
    "GET /v1/simulations",
    "GET /v1/simulations/{id}",
    "PATCH /v1/simulations/{id}",
    "DELETE /v1/simulations/{id}",
    "GET /v1/simulations/{id}/results",
    "GET /v1/simulations/{id}/compare/{other_id}",
    "GET /v1/simulations/{id}/disclosure",
    "POST /v1/simulations/{id}/cancel",
    "POST /v1/simulations/{id}/share",
    "DELETE /v1/simulations/{id}/share",
    "GET /v1/workflows",
    "GET /v1/workflows/{workflow_id}",
  ],
  "insights:read": [
    "GET /v1/simulations/{id}/insights",
    "POST /v1/simulations/{id}/insights/generate",
  ],
  "training:read": [
    "GET /v1/training",
    "GET /v1/training/{id}",
    "GET /v1/training/{id}/results",
  ],
  "training:write": [
    "POST /v1/training/uploads",
    "POST /v1/training/{id}/start",
    "DELETE /v1/training/{id}",
  ],
  "webhooks:read": [
    "GET /v1/webhooks",
    "GET /v1/webhooks/{webhook_id}",
    "GET /v1/webhooks/{webhook_id}/deliveries",
    "GET /v1/webhook-stats",
    "GET /v1/deliveries",
    "GET /v1/deliveries/{delivery_id}",
    "GET /v1/deliveries/{delivery_id}/attempts",
    "GET /v1/events",
    "GET /v1/events/{event_id}",
    "GET /v1/event-types",
    "GET /v1/callback-secret",
  ],
  "webhooks:write": [
    "POST /v1/webhooks",
    "PATCH /v1/webhooks/{webhook_id}",
    "POST /v1/webhooks/{webhook_id}",
    "DELETE /v1/webhooks/{webhook_id}",
    "POST /v1/webhooks/{webhook_id}/rotate-secret",
    "POST /v1/webhooks/{webhook_id}/test",
    "POST /v1/webhooks/{webhook_id}/recover",
    "POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry",
    "POST /v1/deliveries/retry",
    "POST /v1/deliveries/{delivery_id}/retry",
    "POST /v1/callback-secret",
  ],
};

/** Of an organization's own rows: any key of it, whatever its scopes, and any session. */
export const BY_ANY_KEY: readonly string[] = [
  "GET /v1/auth/me",
  "POST /v1/api-keys/{key_id}/rotate",
  "GET /v1/usage",
  "GET /v1/usage/daily",
  "GET /v1/requests",
];

/** Of an organization's own rows: people alone, by session. */
export const BY_PEOPLE: readonly string[] = [
  "POST /v1/api-keys",
  "GET /v1/api-keys",
  "DELETE /v1/api-keys/{key_id}",
  "GET /v1/auth/sessions",
  "DELETE /v1/auth/sessions",
  "DELETE /v1/auth/sessions/{session_id}",
  "GET /v1/organization",
  "PATCH /v1/organization",
  "DELETE /v1/organization",
  "GET /v1/organization/members",
  "PATCH /v1/organization/members/{user_id}",
  "DELETE /v1/organization/members/{user_id}",
  "POST /v1/organization/invitations",
  "GET /v1/organization/invitations",
  "DELETE /v1/organization/invitations/{invitation_id}",
  "GET /v1/audit",
  "GET /v1/billing/purchases",
  "POST /v1/billing/purchases/{purchase_id}/claim",
  "POST /v1/billing/portal",
];

/** Of every organization's rows: operators alone. */
export const BY_OPERATORS: readonly string[] = [
  "GET /v1/admin/organizations",
  "POST /v1/admin/organizations",
  "GET /v1/admin/organizations/{id}",
  "PATCH /v1/admin/organizations/{id}",
  "POST /v1/admin/organizations/{id}/api-keys",
  "DELETE /v1/admin/api-keys/{id}",
  "GET /v1/admin/deliveries",
  "POST /v1/admin/deliveries/retry",
  "POST /v1/admin/deliveries/{id}/retry",
  "GET /v1/admin/simulations",
  "GET /v1/admin/simulations/{id}",
  "POST /v1/admin/simulations/{id}/cancel",
  "GET /v1/admin/overview",
  "GET /v1/admin/outbox",
  "POST /v1/admin/outbox/retry",
  "POST /v1/admin/outbox/{id}/retry",
  "PATCH /v1/admin/workflows/{workflow_id}",
  "GET /v1/admin/maintenance",
  "PUT /v1/admin/maintenance",
  "DELETE /v1/admin/maintenance",
  "GET /v1/admin/audit",
];

/** Everybody, without any credentials. */
export const BY_EVERYBODY: readonly string[] = [
  "POST /v1/auth/password/signup",
  "POST /v1/auth/password/login",
  "POST /v1/auth/password/reset/request",
  "POST /v1/auth/password/reset/confirm",
  "POST /v1/auth/magic-link/request",
  "POST /v1/auth/magic-link/verify",
  "POST /v1/auth/logout",
  "POST /v1/webhooks/payments",
  "GET /v1/shared/{token}",
  "GET /v1/status",
];

/** POSTs that need an Idempotency-Key. */
export const KEY_REQUIRED: readonly string[] = [
  "POST /v1/simulations",
  "POST /v1/simulations/auto",
  "POST /v1/simulations/batch",
  "POST /v1/training/uploads",
  "POST /v1/webhooks",
  "POST /v1/api-keys",
];

/** POSTs that store nothing, so that they honour none; every other POST does. */
export const KEY_IGNORED: readonly string[] = [
  ...BY_EVERYBODY.filter((route) => route.startsWith("POST")),
  "POST /v1/simulations/preview",
  "POST /v1/billing/portal",
];

/** Answers 422 `validation_error`: for an audience under 1 %, and for what cannot be compared. */
export const UNPROCESSABLE: readonly string[] = [
  "POST /v1/simulations",
  "POST /v1/simulations/auto",
  "POST /v1/simulations/batch",
  "POST /v1/simulations/preview",
  "GET /v1/simulations/{id}/compare/{other_id}",
];

/** Answers during a maintenance, beside the operators' routes, and while the rate limiter is away. */
export const ANSWERS_ALWAYS: readonly string[] = ["GET /v1/status"];
