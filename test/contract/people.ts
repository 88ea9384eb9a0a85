import type { Endpoint } from "./proof.ts";

const SESSION = "user organization scopes expires_at";

/** The endpoints of people, their sessions and their bills. */
export const PEOPLE: Readonly<Record<string, Endpoint>> = {
  "POST /v1/auth/password/signup": {
    takes: "email password name organization_name",
    gives: `201 ${SESSION}`,
    headers: "Set-Cookie",
    codes: "email_already_registered organization_name_taken",
    proof: [
      "api/accounts/password.test.ts",
      "creates a person and an organization, and signs in by a cookie",
    ],
  },
  "POST /v1/auth/password/login": {
    takes: "email password",
    gives: `200 ${SESSION}`,
    headers: "Set-Cookie",
    codes: "invalid_credentials",
    proof: [
      "api/accounts/password.test.ts",
      "logs in with the password, in any Unicode form, and records when",
    ],
  },
  "POST /v1/auth/magic-link/request": {
    takes: "email name organization_name",
    gives: "202 sent magic_link",
    codes: "email_delivery_failed",
    proof: [
      "api/accounts/magic-link.test.ts",
      "mails a link in text and HTML, and answers nothing but that it was sent",
    ],
  },
  "POST /v1/auth/magic-link/verify": {
    takes: "token",
    gives: `200 ${SESSION}`,
    headers: "Set-Cookie",
    codes: "magic_link_invalid",
    proof: ["api/accounts/magic-link.test.ts", "lets exactly one of 50 verifies of one token in"],
  },
  "POST /v1/auth/password/reset/request": {
    takes: "email",
    gives: "200 sent",
    proof: ["api/accounts/reset.test.ts", "answers alike for a known and an unknown address"],
  },
  "POST /v1/auth/password/reset/confirm": {
    takes: "token password",
    gives: "200 reset",
    codes: "invalid_or_expired_token",
    proof: ["api/accounts/reset.test.ts", "refuses unknown, used and expired tokens alike"],
  },
  "POST /v1/auth/logout": {
    gives: "204",
    headers: "Set-Cookie",
    proof: ["api/accounts/password.test.ts", "answers 401 without credentials and after the session's end"],
  },
  "GET /v1/auth/me": {
    gives: `200 ${SESSION}`,
    meta: "operator",
    proof: ["api/accounts/password.test.ts", "shows a key's organization and scopes, and no person"],
  },
  "GET /v1/billing/purchases": {
    gives: "200 id email plan_tier paid completed_at claimed_at",
    proof: ["api/billing/purchases.test.ts", "are listed to the person who has proved the buyer's address"],
  },
  "POST /v1/billing/purchases/{purchase_id}/claim": {
    gives: "200 id email plan_tier paid completed_at claimed_at",
    codes: "not_found",
    proof: ["api/billing/purchases.test.ts", "never lower a plan that an operator gave"],
  },
  "POST /v1/billing/portal": {
    gives: "200 url",
    headers: "Cache-Control",
    codes: "forbidden billing_disabled billing_misconfigured",
    proof: ["api/billing/portal.test.ts", "opens the provider's portal for the organization's customer"],
  },
  "POST /v1/webhooks/payments": {
    gives: "200 received",
    codes: "invalid_credentials billing_misconfigured",
    proof: ["api/billing/payments-receiver.test.ts", "accepts both forms, in capitals, four minutes old"],
  },
};
