import assert from "node:assert/strict";
import { hash } from "@node-rs/argon2";
import { PasswordHasher } from "#api/accounts/password.ts";

const WEAK = { memoryCost: 1_024, timeCost: 1, parallelism: 1 };

describe("The password hasher", () => {
  it("hashes with argon2id, 19 MiB, two passes and one lane, and a salt of its own", async () => {
    const hasher = new PasswordHasher();
    const [one, other] = [await hasher.hash("a password"), await hasher.hash("a password")];
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    assert.notEqual(one, other);
    assert.equal(await hasher.verify("a password", one), true);
    assert.equal(await hasher.verify("another", one), false);
    assert.equal(hasher.isOutdated(one), false);
  });

  it("finds nobody's password without a hash, nor by the dummy's", async () => {
    const hasher = new PasswordHasher(WEAK);
    assert.equal(await hasher.verify("", null), false);
    assert.equal(await hasher.verify("a password", null), false);
  });

  it("accepts a hash of former parameters, and says that it is outdated", async () => {
    const hasher = new PasswordHasher();
    const former = await hash("a password", WEAK);
    assert.equal(await hasher.verify("a password", former), true);
    assert.equal(hasher.isOutdated(former), true);
    assert.equal(hasher.isOutdated(await hash("a password", { algorithm: 1 as never })), true);
  });

  it("leaves the event loop free while it hashes", async () => {
    const hasher = new PasswordHasher();
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await Promise.all(Array.from({ length: 20 }, () => hasher.hash("a password")));
    clearInterval(timer);
    assert.ok(turns > 10, `${turns} turns`);
  });

  it("hashes three at a time, and refuses whoever would wait behind 150 others", async () => {
    const hasher = new PasswordHasher(WEAK);
    const results = await Promise.allSettled(Array.from({ length: 160 }, () => hasher.hash("a password")));
    const refused = results.flatMap((result) => result.status === "rejected" ? [result.reason] : []);
    assert.equal(refused.length, 160 - 3 - 150);
    for (const { code, status } of refused) assert.deepEqual([code, status], ["service_unavailable", 503]);
    assert.equal(await hasher.verify("a password", await hasher.hash("a password")), true);
  });

  it("lets 60 of one network wait, and those of another meanwhile", async () => {
    const hasher = new PasswordHasher(WEAK);
    const crowd = Array.from({ length: 61 }, () => hasher.hash("a password", "198.18.0.1"));
    const other = hasher.hash("a password", "198.18.0.2");
    const results = await Promise.allSettled(crowd);
    const refused = results.flatMap((result) => result.status === "rejected" ? [result.reason] : []);
    assert.equal(refused.length, 1);
    const [{ code, headers, meta: { rate_limit } }] = refused;
    assert.deepEqual([code, rate_limit.limit, rate_limit.remaining], ["rate_limit_exceeded", 60, 0]);
    assert.deepEqual(headers, {
      "Retry-After": "1",
      "X-RateLimit-Limit": "60",
      "X-RateLimit-Remaining": "0",
      "X-RateLimit-Reset": `${rate_limit.reset}`,
    });
    assert.match(await other, /^\$argon2id\$/);
    assert.match(await hasher.hash("a password", "198.18.0.1"), /^\$argon2id\$/);
  });
});
