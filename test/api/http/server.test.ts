import assert from "node:assert/strict";
import { connect } from "node:net";
import { performance } from "node:perf_hooks";
import { HEADERS_MS } from "#api/http/server.ts";
import { startApi } from "#test/support/processes.ts";
import { stack } from "#test/support/stack.ts";

/** What a connection got until the server closed it. */
interface Ended {
  readonly text: string;
  readonly ms: number;
}

describe("A slow client", function () {
  this.timeout(90_000);
  let api: Awaited<ReturnType<typeof startApi>>;
  before(async () => {
    api = await startApi();
  });
  after(() => api?.stop());

  /** Sends the beginning at once and then a byte every half second, until the server closes the connection. */
  function drip(beginning: string, drop: string): Promise<Ended> {
    const { hostname, port } = new URL(api.baseUrl);
    const began = performance.now();
    return new Promise((resolve) => {
      let text = "";
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: false });
      const drops = setInterval(() => drop !== "" && socket.writable && socket.write(drop), 500);
      socket.on("data", (data) => text += data);
      socket.on("error", () => {});
      socket.on("close", () => {
        clearInterval(drops);
        resolve({ text, ms: performance.now() - began });
      });
      if (beginning !== "") socket.write(beginning);
    });
  }

  const head = (...lines: string[]) => [...lines, "Host: localhost"].join("\r\n");

  it("that never finishes its headers gets 408 and loses the connection", async () => {
    const { text, ms } = await drip(`${head("GET /livez HTTP/1.1")}\r\nX-Slow: `, "a");
    assert.match(text, /^HTTP\/1\.1 408 /);
    assert.ok(ms >= HEADERS_MS && ms < HEADERS_MS + 5_000, `${ms} ms`);
  });

  it("that sends nothing loses the connection", async () => {
    const { text, ms } = await drip("", "");
    assert.match(text, /^(HTTP\/1\.1 408 |$)/);
    assert.ok(ms >= HEADERS_MS && ms < HEADERS_MS + 7_000, `${ms} ms`);
  });

  it("that never finishes its body gets 408 validation_error within 35 seconds, and loses the connection", async () => {
    const lines = head(
      "POST /v1/simulations HTTP/1.1",
      `Authorization: Bearer ${stack().apiKey}`,
      `Idempotency-Key: ${crypto.randomUUID()}`,
      "Content-Type: application/json",
      "Content-Length: 1000",
    );
    const { text, ms } = await drip(`${lines}\r\n\r\n{`, " ");
    assert.match(text, /^HTTP\/1\.1 408 /);
    assert.match(text, /"error":"validation_error"/);
    assert.match(text, /The body took over 30 seconds to arrive/);
    assert.ok(ms >= 30_000 && ms < 35_000, `${ms} ms`);
  });

  for (
    const [what, request, status] of [
      ["headers over 16 KiB", `${head("GET /livez HTTP/1.1")}\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`, 431],
      ["a header without a colon", `${head("GET /livez HTTP/1.1")}\r\nNo colon\r\n\r\n`, 400],
      ["no Host", "GET /livez HTTP/1.1\r\n\r\n", 400],
      ["no HTTP", "\u0016\u0003\u0001 hello\r\n\r\n", 400],
    ] as const
  ) {
    it(`that sends ${what} gets ${status} in the envelope, and loses the connection`, async () => {
      const { text } = await drip(request, "");
      assert.match(text, new RegExp(`^HTTP/1\\.1 ${status} `));
      const [headers, body] = text.split("\r\n\r\n");
      const { data, error, meta } = JSON.parse(body!);
      assert.deepEqual([data, error, meta.errors.length], [null, "validation_error", 1]);
      assert.ok(headers!.includes(`X-Request-Id: ${meta.request_id}`), headers);
    });
  }
});
