import assert from "node:assert/strict";
import { type ExchangeFailure, retryAfterMs } from "#providers/openai/exchange.ts";
import { TrafficControl } from "#providers/openai/traffic-control.ts";
import { STEADY, VirtualClock } from "./virtual-clock.ts";

describe("the wait that a server demands", () => {
  it("keeps every call of the process back, the longest of several", async () => {
    const clock = new VirtualClock();
    const traffic = new TrafficControl({ concurrency: 4, maxConcurrency: 8 }, clock);
    const failure = (retryAfterMs: number): ExchangeFailure => ({
      kind: "failure",
      fault: "rate_limited",
      status: 429,
      raw: "",
      message: "slow down",
      retryAfterMs,
    });
    for (const ms of [700, 200]) traffic.recordFailure(1, failure(ms));
    assert.equal(await traffic.admit(STEADY), 1);
    assert.equal(clock.time, 700);
  });

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
});
