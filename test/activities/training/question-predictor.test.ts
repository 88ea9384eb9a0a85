import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { RestingTurns } from "#activities/training/training-run.ts";

const MS = 20;

function block(): void {
  const end = performance.now() + MS;
  while (performance.now() < end);
}

describe("training runs of one process", () => {
  it("compute one question at a time, and leave the process as much time as they take", async () => {
    const steps: string[] = [];
    const turns = new RestingTurns(async (ms) => {
      steps.push(ms >= MS ? "rest" : `rest of ${ms} ms`);
      await nextTurn();
    });
    const { signal } = new AbortController();
    const piece = () => {
      steps.push("begin");
      block();
      steps.push("end");
    };
    await Promise.all(Array.from({ length: 3 }, () => turns.take(piece, signal)));
    assert.deepEqual(steps, Array(3).fill(["begin", "end", "rest"]).flat());
  });

  it("stop at their cancellation, before a piece and after it", async () => {
    const turns = new RestingTurns();
    const cancelled = new AbortController();
    const reason = new Error("cancelled");
    let pieces = 0;
    const first = turns.take(() => {
      pieces++;
      cancelled.abort(reason);
    }, cancelled.signal);
    const second = turns.take(() => pieces++, cancelled.signal);
    for (const piece of [first, second]) await assert.rejects(piece, (error) => error === reason);
    assert.equal(pieces, 1);
    // Those of other runs go on.
    assert.equal(await turns.take(() => "done", new AbortController().signal), "done");
  });
});
