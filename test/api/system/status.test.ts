import assert from "node:assert/strict";
import { callerWith } from "#test/support/caller.ts";
import { createDatabase, startApi, startRedis } from "#test/support/processes.ts";
import { freePort } from "#dev/services/service.ts";
import { stack } from "#test/support/stack.ts";

/** Its status with nobody's key, as monitors read it. */
const statusOf = (baseUrl = stack().baseUrl) => callerWith(null, baseUrl)("GET", "/v1/status");

describe("GET /v1/status", () => {
  it("shows the components, links and when it looked, to everybody", async () => {
    const began = Date.now();
    const { status, data, headers } = await statusOf();
    assert.equal(status, 200);
    assert.equal(headers.get("Cache-Control"), "public, max-age=30");
    assert.deepEqual(Object.keys(data).sort(), ["checked_at", "components", "links", "status"]);
    assert.equal(data.status, "operational");
    assert.deepEqual(data.components, {
      api: "operational",
      database: "operational",
      cache: "operational",
      workflows: "operational",
    });
    assert.match(data.links.billing_provider, /^https:/);
    assert.match(data.links.email_provider, /^https:/);
    assert.ok(Date.parse(data.checked_at) > began - 30_000);
  });

  it("looks once in 30 seconds, over all processes, by way of Redis", async () => {
    const redis = await startRedis();
    const [one, other] = await Promise.all([
      startApi({ REDIS_URL: redis.url }),
      startApi({ REDIS_URL: redis.url }),
    ]);
    try {
      const first = (await statusOf(one.baseUrl)).data.checked_at;
      assert.equal((await statusOf(one.baseUrl)).data.checked_at, first);
      assert.equal((await statusOf(other.baseUrl)).data.checked_at, first);
    } finally {
      await Promise.all([one.stop(), other.stop()]);
      await redis.stop();
    }
  });

  it("answers without Redis and without Temporal, and names what is away", async () => {
    const api = await startApi({
      REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
      TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}`,
      BILLING_STATUS_URL: "https://status.billing.example",
    });
    try {
      const { status, data } = await statusOf(api.baseUrl);
      assert.deepEqual([status, data.status], [200, "outage"]);
      const { database, cache, workflows } = data.components;
      assert.deepEqual([database, cache, workflows], ["operational", "outage", "outage"]);
      assert.equal(data.links.billing_provider, "https://status.billing.example");
    } finally {
      await api.stop();
    }
  });

  it("is degraded where Temporal alone is away, and an outage where Postgres is", async () => {
    const [redis, database] = await Promise.all([startRedis(), createDatabase()]);
    const settings = {
      REDIS_URL: redis.url,
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}`,
    };
    const [first, second] = await Promise.all([startApi(settings), startApi(settings)]);
    try {
      assert.equal((await statusOf(first.baseUrl)).data.status, "degraded");
      await database.drop();
      await redis.kill();
      // The second process has not looked yet, and finds no shared look.
      const { status, data } = await statusOf(second.baseUrl);
      assert.deepEqual([status, data.status, data.components.database], [200, "outage", "outage"]);
    } finally {
      await Promise.all([first.stop(), second.stop()]);
    }
  });
});
