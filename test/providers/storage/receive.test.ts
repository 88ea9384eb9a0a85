import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { MAX_DRAINED_BYTES, RECEIVE_LIMITS, UploadBody } from "#providers/storage/upload.ts";

/** As every upload has, but without a byte for 10 ms only. */
const SOON_STALLED = { ...RECEIVE_LIMITS, idleMs: 10 };
const grant = { id: "", maxBytes: 10, expiresAt: new Date() };

/** A body that stays open without another byte after this text. */
function silentAfter(text: string): Readable {
  const body = new Readable({ read() {} });
  if (text !== "") body.push(text);
  return body;
}

describe("a body that stalls", () => {
  it("ends the upload after a time without a byte", async () => {
    const body = silentAfter("segment,");
    const received = new UploadBody(body, SOON_STALLED).bytes({}, grant);
    assert.equal((await received.next()).value?.length, 8);
    await assert.rejects(received.next(), {
      reason: "stalled",
      status: 408,
      headers: { Connection: "close" },
    });
  });

  it("has its connection closed while its rest is drained", async () => {
    const body = silentAfter("segment,");
    await new UploadBody(body, SOON_STALLED).drain();
    assert.equal(body.destroyed, true);
  });
});

describe("a body that comes without a pause", () => {
  /** A byte at a time, without an end. */
  async function* drops(): AsyncGenerator<Uint8Array> {
    while (true) {
      yield new Uint8Array(1);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it("ends the upload after two minutes", async () => {
    assert.equal(RECEIVE_LIMITS.wholeMs, 120_000);
    const begun = Date.now();
    const body = new UploadBody(Readable.from(drops()), { ...RECEIVE_LIMITS, wholeMs: 50 });
    const received = body.bytes({}, { ...grant, maxBytes: 1e9 });
    await assert.rejects(async () => {
      for await (const _ of received);
    }, { reason: "too_slow", status: 408, headers: { Connection: "close" } });
    assert.ok(Date.now() >= begun + 50);
  });
});

describe("the rest of a rejected body", () => {
  it("is read to its end", async () => {
    let left = 100;
    const body = new Readable({
      read() {
        this.push(left-- > 0 ? new Uint8Array(1_000) : null);
      },
    });
    await new UploadBody(body).drain();
    assert.ok(left < 0);
  });

  it("has its connection closed once it is far longer than any upload may be", async () => {
    let read = 0;
    const body = new Readable({
      read() {
        read += 65_536;
        this.push(new Uint8Array(65_536));
      },
    });
    await new UploadBody(body).drain();
    assert.equal(body.destroyed, true);
    assert.ok(read < MAX_DRAINED_BYTES + 1_000_000);
  });

  it("may break off", async () => {
    const body = silentAfter("segment,");
    const drained = new UploadBody(body).drain();
    body.destroy(new Error("aborted"));
    await drained;
  });
});
