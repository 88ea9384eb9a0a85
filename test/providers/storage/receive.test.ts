import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { DISCARD_BYTES, discardRest, receivedBytes } from "#providers/storage/receive.ts";

const grant = { key: "", contentType: "text/csv", maxBytes: 10, expiresAt: new Date() };

/** A body that stays open and says nothing more, once it has said this. */
function silentAfter(text: string): Readable {
  const body = new Readable({ read() {} });
  if (text !== "") body.push(text);
  return body;
}

describe("a body that stalls", () => {
  it("is given up after a while without a byte", async () => {
    const body = silentAfter("segment,");
    const received = receivedBytes(body[Symbol.asyncIterator](), {}, grant, 10);
    assert.equal((await received.next()).value?.length, 8);
    await assert.rejects(received.next(), {
      reason: "stalled",
      status: 408,
      headers: { Connection: "close" },
    });
  });

  it("is closed where its rest was to be discarded", async () => {
    const body = silentAfter("segment,");
    await discardRest(body, body[Symbol.asyncIterator](), 10);
    assert.equal(body.destroyed, true);
  });
});

describe("the rest of a refused body", () => {
  it("is read to its end", async () => {
    let left = 100;
    const body = new Readable({
      read() {
        this.push(left-- > 0 ? new Uint8Array(1_000) : null);
      },
    });
    await discardRest(body, body[Symbol.asyncIterator]());
    assert.ok(left < 0);
  });

  it("is closed where it is far longer than any upload may be", async () => {
    let read = 0;
    const body = new Readable({
      read() {
        read += 65_536;
        this.push(new Uint8Array(65_536));
      },
    });
    await discardRest(body, body[Symbol.asyncIterator]());
    assert.equal(body.destroyed, true);
    assert.ok(read < DISCARD_BYTES + 1_000_000);
  });

  it("may break off", async () => {
    const body = silentAfter("segment,");
    const discarded = discardRest(body, body[Symbol.asyncIterator]());
    body.destroy(new Error("aborted"));
    await discarded;
  });
});
