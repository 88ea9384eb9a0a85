import assert from "node:assert/strict";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { exchange } from "#providers/openai/exchange.ts";
import { readText } from "#providers/response-text.ts";
import { eventually } from "#testing/times.ts";

const LIMIT = 1_000_000;

describe("A response's body", () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function serve(listener: RequestListener): Promise<string> {
    server = createServer(listener);
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }
  const read = async (url: string, limit = LIMIT) => await readText(await fetch(url), limit);

  /** Sends until the reader closes the connection. */
  function endless() {
    const sent = { bytes: 0, closed: false };
    const listener: RequestListener = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const piece = new Uint8Array(64 * 1024).fill(32);
      const more = () => {
        while (!sent.closed) {
          sent.bytes += piece.length;
          if (!response.write(piece)) return;
        }
      };
      response.on("drain", more).on("close", () => sent.closed = true);
      more();
    };
    return { sent, listener };
  }

  it("is read whole up to its bound, announced or not, and no character is cut in two", async () => {
    const text = `${"ä".repeat(200_000)}🌾`;
    const url = await serve((request, response) => {
      const body = new TextEncoder().encode(text);
      if (request.url === "/announced") response.setHeader("content-length", body.length);
      else response.flushHeaders();
      response.end(body);
    });
    assert.equal(await read(`${url}announced`), text);
    assert.equal(await read(url), text);
    assert.equal(await read(`${url}announced`, 400_003), null);
    assert.equal(await read(url, 400_003), null);
    assert.equal(await read(url, 400_004), text);
  });

  it("without a length is read to its bound, and its connection is closed", async () => {
    const { sent, listener } = endless();
    assert.equal(await read(await serve(listener)), null);
    await eventually("the connection to be closed", () => Promise.resolve(sent.closed || undefined));
    // What the sockets of both sides hold comes on top.
    assert.ok(sent.bytes < 32 * LIMIT, `${sent.bytes} bytes`);
  });

  it("that inflates is read to its bound, however short its announced length is", async () => {
    const bomb = gzipSync(new Uint8Array(100 * LIMIT));
    assert.ok(bomb.length < LIMIT);
    const url = await serve((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip", "content-length": bomb.length }).end(bomb);
    });
    assert.equal(await read(url), null);
  });

  it("of a model server without an end is an answer that cannot be read", async () => {
    const { sent, listener } = endless();
    const endpoint = { url: await serve(listener), apiKey: null, timeoutMs: 30_000 };
    const outcome = await exchange(endpoint, "{}", new AbortController().signal);
    assert.equal(outcome.kind === "failure" && outcome.fault, "unreadable_body");
    await eventually("the connection to be closed", () => Promise.resolve(sent.closed || undefined));
  });
});
