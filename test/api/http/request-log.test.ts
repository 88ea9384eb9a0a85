import assert from "node:assert/strict";
import { connect } from "node:net";
import process from "node:process";
import { type Caller, callerWith, replyOf } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newKey, newOrganization, type TestOrganization } from "#testing/organizations.ts";
import {
  createDatabase,
  startApi,
  startRedis,
  type TestDatabase,
  type TestProcess,
} from "#testing/processes.ts";
import { simulationBody } from "#testing/simulations.ts";

interface Line {
  readonly level: string;
  readonly time: string;
  readonly process: string;
  readonly msg: string;
  readonly request_id?: string;
  readonly correlation_id?: string;
  readonly organization_id?: string;
  readonly key_id?: string;
  readonly method?: string;
  readonly route?: string | null;
  readonly status?: number;
  readonly duration_ms?: number;
  readonly err?: { readonly message: string; readonly stack: string; readonly code?: string };
}

/** An API of this spec's own, so that its log holds this spec's requests alone. */
describe("The API's log", () => {
  let database: TestDatabase;
  let api: Awaited<ReturnType<typeof startApi>>;
  let own: TestOrganization;
  let call: Caller;
  before(async () => {
    database = await createDatabase();
    api = await startApi({ DATABASE_URL: database.url });
    own = await newOrganization({ baseUrl: api.baseUrl });
    call = own.call;
  });
  after(async () => {
    await api?.stop();
    await database?.drop();
  });

  const lines = (from: TestProcess = api): Line[] =>
    from.log().trim().split("\n").map((line) => JSON.parse(line));
  const ofRequest = (requestId: string, from: TestProcess = api) =>
    eventually("the request's line", () => {
      const found = lines(from).filter((line) => line.request_id === requestId && line.msg === "request");
      return Promise.resolve(found.length > 0 ? found : undefined);
    });

  /** The only line of a 5xx. */
  const ofCorrelation = async (correlationId: string, from: TestProcess = api) => {
    const found = await eventually("the cause's line", () => {
      const own = lines(from).filter(({ correlation_id }) => correlation_id === correlationId);
      return Promise.resolve(own.length > 0 ? own : undefined);
    });
    assert.equal(found.length, 1);
    return found;
  };

  it("has one JSON line a request: caller, route, status and duration", async () => {
    const { id, key } = await newKey(own.id, undefined, api.baseUrl);
    const began = Date.now();
    const { data, meta } = await callerWith(key, api.baseUrl)("POST", "/v1/simulations", {
      body: simulationBody(),
    });
    const [line, ...others] = await ofRequest(meta.request_id);
    assert.deepEqual(others, []);
    const { time, duration_ms, ...rest } = line as Line;
    assert.deepEqual(rest, {
      level: "info",
      process: "api",
      request_id: meta.request_id,
      organization_id: own.id,
      key_id: id,
      method: "POST",
      route: "/v1/simulations",
      status: 202,
      msg: "request",
    });
    assert.ok(Date.parse(time) >= began - 1 && Date.parse(time) <= Date.now() + 1, time);
    assert.ok(duration_ms !== undefined && duration_ms > 0 && duration_ms < 30_000);

    const shown = await call("GET", `/v1/simulations/${data.id}?`);
    assert.equal((await ofRequest(shown.meta.request_id))[0]?.route, "/v1/simulations/{id}");
  });

  it("has a line for refused requests, with or without a caller or a route", async () => {
    const requests: readonly [Caller, string, string, number, string | null, boolean][] = [
      [call, "GET", "/v1/simulations?limit=none", 400, "/v1/simulations", true],
      [call, "POST", "/v1/admin/organizations", 403, "/v1/admin/organizations", true],
      [callerWith(null, api.baseUrl), "GET", "/v1/simulations", 401, "/v1/simulations", false],
      [call, "GET", "/v1/nothing", 404, null, true],
      [call, "DELETE", "/v1/simulations", 405, null, true],
      [callerWith(null, api.baseUrl), "GET", "/v1/nothing", 404, null, false],
    ];
    for (const [caller, method, path, status, route, known] of requests) {
      const { meta } = await caller(method, path);
      const found = await ofRequest(meta.request_id);
      assert.equal(found.length, 1);
      assert.deepEqual([found[0]?.status, found[0]?.route], [status, route]);
      assert.equal(found[0]?.organization_id, known ? own.id : undefined);
    }
  });

  it("carries the caller's X-Request-Id, where it fits", async () => {
    const requestId = `order-66_${crypto.randomUUID()}`;
    await call("GET", "/v1/simulations", { headers: { "X-Request-Id": requestId } });
    assert.equal((await ofRequest(requestId)).length, 1);
  });

  it("names the route by its template, never by an id", async () => {
    const id = crypto.randomUUID();
    for (
      const path of [
        `/v1/simulations/${id}`,
        `/v1/simulations/sim_${id}/results`,
        `/v1/webhooks/${id}/deliveries`,
      ]
    ) {
      const { meta } = await call("GET", path);
      const [line] = await ofRequest(meta.request_id);
      assert.ok(line?.route?.includes("{id}") || line?.route?.includes("{webhook_id}"), `${line?.route}`);
      assert.ok(!JSON.stringify(line).includes(id));
    }
  });

  it("has one line with the cause under a 500's correlation_id", async () => {
    // The handler fails on a missing column, as on a fault of the service's own.
    const created = await call("POST", "/v1/simulations", { body: simulationBody() });
    await ask("ALTER TABLE simulations RENAME COLUMN agents_completed TO gone", [], database.url);
    const failed = await call("GET", `/v1/simulations/${created.data.id}`);
    await ask("ALTER TABLE simulations RENAME COLUMN gone TO agents_completed", [], database.url);
    assert.equal(failed.status, 500);
    assert.equal(failed.error, "internal_error");
    assert.doesNotMatch(JSON.stringify(failed.meta), /agents_completed|column|\.ts/);
    const found = await ofCorrelation(failed.meta.correlation_id);
    assert.equal(found[0]?.level, "error");
    assert.equal(found[0]?.request_id, failed.meta.request_id);
    assert.match(found[0]?.err?.message ?? "", /agents_completed/);
    assert.match(found[0]?.err?.stack ?? "", /\.ts:\d+/);
    assert.equal((await ofRequest(failed.meta.request_id))[0]?.status, 500);
  });

  it("has the cause of a 503: Redis down, Postgres down", async () => {
    const redis = await startRedis();
    const other = await createDatabase();
    const second = await startApi({ REDIS_URL: redis.url, DATABASE_URL: other.url });
    try {
      const caller = callerWith(stack().apiKey, second.baseUrl);
      const cause = async (code: string) => {
        const refused = await caller("GET", "/v1/simulations");
        assert.deepEqual([refused.status, refused.error], [503, code]);
        const found = await ofCorrelation(refused.meta.correlation_id, second);
        assert.deepEqual([found[0]?.level, found[0]?.msg], ["warn", code]);
        return `${found[0]?.err?.message} ${found[0]?.err?.stack}`;
      };
      await redis.kill();
      assert.match(await cause("rate_limiter_unavailable"), /connection|ECONN|Stream|answer/i);
      // The caller is identified before the request is charged, so Postgres' fault comes first.
      await other.drop();
      assert.match(await cause("service_unavailable"), /does not exist|terminat/);
    } finally {
      await second.stop();
      await redis.stop();
    }
  });

  it("holds no key, no Authorization header, no secret and no question", async () => {
    const question = `Would you buy ${crypto.randomUUID()}?`;
    const key = await newKey(own.id, undefined, api.baseUrl);
    await callerWith(key.key, api.baseUrl)("POST", "/v1/simulations", { body: simulationBody({ question }) });
    await callerWith("sk_mistyped-secret", api.baseUrl)("GET", "/v1/simulations");
    const response = await fetch(`${api.baseUrl}/v1/simulations?key=${key.key}`, {
      headers: { Authorization: "Basic c2VjcmV0OnNlY3JldA==", Cookie: `session=${key.key}` },
    });
    await replyOf(response);
    await ask("ALTER TABLE idempotency_keys RENAME COLUMN answer TO gone", [], database.url);
    const failed = await callerWith(key.key, api.baseUrl)("POST", "/v1/webhooks", {
      body: { url: "https://example.com/hook", events: ["*"], custom_headers: { "X-Token": "hunter2" } },
    });
    const failedKey = await callerWith(stack().operatorKey, api.baseUrl)(
      "POST",
      `/v1/admin/organizations/${own.id}/api-keys`,
      { body: { name: "hunter3", scopes: ["webhooks:read"] } },
    );
    await ask("ALTER TABLE idempotency_keys RENAME COLUMN gone TO answer", [], database.url);
    assert.deepEqual([failed.status, failedKey.status], [500, 500]);
    await ofRequest(failed.meta.request_id);
    const log = api.log();
    for (
      const secret of [
        key.key,
        call.key,
        stack().operatorKey,
        "mistyped-secret",
        "c2VjcmV0",
        "hunter2",
        question,
      ]
    ) {
      assert.ok(!log.includes(secret), `${secret} is in the log`);
    }
    for (const name of ["DATABASE_URL", "SECRETS_KEYS"] as const) {
      const value = stack().settings[name] ?? "";
      assert.ok(!log.includes(new URL(value.includes("://") ? value : `x:${value}`).password || value));
    }
    assert.doesNotMatch(log, /Bearer|whsec_/);
  });

  it("has no warning when a caller hangs up in the middle of a body", async () => {
    const requestId = crypto.randomUUID();
    const { hostname, port } = new URL(api.baseUrl);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(
      `POST /v1/simulations HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${call.key}\r\nX-Request-Id: ${requestId}\r\n` +
        `Content-Type: application/json\r\nIdempotency-Key: ${requestId}\r\nContent-Length: 1000\r\n\r\n{"workflow_id"`,
    );
    // Once later requests of the same key are answered, this one waits for the rest of its body.
    await new Promise((resolve) => socket.once("ready", resolve));
    for (let i = 0; i < 5; i++) await call("GET", "/v1/simulations");
    socket.destroy();
    const [line] = await ofRequest(requestId);
    assert.ok((line?.status ?? 500) < 500, `${line?.status}`);
    assert.ok(!lines().some((each) => each.request_id === requestId && each.level !== "info"));
  });

  it("is JSON from the first line to the last", async () => {
    const second = await startApi({ DATABASE_URL: database.url });
    process.kill(second.pid, "SIGTERM");
    assert.equal(await second.exited, "exit code 0");
    const all = await eventually("its last line", () => {
      const found = lines(second);
      return Promise.resolve(found.at(-1)?.msg === "api stopped" ? found : undefined);
    });
    assert.equal(all[0]?.msg, "api ready");
    for (const line of [...all, ...lines()]) {
      assert.ok(line.process === "api" && !Number.isNaN(Date.parse(line.time)) && line.level.length > 0);
    }
  });

  it("follows LOG_LEVEL", async () => {
    const quiet = await startApi({ DATABASE_URL: database.url, LOG_LEVEL: "error" });
    await callerWith(call.key, quiet.baseUrl)("GET", "/v1/simulations");
    await quiet.stop();
    assert.equal(quiet.log(), "");
  });
});
