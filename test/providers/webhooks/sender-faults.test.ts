import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { DEFAULT_EXCHANGE_LIMITS } from "#providers/webhooks/exchange.ts";
import {
  answering,
  assertError,
  assertStatus,
  closeAll,
  httpReceiver,
  rawReceiver,
  type Receiver,
  send,
  sender,
  until,
} from "./receivers.ts";

const urlOf = ({ port }: Receiver) => `http://127.0.0.1:${port}/`;

/** Writes a piece repeatedly, as fast as the receiver reads or every `ms`, until the connection closes. */
function writeOn(socket: Socket, piece: string, ms?: number): void {
  const next = () => {
    if (socket.destroyed) return;
    if (ms !== undefined) socket.write(piece, () => setTimeout(next, ms));
    else if (socket.write(piece)) setImmediate(next);
    else socket.once("drain", next);
  };
  next();
}

describe("the webhook sender, given a faulty endpoint", () => {
  afterEach(closeAll);

  it("gives it the contract's times: 5 seconds to connect, 15 for the headers, 20 in all", () => {
    const { connectMs, headersMs, totalMs } = DEFAULT_EXCHANGE_LIMITS;
    assert.deepEqual([connectMs, headersMs, totalMs], [5_000, 15_000, 20_000]);
  });

  it("fails with headers_timeout when it never answers", async () => {
    const receiver = await httpReceiver(() => {});
    const result = await send(sender({ limits: { headersMs: 60 } }), urlOf(receiver));
    assertError(result, "headers_timeout", /^127\.0\.0\.1 did not answer within 0\.06 s\.$/);
    assert.ok(result.latency_ms >= 59, `${result.latency_ms} ms`);
    await until(() => receiver.connections.every((socket) => socket.destroyed));
  });

  it("fails with headers_timeout when it drips its headers", async () => {
    const receiver = await rawReceiver((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\nx: ");
        writeOn(socket, "a", 5);
      });
    });
    assertError(
      await send(sender({ limits: { headersMs: 100 } }), urlOf(receiver)),
      "headers_timeout",
      /did not answer/,
    );
  });

  it("limits all phases together by the total", async () => {
    const receiver = await httpReceiver(() => {});
    const from = sender({ limits: { headersMs: 5_000, totalMs: 60 } });
    assertError(await send(from, urlOf(receiver)), "total_timeout", /took longer than 0\.06 s in all/);
  });

  it("decides by the headers, and ends a dripping body at the total", async () => {
    const receiver = await rawReceiver((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
        writeOn(socket, "1\r\nx\r\n", 5);
      });
    });
    const result = await send(sender({ limits: { totalMs: 1_000 } }), urlOf(receiver));
    assertStatus(result, 200);
    assert.match(result.excerpt, /^x{2,250}$/);
    assert.ok(result.latency_ms < 999, "the latency is that of the headers");
    await until(() => receiver.connections.every((socket) => socket.destroyed));
  });

  it("reads 16 KiB of an endless body and closes the connection", async () => {
    const receiver = await rawReceiver((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        writeOn(socket, "y".repeat(16_000));
      });
    });
    // Longer than this spec may take.
    const from = sender({ limits: { totalMs: 600_000 } });
    const result = await send(from, urlOf(receiver));
    assertStatus(result, 200);
    assert.equal(result.excerpt, "y".repeat(16_384));
    await until(() => receiver.connections.every((socket) => socket.destroyed));
    assert.equal(from.idleConnections, 0);
  });

  it("does not decompress a gzip bomb", async () => {
    const bomb = gzipSync(new Uint8Array(64 * 1024 * 1024));
    const receiver = await httpReceiver((response, { headers }) => {
      assert.equal(headers["accept-encoding"], "identity");
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    });
    const result = await send(sender(), urlOf(receiver));
    assertStatus(result, 200);
    assert.ok(bomb.length > 16_384 && new TextEncoder().encode(result.excerpt).length <= 16_384);
    assert.ok(result.excerpt.length > 0 && !result.excerpt.includes("\0"));
  });

  it("reports a connection that it closes or resets before the answer, after one request", async () => {
    for (const end of ["end", "destroy", "resetAndDestroy"] as const) {
      for (const beginning of ["", "HTT", "HTTP/1.1 200 OK\r\ncontent-le"]) {
        const receiver = await rawReceiver((socket) => {
          socket.once(
            "data",
            () => beginning === "" ? socket[end]() : socket.write(beginning, () => socket[end]()),
          );
        });
        const result = await send(sender(), urlOf(receiver));
        assertError(result, "reset", /^127\.0\.0\.1 closed the connection before it answered\.$/);
        assert.equal(receiver.connections.length, 1);
      }
    }
  });

  it("returns the beginning of a body that breaks off", async () => {
    for (const headers of ["content-length: 100", "transfer-encoding: chunked"]) {
      const receiver = await rawReceiver((socket) => {
        const piece = headers.startsWith("content") ? "partial" : "7\r\npartial\r\n";
        socket.once(
          "data",
          () => socket.write(`HTTP/1.1 500 Oh\r\n${headers}\r\n\r\n${piece}`, () => socket.destroy()),
        );
      });
      const result = await send(sender(), urlOf(receiver));
      assertStatus(result, 500);
      assert.equal(result.excerpt, "partial");
    }
  });

  it("accepts a response whose body has broken chunks", async () => {
    const receiver = await answering(
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\nzz\r\n",
    );
    assertStatus(await send(sender(), urlOf(receiver)), 200);
  });

  const GARBAGE = {
    "text": "hello\r\n\r\n",
    "a status that is no number": "HTTP/1.1 abc OK\r\n\r\n",
    "a header without a colon": "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n",
    "a NUL in a header": "HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n",
    "a length that is no number": "HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n",
    "two lengths": "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
    "another protocol": "SSH-2.0-OpenSSH_9.2\r\n",
    "bytes": new Uint8Array([0, 1, 2, 3, 0xff, 0xfe]),
  };
  for (const [name, bytes] of Object.entries(GARBAGE)) {
    it(`reports an answer that is not HTTP/1.1: ${name}`, async () => {
      const receiver = await answering(bytes);
      assertError(await send(sender(), urlOf(receiver)), "invalid_response", /not HTTP\/1\.1/);
    });
  }

  it("reports a switch of protocols", async () => {
    const receiver = await answering(
      "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
    );
    assertError(await send(sender(), urlOf(receiver)), "invalid_response", /answered 101/);
    await until(() => receiver.connections.every((socket) => socket.destroyed));
  });

  it("accepts ten interim answers, and ends a flood of them", async () => {
    const polite = await answering(
      "HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n".repeat(10),
      "HTTP/1.1 204 No Content\r\n\r\n",
    );
    assertStatus(await send(sender(), urlOf(polite)), 204);
    const flood = await rawReceiver((socket) =>
      socket.once("data", () => writeOn(socket, "HTTP/1.1 103 Early Hints\r\n\r\n"))
    );
    assertError(await send(sender(), urlOf(flood)), "invalid_response", /interim answers without end/);
    await until(() => flood.connections.every((socket) => socket.destroyed));
  });

  it("accepts headers up to 16 KiB and no more", async () => {
    const large = await answering(`HTTP/1.1 204 No Content\r\nx: ${"a".repeat(15_000)}\r\n\r\n`);
    assertStatus(await send(sender(), urlOf(large)), 204);
    const huge = await answering(`HTTP/1.1 204 No Content\r\nx: ${"a".repeat(17_000)}\r\n\r\n`);
    assertError(await send(sender(), urlOf(huge)), "invalid_response", /more than 16 KiB of headers/);
    const endless = await rawReceiver((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\n");
        writeOn(socket, "x-another: header\r\n");
      });
    });
    assertError(await send(sender(), urlOf(endless)), "invalid_response", /more than 16 KiB of headers/);
    await until(() => endless.connections.every((socket) => socket.destroyed));
  });

  it("fails in time when it does not read", async () => {
    const receiver = await rawReceiver((socket) => socket.pause());
    const from = sender({ limits: { headersMs: 100 } });
    const sending = from.send({ url: urlOf(receiver), headers: {}, body: new Uint8Array(32 * 1024 * 1024) });
    assertError(await sending, "headers_timeout", /did not answer/);
  });
});
