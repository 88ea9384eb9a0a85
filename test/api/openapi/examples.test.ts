import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { sha256 } from "#shared/crypto.ts";
import { apiDocument } from "#api/document.ts";
import type { Route } from "#api/http/define-route.ts";
import { ROUTES } from "#api/routes.ts";
import { callerWithCookie, type Person, signIn, writtenMailTo } from "#testing/accounts.ts";
import { type Caller, callerWith, type Reply } from "#testing/caller.ts";
import { assertExample } from "#testing/documentation-page.ts";
import { newOrganization } from "#testing/organizations.ts";
import { createDatabase, startApi, startRedis, type TestDatabase } from "#testing/processes.ts";
import { ask, stack } from "#testing/stack.ts";
import { newSimulation } from "#testing/simulations.ts";

interface Body {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, object>>;
}
interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, Body>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Body>> }>>;
}
const document = apiDocument("http://localhost") as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
};
const operationOf = ({ path, method }: Route) => document.paths[path]?.[method.toLowerCase()] as Operation;

describe("The examples of the OpenAPI document", () => {
  for (const route of ROUTES) {
    it(`of ${route.operationId}'s responses fit their schemas, and nothing of them is undocumented`, () => {
      for (const [status, { content = {} }] of Object.entries(operationOf(route).responses)) {
        for (const [type, { example }] of Object.entries(content)) {
          if (Number(status) >= 400) continue;
          assert.ok(example !== undefined, `${status} ${type} has no example`);
          if (type === "application/json") assertExample(route.method, route.path, status, example);
        }
      }
    });
  }

  // deno-lint-ignore no-explicit-any -- the schemas are asserted above
  const answerOf = (operationId: string, status: string): any => {
    const route = ROUTES.find((route) => route.operationId === operationId) as Route;
    return operationOf(route).responses[status]?.content?.["application/json"]?.example;
  };

  it("give different resources different ids", () => {
    const kinds = new Map<string, Set<string>>();
    for (const { operationId, method, path } of ROUTES) {
      const data = method === "GET" ? answerOf(operationId, "200")?.data : null;
      const id = Array.isArray(data) ? data[0].id ?? data[0].training_id : undefined;
      if (id === undefined) continue;
      kinds.set(id, (kinds.get(id) ?? new Set()).add(path.split("/").at(-1) ?? ""));
    }
    assert.ok(kinds.size >= 12, `${kinds.size}`);
    for (const [id, names] of kinds) assert.equal(names.size, 1, `${id}: ${[...names].join(", ")}`);
  });

  it("contradict themselves in nothing that a reader would take for a rule", () => {
    const { status, started_at, completed_at, results_available } = answerOf("startTraining", "202").data;
    assert.deepEqual([status, results_available], ["COMPLETED", true]);
    assert.ok(started_at < completed_at);
    const { data, meta } = answerOf("showInsights", "200");
    assert.deepEqual([data.insights_status, meta.next_poll_after_seconds], ["running", 5]);
    const { period } = answerOf("showUsage", "200").data;
    assert.ok(period.start < period.end);
    const [entry] = answerOf("adminListAudit", "200").data;
    assert.ok([entry.actor_key_id, entry.actor_user_id, entry.actor_command].some((actor) => actor !== null));
    assert.match(answerOf("testWebhook", "202").meta.delivery_note, /held/);
    for (const { operationId } of ROUTES) {
      for (const status of ["200", "202"]) {
        const text = JSON.stringify(answerOf(operationId, status) ?? null);
        for (const [, url] of text.matchAll(/"temporal_ui_url":"([^"]+)"/g)) {
          assert.match(url ?? "", /^https:\/\/temporal\./, operationId);
        }
      }
    }
  });

  it("are there for every type of event", () => {
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const { example } = post.requestBody?.content["application/json"] ?? {};
      assert.equal((example as { readonly type?: string }).type, type);
    }
  });
});

/** An API, a database and a Redis of this spec's own: operators' examples change what all organizations share. */
describe("The example of a request", function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let api: Awaited<ReturnType<typeof startApi>>;
  let call: Caller;
  let person: Person;
  let ids: Readonly<Record<string, string>>;
  before(async () => {
    [database, redis] = await Promise.all([createDatabase(), startRedis()]);
    api = await startApi({
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      TEMPORAL_ADDRESS: "127.0.0.1:1",
      LOG_LEVEL: "warn",
    });
    const { baseUrl } = api;
    const organization = await newOrganization({ baseUrl });
    ({ call } = organization);
    person = await signIn({ baseUrl, databaseUrl: database.url, redisUrl: redis.url });
    const webhook = await call("POST", "/v1/webhooks", {
      body: { url: "https://example.com/hook", events: ["*"] },
    });
    const key = await person.call("POST", "/v1/api-keys", { body: { name: "a", scopes: ["webhooks:read"] } });
    ids = {
      webhook_id: webhook.data.id,
      key_id: key.data.id,
      id: organization.id,
      simulation: await newSimulation(call),
      user_id: person.userId,
      workflow_id: "product-purchase-intent",
    };
  });
  after(async () => {
    await api?.stop();
    await redis?.stop();
    await database?.drop();
  });

  /** Sends a body as a caller whom the route lets in. */
  function send(route: Route, body: unknown): Promise<Reply> {
    const of: Readonly<Record<string, string | undefined>> = route.path.startsWith("/v1/simulations/")
      ? { ...ids, id: ids["simulation"] }
      : ids;
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name) => of[name] ?? "");
    const caller = route.routeScope === "operator"
      ? callerWith(stack().operatorKey, api.baseUrl)
      : route.routeScope === "organization" && typeof route.access === "string"
      ? callerWithCookie(person.token, api.baseUrl)
      : route.routeScope === "public"
      ? callerWith(null, api.baseUrl)
      : call;
    return caller(route.method, path, { body });
  }

  /** What of an example only its receiver knows: the token of a link that was mailed, and what time it is. */
  const SECRETS: Readonly<Record<string, () => Promise<object>>> = {
    recoverWebhook: () => Promise.resolve({ since: new Date(Date.now() - 60_000).toISOString() }),
    verifyMagicLink: () => mailedToken("alan@example.org", 1),
    confirmPasswordReset: async () => ({ token: await resetToken() }),
  };

  async function mailedToken(address: string, n: number): Promise<{ token: string }> {
    const { text } = await writtenMailTo(address, n);
    return { token: /#token=([\w-]+)/.exec(text)?.[1] ?? "" };
  }

  /** The worker writes the tokens of resets, and there is none here. */
  async function resetToken(): Promise<string> {
    const token = "a".repeat(43);
    await ask(
      `INSERT INTO password_reset_tokens (token_hash, organization_id, user_id, expires_at)
       SELECT $1, organization_id, id, now() + interval '1 hour' FROM users WHERE email = 'ada@example.org'`,
      [sha256(token)],
      database.url,
    );
    return token;
  }

  // Sign-up and mailed links come before what signs in by them; the maintenance, which refuses everything else, comes last.
  const RANKS: Readonly<Record<string, number>> = { signUp: -1, adminSetMaintenance: 1 };
  const withBody = ROUTES.filter(({ body }) => body !== undefined)
    .sort((a, b) => (RANKS[a.operationId] ?? 0) - (RANKS[b.operationId] ?? 0));
  for (const route of withBody) {
    it(`of ${route.operationId} succeeds`, async () => {
      const content = operationOf(route).requestBody?.content ?? {};
      const [status = ""] = Object.keys(route.responses);
      if (route.operationId === "receivePayment") {
        const body = String(content["application/octet-stream"]?.example);
        const signature = createHmac("sha256", stack().settings["PAYMENTS_WEBHOOK_SECRET"] ?? "").update(body)
          .digest("hex");
        const received = await callerWith(null, api.baseUrl)("POST", route.path, {
          body,
          headers: { "Payments-Signature": signature },
        });
        assert.equal(received.status, Number(status), JSON.stringify(received.meta));
        return;
      }
      const example = content["application/json"]?.example as object;
      const reply = await send(route, { ...example, ...await SECRETS[route.operationId]?.() });
      assert.equal(reply.status, Number(status), JSON.stringify(reply.meta));
    });
  }
});
