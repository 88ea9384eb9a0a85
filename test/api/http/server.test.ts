import assert from "node:assert/strict";
import { connect } from "node:net";
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
