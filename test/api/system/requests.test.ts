import assert from "node:assert/strict";
import process from "node:process";
import { Redis } from "ioredis";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { eventually } from "#testing/times.ts";
import { newKey, newOrganization } from "#testing/organizations.ts";
import { startApi, startRedis } from "#testing/processes.ts";
import { stack } from "#testing/stack.ts";

describe("GET /v1/requests", () => {
  it("lists the organization's own requests, newest first, with what each came to", async () => {
    const own = await newOrganization();
    const stranger = await newOrganization();
    const { id, key } = await newKey(own.id, ["webhooks:read"]);
    const began = Date.now();
    await own.call("GET", "/v1/simulations", { headers: { "X-Request-Id": "first" } });
    await callerWith(key)("GET", "/v1/simulations");
    await own.call("GET", `/v1/simulations/${crypto.randomUUID()}`);
    await fetch(`${stack().baseUrl}/v1/nothing`, { headers: { Authorization: `Bearer ${own.call.key}` } });
    await stranger.call("GET", "/v1/usage");
    await callerWith(null)("GET", "/v1/simulations");
    const { data, meta } = await own.call("GET", "/v1/requests");
    assert.deepEqual(
      data.map(({ method, route, status, error }: Record<string, unknown>) => [method, route, status, error]),
      [
        ["GET", null, 404, "not_found"],
        ["GET", "/v1/simulations/{id}", 404, "simulation_not_found"],
        ["GET", "/v1/simulations", 403, "forbidden_missing_scope"],
        ["GET", "/v1/simulations", 200, null],
      ],
    );
    assert.equal(meta.has_more, false);
    const first = data.at(-1);
    assert.equal(first.request_id, "first");
    assert.deepEqual(Object.keys(first).sort(), [
      "at",
      "duration_ms",
      "error",
      "key_id",
      "method",
      "request_id",
      "route",
      "status",
    ]);
    assert.equal(data[2].key_id, id);
    assert.ok(Date.parse(first.at) >= began && Date.parse(first.at) <= Date.now());
    assert.ok(first.duration_ms > 0);
  });

  it("pages without gaps or repetitions while requests are being added", async () => {
    const { call } = await newOrganization();
    for (let k = 0; k < 7; k++) await call("GET", "/v1/usage", { headers: { "X-Request-Id": `r${k}` } });
    const seen: string[] = [];
    let cursor = "";
    do {
      const page = await call("GET", `/v1/requests?limit=3${cursor}`);
      seen.push(...page.data.map(({ request_id }: { request_id: string }) => request_id));
      cursor = page.meta.next_cursor === null ? "" : `&cursor=${page.meta.next_cursor}`;
    } while (cursor !== "");
    assert.deepEqual(seen, ["r6", "r5", "r4", "r3", "r2", "r1", "r0"]);
    assertRefused(await call("GET", "/v1/requests?cursor=tampered"), 400, "validation_error");
  });

  it("keeps the newest 10,000, in a key that expires after 24 hours, and shows none that is older", async () => {
    const { id, call } = await newOrganization();
    const redis = new Redis(stack().redisUrl);
    try {
      const key = `requests:${id}`;
      const old = { request_id: "old", at: "", method: "GET", route: null, status: 200, error: null };
      const entry = (request_id: string) =>
        JSON.stringify({ ...old, request_id, duration_ms: 1, key_id: null });
      await redis.xadd(key, `${Date.now() - 86_401_000}-0`, "r", entry("yesterday"));
      const filling = redis.pipeline();
      for (let k = 0; k < 10_050; k++) filling.xadd(key, "*", "r", entry(`f${k}`));
      await filling.exec();
      await call("GET", "/v1/usage", { headers: { "X-Request-Id": "newest" } });
      const { data } = await call("GET", "/v1/requests?limit=1");
      assert.equal(data[0].request_id, "newest");
      assert.equal(await redis.xlen(key), 10_000);
      const ttl = await redis.ttl(key);
      assert.ok(ttl > 86_000 && ttl <= 86_400, `${ttl} s`);

      // Of another organization: an answer's own entry comes after it, and no older one can follow.
      const other = await newOrganization();
      await redis.xadd(`requests:${other.id}`, `${Date.now() - 86_401_000}-0`, "r", entry("yesterday"));
      assert.deepEqual((await other.call("GET", "/v1/requests")).data, []);
    } finally {
      redis.disconnect();
    }
  });

  it("neither delays nor fails an answer whose request Redis does not take", async () => {
    const redis = await startRedis();
    const api = await startApi({ REDIS_URL: redis.url });
    try {
      const call = callerWith(stack().apiKey, api.baseUrl);
      assert.equal((await call("GET", "/v1/usage")).status, 200);
      process.kill(redis.pid, "SIGSTOP");
      const refused = await call("GET", "/v1/usage");
      assertRefused(refused, 503, "rate_limiter_unavailable");
      process.kill(redis.pid, "SIGCONT");
      await eventually(
        "the API to recover",
        async () => (await call("GET", "/v1/usage")).status === 200 || undefined,
        10,
      );
      const { data } = await call("GET", "/v1/requests");
      assert.ok(data.length >= 1);
    } finally {
      await api.stop();
      await redis.stop();
    }
  });
});
