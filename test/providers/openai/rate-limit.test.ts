import assert from "node:assert/strict";
import fc from "fast-check";
import {
  durationMs,
  holdBackMs,
  RateLimits,
  retryAfterMs,
  TokenBucket,
} from "#providers/openai/rate-limit.ts";
import { STEADY, VirtualClock } from "./virtual-clock.ts";

describe("token bucket", () => {
  it("never lets more than 61/60 of its limit through in any minute", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 60, max: 6_000 }),
        fc.array(fc.integer({ min: 0, max: 40 })),
        (rpm, pauses) => {
          const clock = new VirtualClock();
          const bucket = new TokenBucket(rpm, clock);
          const admitted: number[] = [];
          for (const pause of [...pauses, ...Array<number>(rpm).fill(0)]) {
            clock.time += pause;
            admitted.push(clock.time + bucket.take(1));
          }
          admitted.sort((a, b) => a - b);
          for (let i = 0; i < admitted.length; i++) {
            let j = i;
            while (j < admitted.length && admitted[j]! < admitted[i]! + 60_000 - 1e-6) j++;
            assert.ok(j - i <= rpm * 61 / 60 + 1, `${j - i} of ${rpm} in one minute`);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it("makes later callers wait for an amount larger than it holds", () => {
    const clock = new VirtualClock();
    const bucket = new TokenBucket(60_000, clock);
    assert.equal(bucket.take(1_000), 0);
    assert.equal(bucket.take(3_000), 3_000);
    assert.equal(bucket.take(0), 3_000);
  });

  it("takes back an unused amount, up to its capacity", () => {
    const clock = new VirtualClock();
    const bucket = new TokenBucket(60_000, clock);
    bucket.take(2_000);
    bucket.give(500);
    assert.equal(bucket.take(0), 500);
    bucket.give(1e9);
    assert.equal(bucket.take(1_000), 0);
  });

  it("takes in full what was used beyond an amount, however late that is known", () => {
    const clock = new VirtualClock();
    const bucket = new TokenBucket(60_000, clock);
    bucket.take(500);
    clock.time += 60_000;
    bucket.give(-3_000);
    assert.equal(bucket.take(0), 2_000);
  });
});

describe("rate limits", () => {
  it("paces requests by requests a minute", async () => {
    const clock = new VirtualClock();
    const limits = new RateLimits({ rpm: 60 }, clock);
    for (let i = 0; i < 11; i++) await limits.admit(1, STEADY);
    assert.equal(Math.round(clock.time), 10_000);
  });

  it("paces requests by tokens a minute, corrected by the server's count", async () => {
    const clock = new VirtualClock();
    const limits = new RateLimits({ tpm: 60_000 }, clock);
    await limits.admit(1_000, STEADY);
    limits.settle(1_000, 3_000);
    await limits.admit(0, STEADY);
    assert.equal(Math.round(clock.time), 2_000);
  });

  it("admits no request for as long as the server demands", async () => {
    const clock = new VirtualClock();
    const limits = new RateLimits({}, clock);
    limits.hold(700);
    limits.hold(200);
    await limits.admit(1, STEADY);
    assert.equal(clock.time, 700);
  });

  it("does not count a request whose wait is aborted", async () => {
    const clock = new VirtualClock();
    const limits = new RateLimits({ rpm: 60 }, clock);
    await limits.admit(1, STEADY);
    await assert.rejects(limits.admit(1, AbortSignal.abort(new Error("stop"))), /stop/);
    await limits.admit(1, STEADY);
    assert.equal(Math.round(clock.time), 1_000);
  });
});

describe("rate limit headers", () => {
  it("reads Retry-After as seconds, as a date, and in milliseconds", () => {
    const now = Date.UTC(2026, 10, 20, 12, 0, 0);
    const read = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), now);
    assert.equal(read({ "retry-after": "3" }), 3_000);
    assert.equal(read({ "retry-after": "0.25" }), 250);
    assert.equal(read({ "retry-after": "Fri, 20 Nov 2026 12:00:09 GMT" }), 9_000);
    assert.equal(read({ "retry-after": "Fri, 20 Nov 2026 11:00:00 GMT" }), 0);
    assert.equal(read({ "retry-after": "3", "retry-after-ms": "120" }), 120);
    assert.equal(read({ "retry-after": "soon" }), null);
    assert.equal(read({}), null);
  });

  it("reads durations in every format that servers use", () => {
    assert.deepEqual(
      ["12ms", "1s", "1.5s", "6m0s", "1h2m3s", "20", "1763640000", "", "later", "-1s"].map(durationMs),
      [12, 1_000, 1_500, 360_000, 3_723_000, 20_000, null, null, null, null],
    );
  });

  it("holds back until one more request has refilled when none remains", () => {
    const headers = new Headers({
      "x-ratelimit-limit-requests": "60",
      "x-ratelimit-remaining-requests": "0",
      "x-ratelimit-reset-requests": "1m0s",
      "x-ratelimit-limit-tokens": "150000",
      "x-ratelimit-remaining-tokens": "0",
      "x-ratelimit-reset-tokens": "6m0s",
    });
    assert.equal(holdBackMs(headers, 100), 1_000);
    assert.equal(holdBackMs(headers, 1_000), 2_400);
  });

  it("does not hold back while a request remains or the headers are absent", () => {
    assert.equal(holdBackMs(new Headers(), 100), 0);
    assert.equal(
      holdBackMs(
        new Headers({ "x-ratelimit-remaining-requests": "1", "x-ratelimit-reset-requests": "1m" }),
        100,
      ),
      0,
    );
  });
});
