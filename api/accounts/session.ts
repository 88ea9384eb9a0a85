import { findUser, type UserRow } from "#db/accounts/users.ts";
import type { Transaction } from "#db/database.ts";
import type { OrganizationRow } from "#db/entities/entities.ts";
import { findOrganization } from "#db/organizations/organizations.ts";
import { type Scope, SCOPES } from "#shared/api-key.ts";
import { ApiError } from "#shared/errors.ts";
import { type Client, defineRoute, NO_STORE } from "../http/define-route.ts";
import type { HandlerResult } from "../http/response.ts";
import type { Services } from "../http/services.ts";
import { CallerMeta, SessionResponse, type SessionResponseBody } from "./schema.ts";
import { clearedCookie, sessionCookie } from "./session-authenticator.ts";
import type { SignInMethod } from "./sessions.ts";

interface SignIn {
  readonly user: UserRow;
  readonly method: SignInMethod;
  readonly client: Client;
  readonly status: 200 | 201;
}

/**
 * Opens a session, within the transaction of the sign-in: without Redis the sign-in is rolled back and a link stays unused.
 *
 * @returns the SessionResponse with its cookie
 * @throws ApiError 503 `rate_limiter_unavailable` within 200 ms when Redis does not reply
 */
export async function openSession(
  tx: Transaction,
  { sessions, config }: Services,
  { user, method, client, status }: SignIn,
): Promise<HandlerResult> {
  const organization = await organizationOf(tx, user.organization_id);
  const { token, expiresAt } = await sessions.open({
    userId: user.id,
    generation: user.session_generation,
    method,
    userAgent: client.userAgent,
  });
  return {
    status,
    data: sessionResource(user, organization, SCOPES, expiresAt),
    headers: { "Set-Cookie": sessionCookie(token, config.baseUrl) },
  };
}

export const showMe = defineRoute({
  method: "GET",
  path: "/v1/auth/me",
  operationId: "showMe",
  summary: "Show who calls: the person and the organization",
  description: "`user` is null for an API key. `meta.operator` says whether the caller operates the service.",
  tag: "Accounts",
  fence: "organization",
  access: "any",
  headers: NO_STORE,
  responses: { 200: { description: "The caller", data: SessionResponse, meta: CallerMeta } },
  read: async ({ identity, services }) => {
    const { organizationId, scopes, expiresAt } = identity;
    return await services.tenantDatabase.withOrganization(organizationId, async (tx) => {
      const organization = await organizationOf(tx, organizationId);
      const user = identity.kind === "key" ? null : await findUser(tx, identity.userId);
      if (user === null && identity.kind === "session") {
        throw new ApiError("not_authenticated", "The session has ended; sign in again.");
      }
      const data = sessionResource(user, organization, scopes, expiresAt);
      return { status: 200, data, meta: { operator: identity.isOperator } };
    });
  },
});

export const logOut = defineRoute({
  method: "POST",
  path: "/v1/auth/logout",
  operationId: "logOut",
  summary: "End the session of the cookie, and clear the cookie",
  description: "Answers 204 without a cookie, too.",
  tag: "Accounts",
  fence: "public",
  headers: NO_STORE,
  responses: { 204: { description: "Signed out", headers: ["Set-Cookie"] } },
  read: async ({ client, services: { sessions, config } }) => {
    const session = client.sessionToken === null ? null : await sessions.find(client.sessionToken);
    if (session !== null) await sessions.end(session.userId, session.id);
    return { status: 204, headers: { "Set-Cookie": clearedCookie(config.baseUrl) } };
  },
});

async function organizationOf(tx: Transaction, id: string): Promise<OrganizationRow> {
  const organization = await findOrganization(tx, id);
  if (organization === null) {
    throw new ApiError("not_authenticated", "The organization does not exist any more.");
  }
  return organization;
}

function sessionResource(
  user: UserRow | null,
  organization: OrganizationRow,
  scopes: readonly Scope[],
  expiresAt: Date | null,
): SessionResponseBody {
  return {
    user: user && {
      id: user.id,
      email: user.email,
      name: user.name,
      created_at: user.created_at.toISOString(),
      last_login_at: user.last_login_at?.toISOString() ?? null,
    },
    organization: {
      id: organization.id,
      name: organization.name,
      plan_tier: organization.plan_tier,
      insights_enabled: organization.insights_enabled,
      created_at: organization.created_at.toISOString(),
    },
    scopes: [...scopes],
    expires_at: expiresAt?.toISOString() ?? null,
  };
}
