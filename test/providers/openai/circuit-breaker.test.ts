import assert from "node:assert/strict";
import { EngineError } from "#providers/agents/errors.ts";
import { CircuitBreaker } from "#providers/openai/circuit-breaker.ts";
import { VirtualClock } from "./virtual-clock.ts";

describe("circuit breaker", () => {
  const opened = () => {
    const clock = new VirtualClock();
    const breaker = new CircuitBreaker(clock);
    for (let i = 0; i < 20; i++) {
      breaker.check();
      breaker.failed("HTTP 500");
    }
    return { clock, breaker };
  };

  it("opens after 20 failures in a row and says when to come back", () => {
    const { clock, breaker } = opened();
    clock.time += 10_000;
    assert.throws(() => breaker.check(), (error) => {
      assert.ok(error instanceof EngineError);
      assert.deepEqual([error.code, error.retryable, error.retryAfterMs], [
        "engine_unavailable",
        true,
        20_000,
      ]);
      assert.match(error.message, /20 times in a row/);
      assert.equal((error.cause as Error).message, "HTTP 500");
      return true;
    });
  });

  it("lets one call through after 30 seconds, and all of them once it succeeded", () => {
    const { clock, breaker } = opened();
    clock.time += 30_000;
    breaker.check();
    assert.throws(() => breaker.check(), EngineError);
    breaker.succeeded();
    breaker.check();
    breaker.check();
  });

  it("stays closed while successes come between", () => {
    const breaker = new CircuitBreaker(new VirtualClock());
    for (let i = 0; i < 100; i++) {
      if (i % 19 === 0) breaker.succeeded();
      else breaker.failed("HTTP 500");
    }
    breaker.check();
  });
});
