import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { drainBody, MAX_DRAINED_BYTES, receiveLimits, uploadBytes } from "#providers/storage/receive.ts";

/** As every upload has, but without a byte for 10 ms only. */
const SOON_STALLED = { ...receiveLimits(), idleMs: 10 };
const grant = { key: "", contentType: "text/csv", maxBytes: 10, expiresAt: new Date() };

/** A body that stays open without another byte after this text. */
function silentAfter(text: string): Readable {
  const body = new Readable({ read() {} });
  if (text !== "") body.push(text);
  return body;
}

describe("a body that stalls", () => {
  it("ends the upload after a time without a byte", async () => {
    const body = silentAfter("segment,");
    const received = uploadBytes(body[Symbol.asyncIterator](), {}, grant, SOON_STALLED);
    assert.equal((await received.next()).value?.length, 8);
    await assert.rejects(received.next(), {
      reason: "stalled",
      status: 408,
      headers: { Connection: "close" },
    });
  });

  it("has its connection closed while its rest is drained", async () => {
    const body = silentAfter("segment,");
    await drainBody(body, body[Symbol.asyncIterator](), SOON_STALLED);
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
    const begun = Date.now();
    const { idleMs, until } = receiveLimits();
    assert.ok(until - begun >= 120_000 && until - Date.now() <= 120_000);
    const limits = { idleMs, until: begun + 50 };
    const received = uploadBytes(drops(), {}, { ...grant, maxBytes: 1e9 }, limits);
    await assert.rejects(async () => {
      for await (const _ of received);
    }, { reason: "too_slow", status: 408, headers: { Connection: "close" } });
    assert.ok(Date.now() >= limits.until);
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
    await drainBody(body, body[Symbol.asyncIterator](), receiveLimits());
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
    await drainBody(body, body[Symbol.asyncIterator](), receiveLimits());
    assert.equal(body.destroyed, true);
    assert.ok(read < MAX_DRAINED_BYTES + 1_000_000);
  });

  it("may break off", async () => {
    const body = silentAfter("segment,");
    const drained = drainBody(body, body[Symbol.asyncIterator](), receiveLimits());
    body.destroy(new Error("aborted"));
    await drained;
  });
});
