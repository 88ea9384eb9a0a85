import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Turns } from "#activities/training/question-predictor.ts";

const MS = 20;

function block(): void {
  const end = performance.now() + MS;
  while (performance.now() < end);
}

describe("training runs of one process", () => {
  it("compute one question at a time, and leave the process as much time as they take", async () => {
    const turns = new Turns();
    const began: number[] = [];
    const { signal } = new AbortController();
    const pieces = Array.from({ length: 10 }, () =>
      turns.take(() => {
        began.push(performance.now());
        block();
      }, signal));
    const others: number[] = [];
    let done = false;
    const everything = Promise.all(pieces).then(() => done = true);
    while (!done) {
      await nextTurn();
      others.push(performance.now());
    }
    await everything;
    assert.equal(began.length, 10);
    began.slice(1).forEach((at, i) => {
      const before = began[i] ?? NaN;
      assert.ok(at - before >= 1.9 * MS, `${at - before} ms between two beginnings`);
      assert.ok(others.some((turn) => turn >= before + MS && turn < at), "others had their turn in between");
    });
  });

  it("stop at their cancellation, before a piece and after it", async () => {
    const turns = new Turns();
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
