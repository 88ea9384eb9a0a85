import assert from "node:assert/strict";
import { AdaptiveConcurrency } from "#providers/openai/concurrency.ts";
import { STEADY } from "./virtual-clock.ts";

describe("adaptive concurrency", () => {
  it("admits as many as its limit and the rest in order of arrival", async () => {
    const places = new AdaptiveConcurrency(2, 128);
    const admitted: string[] = [];
    const enter = async (name: string) => {
      await places.acquire(STEADY);
      admitted.push(name);
    };
    const all = Promise.all(["a", "b", "c", "d"].map(enter));
    await Promise.resolve();
    await Promise.resolve();
    assert.deepEqual([admitted, places.running], [["a", "b"], 2]);
    places.release();
    places.release();
    await all;
    assert.deepEqual([admitted, places.running], [["a", "b", "c", "d"], 2]);
  });

  it("grows with every success until the server first pushes back, and never above its maximum", async () => {
    const places = new AdaptiveConcurrency(1, 3);
    for (let i = 0; i < 5; i++) {
      while (places.running < places.limit) await places.acquire(STEADY);
      places.succeeded();
    }
    assert.equal(places.limit, 3);
  });

  it("halves once for all calls that were under way, then grows by one place a round", async () => {
    const places = new AdaptiveConcurrency(16, 128);
    const calls: number[] = [];
    for (let i = 0; i < 16; i++) {
      await places.acquire(STEADY);
      calls.push(places.begin());
    }
    for (const call of calls) places.pushedBack(call);
    assert.equal(places.limit, 8);
    for (const _ of calls) places.release();
    for (let i = 0; i < 8; i++) await places.acquire(STEADY);
    for (let i = 0; i < 8; i++) places.succeeded();
    assert.equal(places.limit, 8);
    for (let i = 0; i < 2; i++) places.succeeded();
    assert.equal(places.limit, 9);
  });

  it("does not grow while its limit is not used", async () => {
    const places = new AdaptiveConcurrency(4, 128);
    await places.acquire(STEADY);
    for (let i = 0; i < 50; i++) places.succeeded();
    assert.equal(places.limit, 4);
  });

  it("never falls below one", () => {
    const places = new AdaptiveConcurrency(2, 128);
    for (let i = 0; i < 5; i++) {
      places.pushedBack(places.begin());
    }
    assert.equal(places.limit, 1);
  });

  it("leaves the queue when aborted, and its place goes to the next", async () => {
    const places = new AdaptiveConcurrency(1, 1);
    await places.acquire(STEADY);
    const stop = new AbortController();
    const aborted = places.acquire(stop.signal);
    const next = places.acquire(STEADY);
    stop.abort(new Error("stop"));
    await assert.rejects(aborted, /stop/);
    places.release();
    await next;
    assert.equal(places.running, 1);
  });
});
