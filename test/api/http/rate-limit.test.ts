import assert from "node:assert/strict";
import process from "node:process";
import { assertRefused, callerWith, type Reply, replyOf } from "#test/support/caller.ts";
import { eventually } from "#test/support/eventually.ts";
import { newKey, newOrganization } from "#test/support/organizations.ts";
import { startApi, startRedis, type TestProcess } from "#test/support/processes.ts";
import { stack } from "#test/support/stack.ts";

describe("The rate limit", () => {
  const started: TestProcess[] = [];
  after(async () => {
    for (const child of started) await child.stop();
  });

  it("is the same in X-RateLimit-* headers and meta.rate_limit", async () => {
    const { call } = await newOrganization({ plan_tier: "growth", requests_per_minute: null });
    const { headers, meta } = await call("GET", "/v1/simulations");
    assert.equal(meta.rate_limit.limit, 300);
    assert.equal(meta.rate_limit.remaining, 299);
    assert.ok(Math.abs(meta.rate_limit.reset - Date.now() / 1000) < 3);
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

  it("passes no more than the bucket and its refill, from 64 connections over two API processes", async () => {
    const { call } = await newOrganization({ requests_per_minute: 600 });
    const second = await startApi();
    started.push(second);
    const bases = [stack().baseUrl, second.baseUrl];
    const seconds = 10;
    const until = performance.now() + seconds * 1000;
    let passed = 0;
    const connections = Array.from({ length: 64 }, async (_, i) => {
      while (performance.now() < until) {
        const response = await fetch(`${bases[i % 2]}/v1/simulations?limit=1`, {
          headers: { Authorization: `Bearer ${call.key}` },
        });
        await response.body?.cancel();
        if (response.status === 200) passed++;
        else assert.equal(response.status, 429);
      }
    });
    const began = performance.now();
    await Promise.all(connections);
    const allowed = 600 + Math.ceil((performance.now() - began + 1000) / 100);
    assert.ok(passed <= allowed, `${passed} passed, ${allowed} are allowed`);
    assert.ok(passed >= 600, `${passed} passed`);
  });

  describe("of an address", () => {
    const LIMIT = 5;
    let baseUrl: string;
    before(async () => {
      const redis = await startRedis();
      const api = await startApi({
        REDIS_URL: redis.url,
        ANONYMOUS_REQUESTS_PER_MINUTE: `${LIMIT}`,
        TRUSTED_PROXIES: "1",
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

    it("counts unknown paths, other methods, the docs and upload URLs too, before they are looked up", async () => {
      const anything = [
        ["GET", "/v1/nothing"],
        ["DELETE", "/v1/simulations"],
        ["GET", "/docs"],
        ["GET", "/openapi.json"],
        ["PUT", "/uploads/x"],
      ] as const;
      const address = newAddress();
      assert.deepEqual(await statuses(address, anything), [404, 405, 200, 200, 403]);
      assert.deepEqual(await statuses(address, anything), [429, 429, 429, 429, 429]);
    });

    it("never refuses a valid key, which pays for its unknown paths and for the docs by itself", async () => {
      const address = newAddress();
      const { call } = await newOrganization({ plan_tier: "growth", requests_per_minute: null });
      const byKey = { Authorization: `Bearer ${call.key}` };
      await exhaust(address);
      const anything = [list, ["GET", "/v1/nothing"], ["PUT", "/v1/simulations"], ["GET", "/docs"]] as const;
      assert.deepEqual(await statuses(address, anything, byKey), [200, 404, 405, 200]);
      const { headers } = await fetch(`${baseUrl}/v1/nothing`, { headers: byKey });
      assert.equal(headers.get("X-RateLimit-Limit"), "300");
      assert.equal(headers.get("X-RateLimit-Remaining"), "295");
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
  });

  describe("without Redis", () => {
    it("answers 503 rate_limiter_unavailable within 200 ms while Redis hangs or is down, and recovers by itself", async () => {
      const redis = await startRedis();
      const api = await startApi({ REDIS_URL: redis.url });
      started.push(api);
      const call = callerWith(stack().apiKey, api.baseUrl);
      const list = async () => {
        const began = performance.now();
        const reply = await call("GET", "/v1/simulations");
        return { reply, ms: performance.now() - began };
      };
      // On a busy machine a single response may be late. If requests waited for Redis, even the quickest would be.
      const refusedSoon = async (replies: Promise<Awaited<ReturnType<typeof list>>[]>) => {
        const took = [];
        for (const { reply, ms } of await replies) {
          assertRefused(reply, 503, "rate_limiter_unavailable");
          assert.equal(reply.headers.get("Retry-After"), "1");
          took.push(ms);
        }
        assert.ok(Math.min(...took) < 200, `the quickest took ${Math.min(...took)} ms`);
        assert.ok(Math.max(...took) < 2_000, `the slowest took ${Math.max(...took)} ms`);
      };
      const oneByOne = async () => {
        const replies = [];
        for (let i = 0; i < 10; i++) replies.push(await list());
        return replies;
      };
      const recovers = () =>
        eventually("the API to recover", async () => (await list()).reply.status === 200 || undefined, 10);
      await recovers();

      process.kill(redis.pid, "SIGSTOP");
      await refusedSoon(oneByOne());
      await refusedSoon(Promise.all(Array.from({ length: 20 }, list)));
      process.kill(redis.pid, "SIGCONT");
      await recovers();

      await redis.kill();
      await refusedSoon(oneByOne());
      assert.equal((await fetch(`${api.baseUrl}/readyz`)).status, 200);
      started.push(await startRedis({ port: redis.port }));
      await recovers();
    });

    it("answers 503 to anonymous callers too", async () => {
      const api = await startApi({ REDIS_URL: "redis://127.0.0.1:1" });
      started.push(api);
      const response = await fetch(`${api.baseUrl}/v1/simulations`);
      assertRefused(await replyOf(response), 503, "rate_limiter_unavailable");
    });
  });
});
