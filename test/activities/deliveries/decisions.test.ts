import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAttempt, decideNextAction, reasonToDisable } from "#activities/deliveries/attempt.ts";
import type { DeliveryState } from "#db/deliveries/state.ts";
import type { SendResult } from "#providers/webhooks/sender.ts";
import { DEFAULT_RETRY_SCHEDULE } from "#shared/retry-schedule.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const seconds = (count: number) => new Date(NOW.getTime() + count * 1_000);

/** A delivery that is due, changed by `change`. */
function delivery(change: Partial<DeliveryState> = {}): DeliveryState {
  return {
    id: "018f0000-0000-7000-8000-000000000001",
    webhook_id: "018f0000-0000-7000-8000-000000000004",
    status: "pending",
    held: false,
    parked: null,
    down_since: null,
    probe_id: null,
    attempt_count: 0,
    scheduled_attempts: 0,
    next_retry_at: NOW,
    retry_requested: null,
    has_target: true,
    enabled: true,
    open_since: null,
    reason: "",
    ...change,
  };
}

const response = (status: number, retry_after_s: number | null = null): SendResult => ({
  kind: "response",
  status,
  excerpt: "",
  latency_ms: 1,
  retry_after_s,
});
const TIMEOUT: SendResult = {
  kind: "error",
  code: "headers_timeout",
  message: "It did not answer.",
  latency_ms: 15_000,
};

describe("The next action of a delivery", () => {
  const decide = (change: Partial<DeliveryState> = {}) => decideNextAction(delivery(change), NOW);
  const by_hand = { retry_requested: "by hand" };

  it("is an attempt of the schedule when its time has come, and until then to wait", () => {
    assert.deepEqual(decide(), { kind: "send", retryId: null });
    assert.deepEqual(decide({ next_retry_at: seconds(-1) }), { kind: "send", retryId: null });
    assert.deepEqual(decide({ next_retry_at: seconds(1) }), { kind: "wait", until: seconds(1) });
  });

  it("is an attempt by hand where one is requested, whatever the status", () => {
    for (const status of ["pending", "succeeded", "failed", "cancelled"] as const) {
      const change = { status, next_retry_at: seconds(3_600), ...by_hand };
      assert.deepEqual(decide(change), { kind: "send", retryId: "by hand" });
    }
    assert.deepEqual(decide({ status: "failed" }), { kind: "ended", status: "failed" });
  });

  it("is nothing while an attempt may be in flight, for 25 seconds", () => {
    for (const change of [{}, by_hand]) {
      const busy = decide({ open_since: seconds(-24.999), ...change });
      assert.deepEqual(busy, { kind: "in_flight", until: seconds(0.001) });
      assert.equal(decide({ open_since: seconds(-25), ...change }).kind, "send");
    }
  });

  it("is to hold it while its subscription is disabled, for a retry by hand too", () => {
    const webhookId = delivery().webhook_id;
    assert.deepEqual(decide({ enabled: false }), { kind: "hold", webhookId });
    assert.deepEqual(decide({ enabled: false, status: "failed", ...by_hand }), { kind: "hold", webhookId });
    assert.deepEqual(decide({ enabled: false, status: "failed" }), { kind: "ended", status: "failed" });
  });

  it("is to leave it held until its release, but for a retry by hand", () => {
    assert.deepEqual(decide({ held: true, next_retry_at: null }), { kind: "held" });
    assert.equal(decide({ held: true, next_retry_at: null, ...by_hand }).kind, "send");
  });

  it("is to leave it parked until its endpoint has a place, but for a retry by hand", () => {
    for (const parked of ["endpoint_down", "endpoint_busy"] as const) {
      assert.deepEqual(decide({ parked }), { kind: "parked", reason: parked });
      assert.equal(decide({ parked, ...by_hand }).kind, "send");
    }
  });

  it("is to end it after 1,000 attempts, and never to send", () => {
    for (const change of [{}, by_hand, { status: "failed" as const, ...by_hand }]) {
      assert.equal(decide({ attempt_count: 999, ...change }).kind, "send");
      assert.deepEqual(decide({ attempt_count: 1_000, ...change }), { kind: "used_up" });
    }
  });

  it("is to cancel it when its subscription is deleted, and never to send", () => {
    assert.deepEqual(decide({ has_target: false }), {
      kind: "cancel",
      reason: "The subscription was deleted.",
    });
    // It stays as it ended, and its retry goes.
    assert.equal(decide({ has_target: false, status: "failed", ...by_hand }).kind, "cancel");
    assert.deepEqual(decide({ has_target: false, status: "failed" }), { kind: "ended", status: "failed" });
  });
});

describe("After an attempt", () => {
  const clock = { now: NOW, random: () => 0 };
  const scheduled = (scheduled_attempts: number) => ({ scheduled_attempts, retryId: null });
  const byHand = (scheduled_attempts: number) => ({ scheduled_attempts, retryId: "by hand" });
  const after = (state: { scheduled_attempts: number; retryId: string | null }, result: SendResult) =>
    afterAttempt(state, result, DEFAULT_RETRY_SCHEDULE, clock);

  it("any 2xx is a success, and nothing else is", () => {
    fc.assert(fc.property(fc.integer({ min: 100, max: 599 }), (status) => {
      const { kind } = after(scheduled(0), response(status));
      assert.equal(kind === "succeeded", status >= 200 && status <= 299, `${status}`);
    }));
    assert.deepEqual(after(byHand(3), response(204)), { kind: "succeeded", scheduledAttempts: 3 });
    assert.deepEqual(after(scheduled(3), response(204)), { kind: "succeeded", scheduledAttempts: 4 });
  });

  it("of the schedule that failed, the next one follows after the schedule's wait", () => {
    assert.deepEqual(after(scheduled(0), TIMEOUT), { kind: "retry", scheduledAttempts: 1, at: seconds(5) });
    assert.deepEqual(after(scheduled(1), response(500)), {
      kind: "retry",
      scheduledAttempts: 2,
      at: seconds(300),
    });
  });

  it("of the schedule that failed with a Retry-After, the next one waits for it, by an hour more at most", () => {
    const at = (retryAfter: number) => after(scheduled(1), response(503, retryAfter));
    assert.deepEqual(at(10), { kind: "retry", scheduledAttempts: 2, at: seconds(300) });
    assert.deepEqual(at(400), { kind: "retry", scheduledAttempts: 2, at: seconds(400) });
    assert.deepEqual(at(86_400), { kind: "retry", scheduledAttempts: 2, at: seconds(300 + 3_600) });
  });

  it("by hand that failed, the schedule is as it was, and even a used-up one stays so", () => {
    for (const attempts of [0, 5, 10]) {
      assert.deepEqual(after(byHand(attempts), response(500)), { kind: "unchanged" });
      assert.deepEqual(after(byHand(attempts), TIMEOUT), { kind: "unchanged" });
    }
  });

  it("the delivery has failed exactly when the schedule has no further one", () => {
    const schedule = fc.array(fc.nat(86_400_000), { minLength: 1, maxLength: 12 });
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(fc.property(schedule, chance, (waits, random) => {
      let [scheduled_attempts, at] = [0, NOW];
      for (let attempt = 1;; attempt++) {
        const decision = afterAttempt({ scheduled_attempts, retryId: null }, TIMEOUT, waits, {
          now: at,
          random: () => random,
        });
        if (decision.kind === "exhausted") {
          assert.equal(attempt, waits.length);
          return;
        }
        assert.ok(decision.kind === "retry" && decision.scheduledAttempts === attempt);
        const wait = decision.at.getTime() - at.getTime();
        const least = waits[attempt]!;
        assert.ok(wait >= least && wait <= Math.round(1.2 * least), `${wait} ms for ${least} ms`);
        ({ scheduledAttempts: scheduled_attempts, at } = decision);
      }
    }));
  });
});

describe("A failed attempt", () => {
  const DAYS = 86_400;

  it("disables its subscription when the endpoint answered 410", () => {
    assert.match(reasonToDisable(response(410), null, NOW) ?? "", /410/);
  });

  it("disables its subscription when all attempts have failed for five days, and not a moment before", () => {
    for (const result of [response(500), TIMEOUT]) {
      assert.equal(reasonToDisable(result, null, NOW), null);
      assert.equal(reasonToDisable(result, seconds(-5 * DAYS + 0.001), NOW), null);
      assert.equal(
        reasonToDisable(result, seconds(-5 * DAYS), NOW),
        "Every attempt has failed for 5 days, since 2026-11-16T12:00:00.000Z.",
      );
    }
  });
});
