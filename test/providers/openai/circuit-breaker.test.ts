import assert from "node:assert/strict";
import { CircuitBreaker } from "#providers/openai/traffic-control.ts";
import { VirtualClock } from "./virtual-clock.ts";

describe("circuit breaker", () => {
  const opened = () => {
    const clock = new VirtualClock();
    const breaker = new CircuitBreaker(clock);
    for (let i = 0; i < 20; i++) {
      assert.equal(breaker.refusal(), null);
      breaker.recordFailure("HTTP 500");
    }
    return { clock, breaker };
  };

  it("opens after 20 consecutive failures and reports when the next call may go", () => {
    const { clock, breaker } = opened();
    clock.time += 10_000;
    assert.deepEqual(breaker.refusal(), {
      reason: "it failed 20 times in a row",
      message: "HTTP 500",
      retryAfterMs: 20_000,
    });
  });

  it("lets one call through after 30 seconds, and all calls once that one has succeeded", () => {
    const { clock, breaker } = opened();
    clock.time += 30_000;
    assert.equal(breaker.refusal(), null);
    assert.notEqual(breaker.refusal(), null);
    breaker.recordSuccess();
    assert.equal(breaker.refusal(), null);
    assert.equal(breaker.refusal(), null);
  });

  it("stays closed while successes interrupt the failures", () => {
    const breaker = new CircuitBreaker(new VirtualClock());
    for (let i = 0; i < 100; i++) {
      if (i % 19 === 0) breaker.recordSuccess();
      else breaker.recordFailure("HTTP 500");
    }
    assert.equal(breaker.refusal(), null);
  });
});
