import assert from "node:assert/strict";
import { unlessAborted } from "#shared/in-time.ts";

describe("Work that a signal may abort", () => {
  const reason = new Error("nobody waits any more");
  const never = new Promise<string>(() => {});

  it("gives what it gives where the signal does not abort, or where there is none", async () => {
    assert.equal(await unlessAborted(Promise.resolve("done"), new AbortController().signal), "done");
    assert.equal(await unlessAborted(Promise.resolve("done"), undefined), "done");
  });

  it("is left once the signal aborts", async () => {
    const controller = new AbortController();
    const left = unlessAborted(never, controller.signal);
    controller.abort(reason);
    await assert.rejects(left, reason);
  });

  it("is left at once where the signal has aborted already, whatever it gives or throws later", async () => {
    const works = [
      () => never,
      () => Promise.resolve("done"),
      () => Promise.reject<string>(new Error("later")),
    ];
    for (const work of works) {
      await assert.rejects(unlessAborted(work(), AbortSignal.abort(reason)), reason);
    }
  });
});
