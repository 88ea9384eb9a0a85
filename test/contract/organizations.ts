import type { Endpoint, Proof } from "./proof.ts";

const KEY = "id name prefix scopes created_at last_used_at expires_at revoked_at";
const ORGANIZATION = "id name plan_tier insights_enabled created_at";
const INVITATION = "id email name invited_by sent_at created_at expires_at";

const proof = (file: string, title: string): { readonly proof: Proof } => ({
  proof: [`api/organizations/${file}.test.ts`, title],
});

/** The endpoints of an organization's own keys and people, and of a person's sessions. */
export const ORGANIZATIONS: Readonly<Record<string, Endpoint>> = {
  "POST /v1/api-keys": {
    takes: "name scopes expires_at",
    gives: `201 ${KEY} key`,
    codes: "limit_reached",
    ...proof("api-keys", "are created with the fields of the contract"),
  },
  "GET /v1/api-keys": {
    gives: `200 ${KEY}`,
    ...proof("api-keys", "are listed in pages, newest first"),
  },
  "DELETE /v1/api-keys/{key_id}": {
    gives: "204",
    codes: "not_found",
    ...proof("api-keys", "are revoked at once, at every process"),
  },
  "POST /v1/api-keys/{key_id}/rotate": {
    takes: "grace_period_seconds",
    gives: `201 ${KEY} key`,
    codes: "not_found api_key_already_rotated",
    ...proof("key-rotation", "answers 201 with a new secret under the same id"),
  },
  "GET /v1/auth/sessions": {
    gives: "200 id current signed_in_by user_agent created_at last_used_at expires_at",
    ...proof("organization", "are listed, newest first, in pages"),
  },
  "DELETE /v1/auth/sessions/{session_id}": {
    gives: "204",
    headers: "Set-Cookie",
    codes: "not_found",
    ...proof("organization", "end one at a time"),
  },
  "DELETE /v1/auth/sessions": {
    gives: "204",
    headers: "Set-Cookie",
    ...proof("organization", "end all at once"),
  },
  "GET /v1/organization": {
    gives: `200 ${ORGANIZATION}`,
    ...proof("organization", "is shown as sign-in shows it"),
  },
  "PATCH /v1/organization": {
    takes: "name",
    gives: `200 ${ORGANIZATION}`,
    codes: "organization_name_taken",
    ...proof("organization", "gets no name that another one has"),
  },
  "DELETE /v1/organization": {
    gives: "202 id status",
    headers: "Set-Cookie",
    codes: "not_found forbidden",
    proof: ["outages/organization-deletion.test.ts", "answers 202, refuses keys and sessions at once"],
  },
  "GET /v1/organization/members": {
    gives: "200 id email name role created_at last_login_at",
    ...proof("organization", "lists its people in pages"),
  },
  "PATCH /v1/organization/members/{user_id}": {
    takes: "role",
    gives: "200 id email name role created_at last_login_at",
    codes: "not_found forbidden",
    ...proof("roles", "are changed by owners alone"),
  },
  "GET /v1/audit": {
    takes: "created_after created_before",
    gives: "200 id at actor action subject request_id",
    ...proof("audit", "is seen by every person of the organization"),
  },
  "DELETE /v1/organization/members/{user_id}": {
    gives: "204",
    codes: "not_found forbidden",
    ...proof("organization", "loses a person who is removed"),
  },
  "POST /v1/organization/invitations": {
    takes: "email name",
    gives: `201 ${INVITATION}`,
    codes: "email_already_registered limit_reached",
    ...proof("invitations", "is mailed, and its link makes the address a member"),
  },
  "GET /v1/organization/invitations": {
    gives: `200 ${INVITATION}`,
    ...proof("invitations", "of an address that is invited already mails another link"),
  },
  "DELETE /v1/organization/invitations/{invitation_id}": {
    gives: "204",
    codes: "not_found",
    ...proof("invitations", "is revoked: its links work no longer"),
  },
};
