import { endSessionGeneration } from "#db/accounts/users.ts";
import { firstPage, type PagePosition } from "#db/postgres/paginate.ts";
import { ApiError } from "#shared/errors.ts";
import { defineRoute, forPeople } from "../http/define-route.ts";
import { boolean, Id, namedObject, nullable, oneOf, text, Timestamp } from "../http/fields.ts";
import { clearedCookie, personOf } from "../http/identity.ts";
import { answerPage, listOf } from "../http/pagination.ts";
import { MAX_SESSIONS } from "./sessions.ts";

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
    return answerPage(request, async ({ limit, after }) => {
      const sessions = await request.services.sessions.list(userId);
      const following = sessions.sort((a, b) => compare(b, a))
        .filter((session) => after === null || compare(session, after) < 0);
      return firstPage(following, limit, ({ created_at, id }) => ({ created_at, id }));
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
    return {
      status: 204,
      headers: params.session_id === sessionId
        ? { "Set-Cookie": clearedCookie(services.config.baseUrl) }
        : {},
    };
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
    return { status: 204, headers: { "Set-Cookie": clearedCookie(services.config.baseUrl) } };
  },
});

function compare(a: PagePosition, b: PagePosition): number {
  return a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : Number(a.id > b.id));
}
