import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { connect } from "node:net";
import { pipeline, Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { createGzip } from "node:zlib";
import { createHttpServer, listen } from "#api/http/server.ts";
import { eventually } from "#testing/times.ts";
import { stack } from "#testing/stack.ts";

/** Sends a text and resolves to what the connection got until the server closed it. */
function sent(request: string): Promise<string> {
  const { hostname, port } = new URL(stack().baseUrl);
  return new Promise((resolve) => {
    let text = "";
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: false });
    socket.on("data", (data) => text += data);
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
    socket.write(request);
  });
}

/** Those that are slow: `test/ci/server-timeouts.test.ts`. */
describe("A client", () => {
  const head = (...lines: string[]) => [...lines, "Host: localhost"].join("\r\n");

  for (
    const [what, request, status] of [
      ["headers over 16 KiB", `${head("GET /livez HTTP/1.1")}\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`, 431],
      ["a header without a colon", `${head("GET /livez HTTP/1.1")}\r\nNo colon\r\n\r\n`, 400],
      ["no Host", "GET /livez HTTP/1.1\r\n\r\n", 400],
      ["no HTTP", "\u0016\u0003\u0001 hello\r\n\r\n", 400],
    ] as const
  ) {
    it(`that sends ${what} gets ${status} in the envelope, and loses the connection`, async () => {
      const text = await sent(request);
      assert.match(text, new RegExp(`^HTTP/1\\.1 ${status} `));
      const [headers, body] = text.split("\r\n\r\n");
      const { data, error, meta } = JSON.parse(body!);
      assert.deepEqual([data, error, meta.errors.length], [null, "validation_error", 1]);
      assert.ok(headers!.includes(`X-Request-Id: ${meta.request_id}`), headers);
    });
  }
});

describe("An answer whose client does not read it", () => {
  const SENDING_MS = 1_000;
  /** More than the buffers between a client and the service hold, also compressed. */
  const answer = randomBytes(32_000_000);
  const open = new Set<ServerResponse>();
  let closings: number[];
  let server: Server;
  let port: number;
  before(async () => {
    server = createHttpServer(({ url }, response) => {
      const began = performance.now();
      open.add(response);
      response.once("close", () => {
        open.delete(response);
        closings.push(performance.now() - began);
      });
      if (url === "/whole") response.end(answer);
      else if (url === "/compressed") {
        pipeline(Readable.from([answer]), createGzip({ level: 1 }), response, () => {});
      } else setTimeout(() => response.end("late"), 2 * SENDING_MS);
    }, SENDING_MS);
    port = await listen(server, { host: "127.0.0.1", port: 0 });
  });
  beforeEach(() => {
    closings = [];
  });
  after(() => server.close());

  const ask = (path: string) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.on("error", () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    return socket;
  };

  for (const path of ["/whole", "/compressed"]) {
    it(`is given up after the time that it may take (${path})`, async () => {
      const socket = ask(path).pause();
      const ms = await eventually("the answer's end", () => Promise.resolve(closings[0]), 10);
      assert.ok(ms >= SENDING_MS, `${ms} ms`);
      assert.equal(open.size, 0);
      socket.destroy();
    });
  }

  it("arrives whole where it is read slowly, however long that takes", async () => {
    const socket = ask("/compressed");
    let bytes = 0;
    socket.on("data", (data) => {
      bytes += data.length;
      socket.pause();
      setTimeout(() => socket.resume(), 4);
    });
    const began = performance.now();
    await once(socket, "end");
    assert.ok(performance.now() - began > 2 * SENDING_MS, "read slowly");
    assert.ok(bytes > answer.length, `${bytes} bytes`);
  });

  it("has no such time before it is there, and arrives whole where it is read", async () => {
    assert.match(await text(ask("/late")), /late$/);
    assert.ok((await buffer(ask("/whole"))).length > answer.length);
  });
});
