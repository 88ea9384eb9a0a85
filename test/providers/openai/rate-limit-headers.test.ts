import assert from "node:assert/strict";
import { durationMs, holdBackMs, retryAfterMs } from "#providers/openai/rate-limit-headers.ts";

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

  it("reads durations in the ways that servers write them", () => {
    assert.deepEqual(
      ["12ms", "1s", "1.5s", "6m0s", "1h2m3s", "20", "1763640000", "", "later", "-1s"].map(durationMs),
      [12, 1_000, 1_500, 360_000, 3_723_000, 20_000, null, null, null, null],
    );
  });

  it("holds back for the time in which one more request refills when nothing is left", () => {
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

  it("does not hold back while something is left or nothing is said", () => {
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
