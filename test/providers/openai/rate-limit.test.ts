import assert from "node:assert/strict";
import fc from "fast-check";
import { RateLimits, TokenBucket } from "#providers/openai/rate-limit.ts";
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

  it("makes later takers wait for an amount larger than it holds", () => {
    const clock = new VirtualClock();
    const bucket = new TokenBucket(60_000, clock);
    assert.equal(bucket.take(1_000), 0);
    assert.equal(bucket.take(3_000), 3_000);
    assert.equal(bucket.take(0), 3_000);
  });

  it("gives back what was not used, up to what it holds", () => {
    const clock = new VirtualClock();
    const bucket = new TokenBucket(60_000, clock);
    bucket.take(2_000);
    bucket.give(500);
    assert.equal(bucket.take(0), 500);
    bucket.give(1e9);
    assert.equal(bucket.take(1_000), 0);
  });
});

describe("rate limits", () => {
  it("paces requests by requests a minute", async () => {
    const clock = new VirtualClock();
    const limits = new RateLimits({ rpm: 60 }, clock);
    for (let i = 0; i < 11; i++) await limits.admit(1, STEADY);
    assert.equal(Math.round(clock.time), 10_000);
  });

  it("paces requests by tokens a minute, corrected by what the server counted", async () => {
    const clock = new VirtualClock();
    const limits = new RateLimits({ tpm: 60_000 }, clock);
    await limits.admit(1_000, STEADY);
    limits.settle(1_000, 3_000);
    await limits.admit(0, STEADY);
    assert.equal(Math.round(clock.time), 2_000);
  });

  it("holds everyone back for as long as the server asked", async () => {
    const clock = new VirtualClock();
    const limits = new RateLimits({}, clock);
    limits.hold(700);
    limits.hold(200);
    await limits.admit(1, STEADY);
    assert.equal(clock.time, 700);
  });

  it("gives its place back when the wait is aborted", async () => {
    const clock = new VirtualClock();
    const limits = new RateLimits({ rpm: 60 }, clock);
    await limits.admit(1, STEADY);
    await assert.rejects(limits.admit(1, AbortSignal.abort(new Error("stop"))), /stop/);
    await limits.admit(1, STEADY);
    assert.equal(Math.round(clock.time), 1_000);
  });
});
