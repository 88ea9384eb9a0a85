import assert from "node:assert/strict";
import { Redis } from "ioredis";
import { hash } from "@node-rs/argon2";
import { callerWithCookie, newEmail, signIn, tokenSetBy } from "#testing/accounts.ts";
import { assertRefused, type Caller, callerWith } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { createDatabase, startApi, startRedis, type TestDatabase } from "#testing/processes.ts";

type Started = Awaited<ReturnType<typeof startApi>>;

/** Two API processes on a database and a Redis of the spec's own: a maintenance of the shared ones would stop every other spec. */
describe("A planned maintenance", function () {
  this.timeout(60_000);
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let database: TestDatabase;
  let apis: Started[];
  let operator: Caller;
  const operatorEmail = newEmail();
  before(async () => {
    [redis, database] = await Promise.all([startRedis(), createDatabase()]);
    const settings = { REDIS_URL: redis.url, DATABASE_URL: database.url, OPERATOR_EMAILS: operatorEmail };
    apis = await Promise.all([startApi(settings), startApi(settings)]);
    operator = callerWith(stack().operatorKey, apis[0]!.baseUrl);
  });
  after(async () => {
    for (const part of [...(apis ?? []), redis]) await part?.stop();
    await database?.drop().catch(() => {});
  });

  const begin = (seconds: number) =>
    operator("PUT", "/v1/admin/maintenance", { body: { retry_after_seconds: seconds } });
  const end = async () => assert.equal((await operator("DELETE", "/v1/admin/maintenance")).status, 204);
  const customers = () => apis.map(({ baseUrl }) => callerWith(stack().apiKey, baseUrl));
  const statusOf = async (api: Started, path: string) => {
    const response = await fetch(api.baseUrl + path);
    await response.body?.cancel();
    return response.status;
  };

  it("refuses the next request of every process, and none after its end", async () => {
    for (let round = 0; round < 10; round++) {
      const begun = await begin(30 + round);
      assert.deepEqual([begun.status, begun.data.retry_after_seconds], [200, 30 + round]);
      for (const call of customers()) {
        const refused = await call("GET", "/v1/simulations");
        assertRefused(refused, 503, "maintenance");
        assert.equal(refused.headers.get("Retry-After"), `${30 + round}`);
      }
      await end();
      for (const call of customers()) assert.equal((await call("GET", "/v1/simulations")).status, 200);
    }
  });

  it("leaves status, the probes and operators alone, and refuses all else, whoever calls", async () => {
    const [api] = apis as [Started];
    await begin(60);
    try {
      for (const path of ["/v1/status", "/livez", "/readyz"]) {
        assert.equal(await statusOf(api, path), 200, path);
      }
      for (const path of ["/v1/simulations", "/v1/usage", "/v1/nothing", "/docs", "/openapi.json"]) {
        assert.equal(await statusOf(api, path), 503, path);
      }
      const [call] = customers() as [Caller];
      // Operators end it in the console, whose files are no endpoint.
      assert.equal(await statusOf(api, "/console/assets/none.js"), 404);
      assertRefused(await call("GET", `/v1/simulations/${crypto.randomUUID()}/insights`), 503, "maintenance");
      assert.equal((await operator("GET", "/v1/admin/organizations")).status, 200);
      assertRefused(await call("GET", "/v1/admin/organizations"), 403, "forbidden_operator_only");
    } finally {
      await end();
    }
  });

  it("lets operators sign in by password and by link, read and end their session, and nobody else", async () => {
    const [{ baseUrl }] = apis as [Started];
    const password = "correct horse battery";
    const stored = {
      baseUrl,
      databaseUrl: database.url,
      redisUrl: redis.url,
      passwordHash: await hash(password),
    };
    await signIn({ ...stored, email: operatorEmail });
    const other = await signIn(stored);
    const anyone = callerWith(null, baseUrl);
    const post = (path: string, body: object) => anyone("POST", `/v1/auth/${path}`, { body });
    const names = { name: "Ada", organization_name: "Operators" };
    const linkOf = async (email: string): Promise<string> =>
      (await post("magic-link/request", { email, ...names })).data.magic_link.split("#token=")[1];
    const earlier = await linkOf(other.email);
    await begin(60);
    try {
      const byPassword = await post("password/login", { email: operatorEmail, password });
      assert.equal(byPassword.status, 200, JSON.stringify(byPassword.meta));
      assertRefused(
        await post("password/login", { email: operatorEmail, password: "wrong" }),
        401,
        "invalid_credentials",
      );
      const byLink = await post("magic-link/verify", { token: await linkOf(operatorEmail) });
      const me = callerWithCookie(tokenSetBy(byLink), baseUrl);
      assert.equal((await me("GET", "/v1/auth/me")).meta.operator, true);
      assert.equal((await me("GET", "/v1/admin/maintenance")).data.active, true);
      assertRefused(await me("GET", "/v1/usage"), 503, "maintenance");
      assert.equal(await statusOf(apis[0]!, "/auth/magic-link"), 200);

      for (
        const refused of [
          await post("password/login", { email: other.email, password }),
          await post("magic-link/request", { email: other.email, ...names }),
          await post("magic-link/verify", { token: earlier }),
          await post("magic-link/verify", { token: "A".repeat(43) }),
          await post("password/signup", { email: newEmail(), password, ...names }),
          await post("password/reset/request", { email: operatorEmail }),
          await other.call("GET", "/v1/auth/me"),
        ]
      ) {
        assertRefused(refused, 503, "maintenance");
        assert.equal(refused.headers.get("Retry-After"), "60");
      }
      assert.equal((await me("POST", "/v1/auth/logout")).status, 204);
    } finally {
      await end();
    }
    assert.equal((await post("magic-link/verify", { token: earlier })).status, 200);
  });

  it("charges nobody's bucket", async () => {
    const [call] = customers() as [Caller];
    const remaining = async () => (await call("GET", "/v1/usage")).meta.rate_limit.remaining;
    await begin(60);
    for (let k = 0; k < 50; k++) await call("GET", "/v1/usage");
    await end();
    assert.ok(await remaining() > 1_150);
  });

  it("outlasts a Redis that loses its data, since Postgres keeps it", async () => {
    const connection = new Redis(redis.url);
    await begin(90);
    await connection.flushall();
    connection.disconnect();
    for (const call of customers()) assertRefused(await call("GET", "/v1/usage"), 503, "maintenance");
    await end();
  });

  it("ends where Redis brings back one that is over", async () => {
    const connection = new Redis(redis.url);
    await connection.set("maintenance", 30);
    connection.disconnect();
    for (const call of customers()) {
      await eventually(
        "the requests to pass",
        async () => (await call("GET", "/v1/usage")).status === 200 || undefined,
        20,
      );
    }
  });

  it("is changed by operators alone, in whole seconds, and audited", async () => {
    const [call] = customers() as [Caller];
    const body = { retry_after_seconds: 5 };
    assertRefused(await call("PUT", "/v1/admin/maintenance", { body }), 403, "forbidden_operator_only");
    for (const wrong of [0, -1, 1.5, "5", 604_801]) {
      assertRefused(await begin(wrong as number), 400, "validation_error");
    }
    await begin(5);
    const state = async () => (await operator("GET", "/v1/admin/maintenance")).data;
    const { since, ...begun } = await state();
    assert.deepEqual(begun, { active: true, retry_after_seconds: 5 });
    assert.ok(Math.abs(Date.now() - Date.parse(since)) < 60_000, since);
    assertRefused(await call("GET", "/v1/admin/maintenance"), 403, "forbidden_operator_only");
    await end();
    assert.deepEqual(await state(), { active: false, retry_after_seconds: null, since: null });
    const { data } = await operator("GET", "/v1/admin/audit?subject=maintenance&limit=2");
    assert.deepEqual(data.map(({ action }: { action: string }) => action), [
      "maintenance.end",
      "maintenance.begin",
    ]);
    assert.deepEqual(data[1].details, body);
    assert.match(data[1].actor_key_id, /^[0-9a-f-]{36}$/);
  });

  it("answers 503 maintenance also while Postgres is away", async () => {
    await begin(45);
    await ask("SELECT 1", [], database.url);
    await database.drop();
    const refused = await eventually("the refusal", async () => {
      const reply = await customers()[0]!("GET", "/v1/usage");
      return reply.error === "maintenance" ? reply : undefined;
    }, 10);
    assert.equal(refused.headers.get("Retry-After"), "45");
  });
});
