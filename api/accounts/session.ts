import { endSessionGeneration, findUser, type UserRow } from "#db/accounts/users.ts";
import type { Transaction } from "#db/postgres/database.ts";
import { findOrganization, type OrganizationRow } from "#db/organizations/organizations.ts";
import { SCOPES } from "#shared/api-key.ts";
import { ApiError } from "#shared/errors.ts";
import {
  defineRoute,
  forAnyCaller,
  forEverybody,
  forPeople,
  NO_STORE,
  type RouteRequest,
} from "../http/define-route.ts";
import type { Answer } from "../http/response.ts";
import type { Services } from "../http/services.ts";
import { clearedCookie, personOf, sessionCookie } from "../http/identity.ts";
import { MAX_SESSIONS, type Session, type SignInMethod } from "./sessions.ts";
import { firstPage, type PageRequest } from "#db/postgres/paginate.ts";
import { boolean, Id, namedObject, nullable, oneOf, text, Timestamp } from "../http/fields.ts";
import { answerPage, listOf } from "../http/pagination.ts";
import { ScopeName } from "../organizations/api-keys.ts";
import { OwnOrganization } from "../organizations/organization.ts";
import Type from "typebox";

/** Who is signed in, as sign-in and `GET /v1/auth/me` answer. */
export const SessionResponse = namedObject("Session", {
  user: nullable(namedObject("User", {
    id: Id,
    email: Type.String(),
    name: Type.String(),
    created_at: Timestamp,
    last_login_at: nullable(Timestamp),
  })),
  organization: OwnOrganization,
  scopes: Type.Array(ScopeName),
  expires_at: nullable(Timestamp),
}, "`user` is null for an API key, and so is `expires_at` for a key that does not expire");

/** A POST of whoever is not signed in, or is about to leave. */
export const FOR_VISITORS = { ...forEverybody("Accounts"), headers: NO_STORE } as const;

/**
 * Opens a session, within the transaction of the sign-in: without Redis the sign-in is rolled back and a link stays unused.
 *
 * @returns the SessionResponse with its cookie
 * @throws ApiError 503 `rate_limiter_unavailable` within 200 ms when Redis does not reply
 */
export async function openSession(
  tx: Transaction,
  { sessions, config }: Services,
  user: UserRow,
  method: SignInMethod,
  client: RouteRequest["client"],
): Promise<Answer> {
  const organization = await organizationOf(tx, user.organization_id);
  const { token, expiresAt } = await sessions.open({
    user_id: user.id,
    generation: user.session_generation,
    method,
    user_agent: client.userAgent,
  });
  return {
    data: { user, organization, scopes: SCOPES, expires_at: expiresAt },
    headers: { "Set-Cookie": sessionCookie(token, config.baseUrl) },
  };
}

/** The session of a request's cookie, which may belong to anybody; null without one. */
export async function sessionOf(
  { sessions }: Services,
  { sessionToken }: Pick<RouteRequest["client"], "sessionToken">,
): Promise<Session | null> {
  return sessionToken === null ? null : await sessions.find(sessionToken);
}

/** Whether a session is one of the person's that has not been ended. */
export function isSessionOf(
  session: Session | null,
  { id, session_generation }: Pick<UserRow, "id" | "session_generation">,
): boolean {
  return session?.user_id === id && session.generation === session_generation;
}

export const showMe = defineRoute({
  ...forAnyCaller("Accounts"),
  endpoint: "GET /v1/auth/me",
  headers: NO_STORE,
  responses: {
    200: {
      description: "The caller",
      data: SessionResponse,
      meta: namedObject("CallerMeta", { operator: boolean("Whether the caller may use `/v1/admin/*`") }),
    },
  },
  read: async ({ identity, inTransaction }) => {
    const { organizationId, scopes, expiresAt } = identity;
    return await inTransaction(async (tx) => {
      const organization = await organizationOf(tx, organizationId);
      const user = identity.kind === "key" ? null : await findUser(tx, identity.userId);
      if (user === null && identity.kind === "session") {
        throw new ApiError("not_authenticated", "The session has ended; sign in again.");
      }
      const data = { user, organization, scopes, expires_at: expiresAt };
      return { data, meta: { operator: identity.isOperator } };
    });
  },
});

export const logOut = defineRoute({
  ...FOR_VISITORS,
  endpoint: "POST /v1/auth/logout",
  responses: { 204: { description: "Signed out", headers: ["Set-Cookie"] } },
  read: async ({ client, services }) => {
    const session = await sessionOf(services, client);
    if (session !== null) await services.sessions.end(session.user_id, session.id);
    return { headers: { "Set-Cookie": clearedCookie(services.config.baseUrl) } };
  },
});

async function organizationOf(tx: Transaction, id: string): Promise<OrganizationRow> {
  const organization = await findOrganization(tx, id);
  if (organization === null) {
    throw new ApiError("not_authenticated", "The organization does not exist any more.");
  }
  return organization;
}

const OwnSession = namedObject("OwnSession", {
  id: Id,
  current: boolean("Whether this request came by it"),
  signed_in_by: oneOf(["magic_link", "password"]),
  user_agent: nullable(text("The browser's name at sign-in")),
  created_at: Timestamp,
  last_used_at: text("To the hour", { format: "date-time" }),
  expires_at: Timestamp,
});

export const listSessions = defineRoute({
  ...forPeople("Sessions"),
  ...listOf(OwnSession),
  endpoint: "GET /v1/auth/sessions",
  description: `A person has at most ${MAX_SESSIONS}; one more ends the one that expires first.`,
  read: (request) => {
    const { userId, sessionId } = personOf(request.identity);
    return answerPage(request, async ({ limit, after }: PageRequest<{ readonly id: string }>) => {
      const sessions = await request.services.sessions.list(userId);
      // Ids begin with their time.
      const newestFirst = sessions.sort((a, b) => a.id < b.id ? 1 : -1);
      return firstPage(
        newestFirst.filter(({ id }) => after === null || id < after.id),
        limit,
        ({ id }) => ({ id }),
      );
    }, (session) => ({ ...session, current: session.id === sessionId, signed_in_by: session.method }));
  },
});

export const endSession = defineRoute({
  ...forPeople("Sessions"),
  endpoint: "DELETE /v1/auth/sessions/{session_id}",
  responses: { 204: { description: "Ended", headers: ["Set-Cookie"] } },
  read: async ({ params, identity, services }) => {
    const { userId, sessionId } = personOf(identity);
    if (!await services.sessions.end(userId, params.session_id)) {
      throw new ApiError("not_found", "There is no such session of yours.");
    }
    const isOwn = params.session_id === sessionId;
    return { headers: isOwn ? { "Set-Cookie": clearedCookie(services.config.baseUrl) } : {} };
  },
});

export const endAllSessions = defineRoute({
  ...forPeople("Sessions"),
  endpoint: "DELETE /v1/auth/sessions",
  responses: { 204: { description: "Ended", headers: ["Set-Cookie"] } },
  write: async ({ identity, services }, tx) => {
    const { userId } = personOf(identity);
    await endSessionGeneration(tx, userId);
    tx.onCommit(() => services.forgetSessions(userId));
    return { headers: { "Set-Cookie": clearedCookie(services.config.baseUrl) } };
  },
});
