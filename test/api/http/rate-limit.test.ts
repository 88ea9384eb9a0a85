import assert from "node:assert/strict";
import { signIn } from "#testing/accounts.ts";
import { assertRefused, type Caller, callerWith, type Reply } from "#testing/caller.ts";
import { freePort } from "#dev/services/service.ts";
import { eventually } from "#testing/times.ts";
import { newKey, newOrganization } from "#testing/organizations.ts";
import { startApi, startRedis, type TestProcess } from "#testing/processes.ts";

describe("The rate limit", () => {
  const started: TestProcess[] = [];
  after(async () => {
    for (const child of started) await child.stop();
  });

  it("is the same in X-RateLimit-* headers and meta.rate_limit", async () => {
    const { call } = await newOrganization({ plan_tier: "growth", requests_per_minute: null });
    const began = Date.now() / 1_000;
    const { headers, meta } = await call("GET", "/v1/simulations");
    const ended = Date.now() / 1_000;
    assert.equal(meta.rate_limit.limit, 300);
    assert.equal(meta.rate_limit.remaining, 299);
    // A token comes back in a fifth of a second, and the header has whole seconds.
    assert.ok(meta.rate_limit.reset >= Math.floor(began) && meta.rate_limit.reset <= ended + 2);
    for (const name of ["limit", "remaining", "reset"]) {
      assert.equal(headers.get(`X-RateLimit-${name}`), String(meta.rate_limit[name]));
    }
  });

  it("holds one minute's requests a key, and refills evenly", async () => {
    const { id, call } = await newOrganization({ requests_per_minute: 120 });
    const replies: Reply[] = [];
    const began = performance.now();
    for (let i = 0; i < 125; i++) replies.push(await call("GET", "/v1/simulations"));
    const refilled = Math.floor((performance.now() - began) / 500);
    const passed = replies.filter(({ status }) => status === 200).length;
    assert.ok(passed >= 120 && passed <= 121 + refilled, `${passed} passed, ${refilled} refilled`);
    const refused = replies.find(({ status }) => status === 429);
    if (refused !== undefined) {
      assertRefused(refused, 429, "rate_limit_exceeded");
      assert.equal(refused.headers.get("Retry-After"), "1");
      assert.equal(refused.meta.rate_limit.remaining, 0);
    }
    assert.equal((await callerWith((await newKey(id)).key)("GET", "/v1/simulations")).status, 200);
    const again = await eventually("the bucket to refill", async () => {
      const reply = await call("GET", "/v1/simulations");
      return reply.status === 200 ? reply : undefined;
    }, 2);
    assert.equal(again.status, 200);
  });

  it("refuses a poll, which is read meanwhile, before the answer says whether there is such a simulation", async () => {
    const { call } = await newOrganization({ requests_per_minute: 1 });
    const path = `/v1/simulations/${crypto.randomUUID()}`;
    const found = await call("GET", path);
    assertRefused(found, 404, "simulation_not_found");
    assert.equal(found.meta.rate_limit.limit, 1);
    for (const query of ["", "?wait=30"]) {
      const refused = await call("GET", path + query);
      assertRefused(refused, 429, "rate_limit_exceeded");
      assert.equal(refused.headers.get("X-RateLimit-Remaining"), "0");
    }
  });

  it("has that second bucket for searches too, which read ten thousand texts", async () => {
    const { call } = await newOrganization({ requests_per_minute: 4 });
    const list = (query: string) => call("GET", `/v1/simulations${query}`);
    for (let i = 0; i < 2; i++) assert.equal((await list("?search=oat")).status, 200);
    const refused = await list("?search=oat");
    assertRefused(refused, 429, "rate_limit_exceeded");
    assert.equal(refused.meta.rate_limit.limit, 2);
    assert.equal((await list("")).status, 200);
  });

  it("has a second bucket for what reads questions, of half the requests, which all keys of an organization share", async () => {
    const { id, call } = await newOrganization({ requests_per_minute: 4 });
    const other = callerWith((await newKey(id)).key);
    const body = { question: "Should the government spend more on the environment?" };
    const preview = (by: typeof call) => by("POST", "/v1/simulations/preview", { body });
    const auto = () =>
      call("POST", "/v1/simulations/auto", {
        body: { ...body, agent_count: 5 },
        idempotencyKey: crypto.randomUUID(),
      });
    assertRefused(await other("POST", "/v1/simulations/preview", { body: {} }), 400, "validation_error");
    const began = performance.now();
    const accepted = await preview(other);
    assert.equal(accepted.status, 200);
    assert.equal(accepted.meta.rate_limit.limit, 4);
    assert.equal((await auto()).status, 202);
    for (const refused of [await preview(other), await auto()]) {
      assertRefused(refused, 429, "rate_limit_exceeded");
      assert.equal(refused.meta.rate_limit.limit, 2);
      assert.equal(refused.headers.get("X-RateLimit-Limit"), "2");
      assert.equal(refused.headers.get("X-RateLimit-Remaining"), "0");
      // Two a minute come back each 30 s, four each 15.
      assert.ok(Number(refused.headers.get("Retry-After")) + (performance.now() - began) / 1000 > 20);
    }
    const list = await call("GET", "/v1/simulations");
    assert.equal(list.data.length, 1);
    assert.equal(list.meta.rate_limit.limit, 4);
    const neighbour = await newOrganization({ requests_per_minute: 4 });
    assert.equal((await preview(neighbour.call)).status, 200);
  });

  it("bounds all keys and people of an organization together, at ten times the requests of one", async () => {
    const { id, call } = await newOrganization({ requests_per_minute: 1 });
    const keys = await Promise.all(Array.from({ length: 10 }, () => newKey(id)));
    const [last, ...others] = keys.map(({ key }) => callerWith(key));
    const person = await signIn({ organizationId: id });
    const list = (by: Caller) => by("GET", "/v1/simulations");
    const passed = await Promise.all([call, ...others].map(list));
    assert.deepEqual(passed.map(({ status }) => status), Array(10).fill(200));
    for (const { meta } of passed) {
      assert.deepEqual([meta.rate_limit.limit, meta.rate_limit.remaining], [1, 0]);
    }
    for (const by of [last!, person.call]) {
      const refused = await list(by);
      assertRefused(refused, 429, "rate_limit_exceeded");
      assert.equal(refused.meta.rate_limit.limit, 10);
      for (const name of ["limit", "remaining", "reset"]) {
        assert.equal(refused.headers.get(`X-RateLimit-${name}`), String(refused.meta.rate_limit[name]));
      }
      // A tenth of a minute brings one back.
      const wait = Number(refused.headers.get("Retry-After"));
      assert.ok(wait >= 1 && wait <= 6, `${wait} s`);
    }
    // Its own bucket paid for nothing that the other one refused.
    const again = await eventually("the organization's bucket to refill", async () => {
      const reply = await list(last!);
      return reply.status === 200 ? reply : undefined;
    });
    assert.equal(again.meta.rate_limit.limit, 1);
  });

  describe("of an address", () => {
    const LIMIT = 6;
    let baseUrl: string;
    let metricsPort: number;
    before(async () => {
      const redis = await startRedis();
      metricsPort = await freePort();
      const api = await startApi({
        REDIS_URL: redis.url,
        ANONYMOUS_REQUESTS_PER_MINUTE: `${LIMIT}`,
        TRUSTED_PROXIES: "1",
        METRICS_PORT: `${metricsPort}`,
      });
      started.push(api, redis);
      ({ baseUrl } = api);
    });

    let lastAddress = 0;
    const newAddress = () => `203.0.113.${++lastAddress}`;
    /** The statuses of these requests, in turn. */
    const statuses = async (
      address: string,
      requests: readonly (readonly [method: string, path: string])[],
      headers: Record<string, string> = {},
    ) => {
      const seen = [];
      for (const [method, path] of requests) {
        const response = await fetch(baseUrl + path, {
          method,
          headers: { ...headers, "X-Forwarded-For": address },
        });
        await response.body?.cancel();
        seen.push(response.status);
      }
      return seen;
    };
    const list = ["GET", "/v1/simulations"] as const;
    const exhaust = (address: string) => statuses(address, Array(LIMIT).fill(list));

    it("counts failed authentications, apart from any key's bucket", async () => {
      const address = newAddress();
      assert.deepEqual(await statuses(address, Array(LIMIT + 2).fill(list)), [
        ...Array(LIMIT).fill(401),
        429,
        429,
      ]);
      assert.deepEqual(await statuses(address, [list], { Authorization: "Bearer sk_wrong" }), [429]);
      assert.deepEqual(await statuses(newAddress(), [list]), [401]);
    });

    it("counts unknown paths, the console's among them, other methods, the docs and upload URLs too, before they are looked up", async () => {
      const anything = [
        ["GET", "/v1/nothing"],
        ["GET", "/console/assets/nothing.js"],
        ["DELETE", "/v1/simulations"],
        ["GET", "/docs"],
        ["GET", "/openapi.json"],
        ["PUT", "/uploads/x"],
      ] as const;
      const address = newAddress();
      assert.deepEqual(await statuses(address, anything), [404, 404, 405, 200, 200, 403]);
      assert.deepEqual(await statuses(address, anything), anything.map(() => 429));
    });

    it("never refuses a valid key, which pays for its unknown paths and for the docs by itself", async () => {
      const address = newAddress();
      const { call } = await newOrganization({ requests_per_minute: 10 });
      const byKey = { Authorization: `Bearer ${call.key}` };
      await exhaust(address);
      const anything = [list, ["GET", "/v1/nothing"], ["PUT", "/v1/simulations"], ["GET", "/docs"]] as const;
      assert.deepEqual(await statuses(address, anything, byKey), [200, 404, 405, 200]);
      const { headers } = await fetch(`${baseUrl}/v1/nothing`, { headers: byKey });
      assert.equal(headers.get("X-RateLimit-Limit"), "10");
      assert.equal(headers.get("X-RateLimit-Remaining"), "5");
    });

    it("counts a whole IPv6 /64 as one, and a mapped IPv4 address as itself", async () => {
      await exhaust("2001:db8:1:2::1");
      for (const neighbour of ["2001:db8:1:2:ffff:0:0:9", "2001:DB8:1:2::"]) {
        assert.deepEqual(await statuses(neighbour, [list]), [429], neighbour);
      }
      assert.deepEqual(await statuses("2001:db8:1:3::1", [list]), [401]);
      const address = newAddress();
      await exhaust(address);
      assert.deepEqual(await statuses(`::ffff:${address}`, [list]), [429]);
    });

    it("never refuses the orchestrators' probes", async () => {
      const address = newAddress();
      await exhaust(address);
      assert.deepEqual(await statuses(address, [["GET", "/livez"], ["GET", "/readyz"]]), [200, 200]);
    });

    it("shows operators how many requests each bucket has refused", async () => {
      const counted = async () => {
        const page = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
        return ["key", "network", "matching"].map((bucket) =>
          Number(new RegExp(`service_rate_limited_total{bucket="${bucket}"} (\\d+)`).exec(page)?.[1] ?? 0)
        );
      };
      const [key, network, matching] = await counted();
      const address = newAddress();
      await exhaust(address);
      assert.deepEqual(await statuses(address, [list]), [429]);
      assert.deepEqual(await counted(), [key, network! + 1, matching]);
      const { id } = await newOrganization({ requests_per_minute: 2 });
      const call = callerWith((await newKey(id)).key, baseUrl);
      const preview = { body: { question: "Should the government spend more on the environment?" } };
      const replies = [];
      for (let i = 0; i < 3; i++) {
        replies.push((await call("POST", "/v1/simulations/preview", preview)).status);
      }
      assert.deepEqual(replies, [200, 429, 429]);
      assert.deepEqual(await counted(), [key! + 1, network! + 1, matching! + 1]);
    });
  });
});
