import assert from "node:assert/strict";
import { SESSION_COOKIE } from "#api/http/identity.ts";
import { signIn } from "#testing/accounts.ts";
import { callerWith } from "#testing/caller.ts";
import { RedisConnection } from "#api/http/redis.ts";
import { statusReader } from "#api/system/status.ts";
import { freePort } from "#dev/services/service.ts";
import { LazyTemporalClient } from "#temporal/client.ts";
import { connectAs, stack } from "#testing/stack.ts";
import { createDatabase, startApi, startRedis } from "#testing/processes.ts";

/** Its status without a key, as monitors read it. */
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
      // Redis knows the sessions and Postgres the keys: whoever sends one is not told more, and does not wait for them.
      const credentials: Record<string, string>[] = [
        { Cookie: `${SESSION_COOKIE}=${(await signIn()).token}` },
        { Cookie: `${SESSION_COOKIE}=of-nobody` },
        { Authorization: `Bearer ${stack().apiKey}` },
        { Authorization: "Bearer sk_of-nobody" },
        { Authorization: "Basic bm8=", Cookie: `${SESSION_COOKIE}=` },
      ];
      for (const headers of credentials) {
        const known = await callerWith(null, api.baseUrl)("GET", "/v1/status", { headers });
        assert.deepEqual(
          [known.status, known.data.components.cache],
          [200, "outage"],
          JSON.stringify(headers),
        );
        assert.equal(known.headers.get("Set-Cookie"), null);
      }
    } finally {
      await api.stop();
    }
  });
});

describe("The readers of the status, one in each process", () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  const open: { close(): unknown }[] = [];
  beforeEach(async () => {
    redis = await startRedis();
  });
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
    await redis.stop();
  });

  /** A reader with connections of its own, as a process has. */
  async function newReader(
    temporalAddress: string,
    { databaseUrl = stack().databaseUrl, namespace = stack().namespace } = {},
  ): Promise<ReturnType<typeof statusReader>> {
    const connection = new RedisConnection(redis.url);
    await connection.start();
    const database = await connectAs("app_worker", { url: databaseUrl });
    const temporal = new LazyTemporalClient({
      address: temporalAddress,
      namespace,
      apiKey: null,
      tls: false,
      uiUrl: "",
    });
    open.push(connection, database, temporal);
    const links = { billing: "https://billing.example", email: "https://email.example" };
    return statusReader(connection, database, temporal, links);
  }

  it("look once in 30 seconds, by way of Redis", async () => {
    const [one, other] = await Promise.all([1, 2].map(() => newReader(stack().temporalAddress)));
    const first = await one!();
    assert.equal(first.status, "operational");
    assert.equal((await one!()).checked_at, first.checked_at);
    assert.equal((await other!()).checked_at, first.checked_at);
  });

  it("say degraded where no worker asks the task queues for work", async () => {
    // Temporal's own namespace: none of this service's workers is in it.
    const reader = await newReader(stack().temporalAddress, { namespace: "temporal-system" });
    const { status, components } = await reader();
    assert.deepEqual([status, components.workflows, components.cache], [
      "degraded",
      "degraded",
      "operational",
    ]);
  });

  it("say degraded where Temporal alone is away, and outage where Postgres is", async () => {
    const database = await createDatabase();
    const nobody = `127.0.0.1:${await freePort()}`;
    const [first, second] = await Promise.all(
      [1, 2].map(() => newReader(nobody, { databaseUrl: database.url })),
    );
    assert.equal((await first!()).status, "degraded");
    await database.drop();
    await redis.kill();
    // The second one has not looked yet, and finds no shared look.
    const { status, components } = await second!();
    assert.deepEqual([status, components.database, components.api], ["outage", "outage", "operational"]);
  });
});
