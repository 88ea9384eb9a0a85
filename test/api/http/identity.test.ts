import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import Type from "typebox";
import { defineRoute } from "#api/http/define-route.ts";
import { actorOf, type Authenticator } from "#api/http/identity.ts";
import { recordAudit } from "#db/organizations/audit-log.ts";
import { SCOPES } from "#shared/api-key.ts";
import { ApiError } from "#shared/errors.ts";
import { limitsOf } from "#shared/plans.ts";
import { assertRefused, patiently, replyOf } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { type OwnApi, startOwnApi } from "./own-api.ts";

const responses = { 200: { description: "Done" } };
const done = () => Promise.resolve({ status: 200 });
const common = { tag: "Test", responses } as const;
const ofPeople = { ...common, routeScope: "organization", access: "person" } as const;

const routes = [
  defineRoute({
    ...common,
    endpoint: "GET /test/any",
    routeScope: "organization",
    access: "any",
    read: done,
  }),
  ...(["POST", "PUT", "PATCH", "DELETE"] as const).map((method) =>
    defineRoute({
      ...common,
      endpoint: `${method} /test/any` as const,
      routeScope: "organization",
      access: { scope: "webhooks:write" },
      write: done,
    })
  ),
  defineRoute({
    ...common,
    endpoint: "GET /test/public",
    routeScope: "public",
    read: done,
  }),
  defineRoute({ ...ofPeople, endpoint: "GET /test/people", read: done }),
  defineRoute({
    ...common,
    endpoint: "POST /test/audited",
    routeScope: "operator",
    body: Type.Object({ subject: Type.String() }, { additionalProperties: false }),
    write: async ({ body, identity, requestId }, tx) => {
      await recordAudit(tx, null, {
        ...actorOf(identity),
        action: "test",
        subject: body.subject,
        details: {},
        request_id: requestId,
      });
      return { status: 200 };
    },
  }),
];

/** A session of which Redis says nothing. */
const NO_REPLY = "no-reply";

/** Reads `Cookie: service_session=<user id>` as that person's session, where no Authorization header decides. */
function withSessions(own: Authenticator): Authenticator {
  return async (ctx) => {
    const [, userId] = /service_session=([\w-]+)/.exec(ctx.get("Cookie")) ?? [];
    if (userId === NO_REPLY) throw new ApiError("rate_limiter_unavailable", "Redis does not reply.");
    if (ctx.get("Authorization") !== "" || userId === undefined) return await own(ctx);
    return {
      kind: "session",
      userId,
      sessionId: userId,
      expiresAt: new Date(),
      organizationId: stack().organizationId,
      scopes: SCOPES,
      planTier: "growth",
      limits: limitsOf("growth"),
      isOperator: true,
      isUnproved: false,
    };
  };
}

describe("An identity", () => {
  let api: OwnApi;
  before(async () => {
    api = await startOwnApi(routes, withSessions);
  });
  after(() => api?.close());

  const call = (method: string, path: string, headers: Record<string, string>, body?: object) =>
    patiently(async () =>
      await replyOf(
        await fetch(api.baseUrl + path, {
          method,
          headers: { ...headers, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      )
    );
  const byKey = { Authorization: `Bearer ${stack().operatorKey}` };
  const bySession = (userId: string) => ({ Cookie: `other=1; service_session=${userId}` });

  it("of a session has a bucket per user at its organization's rate, apart from any key's", async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const remaining = async (headers: Record<string, string>) =>
      (await call("GET", "/test/any", headers)).meta.rate_limit;
    assert.equal((await remaining(bySession(one))).limit, 300);
    // Five a second come back meanwhile.
    const after = await Promise.all(Array.from({ length: 20 }, () => remaining(bySession(one))));
    assert.ok(Math.min(...after.map(({ remaining }) => remaining)) < 299);
    assert.equal((await remaining(bySession(other))).remaining, 299);
    assert.ok((await remaining(byKey)).limit > 300);
  });

  it("ends a request at once where Redis does not reply: waiting for the rate limit too would take twice as long", async () => {
    for (const path of ["/test/public", "/test/any"]) {
      assertRefused(await call("GET", path, bySession(NO_REPLY)), 503, "rate_limiter_unavailable");
    }
    assert.equal((await call("GET", "/test/public", {})).status, 200);
  });

  it("is decided by the Authorization header where there is a cookie too", async () => {
    const both = await call("GET", "/test/any", { ...bySession(randomUUID()), ...byKey });
    assert.notEqual(both.meta.rate_limit.limit, 300);
    const wrong = { ...bySession(randomUUID()), Authorization: "Bearer sk_wrong" };
    assertRefused(await call("GET", "/test/any", wrong), 401, "invalid_credentials");
  });

  it("is named in the log: a key by its id, a person by theirs", async () => {
    const userId = randomUUID();
    const [session, key] = [
      await call("GET", "/test/any", bySession(userId)),
      await call("GET", "/test/any", byKey),
    ].map(({ meta }) => api.log.find(({ request_id }) => request_id === meta.request_id));
    assert.deepEqual([session?.["user_id"], session?.["key_id"]], [userId, undefined]);
    assert.equal(session?.["organization_id"], stack().organizationId);
    assert.match(String(key?.["key_id"]), /^[0-9a-f-]{36}$/);
    assert.equal(key?.["user_id"], undefined);
  });

  it("is named in the audit log: a key or a person, never both or neither", async () => {
    const userId = randomUUID();
    const actors = async (headers: Record<string, string>) => {
      const subject = randomUUID();
      assert.equal((await call("POST", "/test/audited", headers, { subject })).status, 200);
      return await ask<{ actor_key_id: string | null; actor_user_id: string | null }>(
        "SELECT actor_key_id, actor_user_id FROM audit_log WHERE subject = $1",
        [subject],
      );
    };
    assert.deepEqual(await actors(bySession(userId)), [{ actor_key_id: null, actor_user_id: userId }]);
    const [byOperator] = await actors(byKey);
    assert.equal(byOperator?.actor_user_id, null);
    assert.match(String(byOperator?.actor_key_id), /^[0-9a-f-]{36}$/);
    await assert.rejects(
      ask(
        `INSERT INTO audit_log (id, action, subject, details, request_id) VALUES (gen_random_uuid(), 'test', 's', '{}', 'r')`,
      ),
      { code: "23514" },
    );
  });

  it("of a person alone opens what is for people: 403 forbidden for a key, 401 not_authenticated for nobody", async () => {
    assert.equal((await call("GET", "/test/people", bySession(randomUUID()))).status, 200);
    assertRefused(await call("GET", "/test/people", byKey), 403, "forbidden");
    assertRefused(await call("GET", "/test/people", {}), 401, "not_authenticated");
    const wrong = { Authorization: "Bearer sk_wrong" };
    assertRefused(await call("GET", "/test/people", wrong), 401, "invalid_credentials");
    assertRefused(await call("GET", "/test/any", {}), 401, "missing_authorization");
  });

  describe("of a session, in a request with an Origin", () => {
    const foreign = [
      "https://evil.example",
      "null",
      "http://127.0.0.1",
      `${stack().baseUrl}.evil.example`,
    ];
    const send = (method: string, headers: Record<string, string>) => call(method, "/test/any", headers);

    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      it(`answers 403 forbidden to a ${method} of another site, and takes the service's own`, async () => {
        const session = bySession(randomUUID());
        for (const Origin of [...foreign, `${api.baseUrl}.evil.example`]) {
          assertRefused(await send(method, { ...session, Origin }), 403, "forbidden");
        }
        assert.equal((await send(method, { ...session, Origin: api.baseUrl })).status, 200);
        assert.equal((await send(method, session)).status, 200);
      });
    }

    it("takes a GET from anywhere, and any method by a key from anywhere", async () => {
      for (const Origin of foreign) {
        assert.equal((await send("GET", { ...bySession(randomUUID()), Origin })).status, 200);
        assert.equal((await send("POST", { ...byKey, Origin })).status, 200);
        assert.equal((await send("POST", { ...bySession(randomUUID()), ...byKey, Origin })).status, 200);
      }
    });
  });
});
