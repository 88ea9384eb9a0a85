import assert from "node:assert/strict";
import { engineAt, modelRun } from "./model-run.ts";
import { respond, stubServer } from "#testing/stub-server.ts";

describe("heartbeats of a chunk", () => {
  it("continue while the server does not answer, and carry the progress", async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => release = resolve);
    const server = await stubServer(async (request) => {
      await released;
      return { content: respond(request) };
    });
    const { run, io, beats } = modelRun(40, {
      heartbeat: (progress) => {
        beats.push(progress);
        // The first comes at once; a second one only while nothing has been answered.
        if (beats.length === 2) release();
      },
    });
    try {
      await engineAt(server.url).answer(run, 0, 40, io);
    } finally {
      await server.close();
    }
    assert.deepEqual(beats.slice(0, 2).map(({ done, total }) => [done, total]), [[0, 40], [0, 40]]);
    assert.ok(beats[1]!.running > 0);
    const last = beats.at(-1)!;
    assert.deepEqual([last.done, last.total, last.running], [40, 40, 0]);
    assert.ok(last.tokens > 0);
  });
});
