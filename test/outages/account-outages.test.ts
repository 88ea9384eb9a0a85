import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import process from "node:process";
import { anonymousCaller, newEmail, signIn } from "#testing/accounts.ts";
import { assertRefused, type Caller, type Reply } from "#testing/caller.ts";
import { ask } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { startApi, startRedis, type TestProcess } from "#testing/processes.ts";

/** The client's own limit: a call that waits for Redis, or for a queue of commands to it, takes longer. */
const PATIENCE_MS = 2_000;

describe("Accounts without Redis", () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let api: TestProcess & { baseUrl: string };
  let anybody: Caller;
  const started: TestProcess[] = [];
  before(async () => {
    redis = await startRedis();
    api = await startApi({ REDIS_URL: redis.url, TRUSTED_PROXIES: "1" });
    started.push(api, redis);
    anybody = anonymousCaller(api.baseUrl);
  });
  after(async () => {
    for (const child of started) await child.stop();
  });

  // Other specs sign people up meanwhile.
  const somebody = `Ada ${randomUUID()}`;
  const name = () => ({ name: somebody, organization_name: `Org ${randomUUID()}` });
  const calls = (person: Caller): (() => Promise<Reply>)[] => [
    () => person("GET", "/v1/auth/me"),
    () => person("POST", "/v1/auth/logout"),
    () => person("GET", "/v1/simulations"),
    () =>
      anybody("POST", "/v1/auth/password/login", { body: { email: newEmail(), password: "wrong password" } }),
    () =>
      anybody("POST", "/v1/auth/password/signup", {
        body: { email: newEmail(), password: "correct horse battery", ...name() },
      }),
    () => anybody("POST", "/v1/auth/magic-link/request", { body: { email: newEmail(), ...name() } }),
    () => anybody("POST", "/v1/auth/magic-link/verify", { body: { token: "A".repeat(43) } }),
    () => anybody("POST", "/v1/auth/password/reset/request", { body: { email: newEmail() } }),
  ];

  /** All calls are refused, and none waits: the quickest round of each takes less than 200 ms, also on a busy machine. */
  const allRefused = async (person: Caller) => {
    for (const call of calls(person)) {
      const took = [];
      for (let round = 0; round < 4; round++) {
        const began = performance.now();
        assertRefused(await call(), 503, "rate_limiter_unavailable");
        took.push(performance.now() - began);
      }
      assert.ok(Math.min(...took) < 200, `the quickest took ${Math.min(...took)} ms`);
      assert.ok(Math.max(...took) < PATIENCE_MS, `the slowest took ${Math.max(...took)} ms`);
    }
  };
  const recovers = (person: Caller) =>
    eventually(
      "the API to recover",
      async () => (await person("GET", "/v1/auth/me")).status === 200 || undefined,
      10,
    );

  it("answers 503 rate_limiter_unavailable while Redis hangs or is down, and recovers by itself", async () => {
    const person = await signIn({ baseUrl: api.baseUrl, redisUrl: redis.url });
    await recovers(person.call);
    process.kill(redis.pid, "SIGSTOP");
    try {
      await allRefused(person.call);
    } finally {
      process.kill(redis.pid, "SIGCONT");
    }
    await recovers(person.call);
    const users = async () =>
      (await ask<{ n: number }>("SELECT count(*)::int AS n FROM users WHERE name = $1", [somebody]))[0];
    await redis.kill();
    await allRefused(person.call);
    assert.deepEqual(await users(), { n: 0 });
    redis = await startRedis({ port: redis.port });
    started.push(redis);
    // Sessions live in Redis alone: an empty one has none.
    const again = await eventually("a new session", async () => {
      const next = await signIn({ baseUrl: api.baseUrl, redisUrl: redis.url });
      return (await next.call("GET", "/v1/auth/me")).status === 200 ? next : undefined;
    }, 10);
    assertRefused(await person.call("GET", "/v1/auth/me"), 401, "not_authenticated");
    assert.equal((await again.call("POST", "/v1/auth/logout")).status, 204);
  });
});
