import assert from "node:assert/strict";
import { assertError, assertStatus, closeAll, httpReceiver, send, sender } from "./receivers.ts";

describe("the webhook sender", () => {
  afterEach(closeAll);

  it("posts the bytes with its own headers and the subscription's", async () => {
    const receiver = await httpReceiver((response) => response.writeHead(204).end());
    const body = new TextEncoder().encode('{"text":"Grüße"}');
    const result = await sender().send({
      url: `http://127.0.0.1:${receiver.port}/hooks?a=b%20c#part`,
      headers: {
        "X-Service-Signature": "t=1,v1=ab",
        "X-Tenant": "acme",
        "content-TYPE": "text/evil",
        "host": "evil",
      },
      body,
    });
    assertStatus(result, 204);
    assert.ok(Number.isInteger(result.latency_ms) && result.latency_ms >= 0);
    assert.deepEqual({ ...result, latency_ms: 0 }, {
      kind: "response",
      status: 204,
      excerpt: "",
      latency_ms: 0,
      retry_after_s: null,
    });

    const [request] = receiver.requests;
    assert.deepEqual([request?.method, request?.url, request?.body], [
      "POST",
      "/hooks?a=b%20c",
      '{"text":"Grüße"}',
    ]);
    const { connection: _, ...headers } = request?.headers ?? {};
    assert.deepEqual(headers, {
      "host": `127.0.0.1:${receiver.port}`,
      "content-type": "application/json",
      "content-length": String(body.length),
      "user-agent": "simulation-service-webhooks/1.0",
      "accept-encoding": "identity",
      "x-service-signature": "t=1,v1=ab",
      "x-tenant": "acme",
    });
    assert.equal(request?.rawHeaders.filter((name) => /^(host|content-type)$/i.test(name)).length, 2);
  });

  for (const status of [200, 201, 299, 300, 304, 400, 404, 410, 500, 503, 599]) {
    it(`reports status ${status} and the beginning of the body`, async () => {
      const receiver = await httpReceiver((response) =>
        response.writeHead(status).end(status === 304 ? "" : "thanks")
      );
      const result = await send(sender(), `http://127.0.0.1:${receiver.port}/`);
      assertStatus(result, status);
      assert.equal(result.excerpt, status === 304 ? "" : "thanks");
    });
  }

  it("follows no redirect, not even to an allowed target", async () => {
    const elsewhere = await httpReceiver((response) => response.writeHead(204).end());
    const locations = [
      "http://169.254.169.254/latest/meta-data/",
      "https://169.254.169.254/",
      `http://127.0.0.1:${elsewhere.port}/`,
      "//localhost/",
      "file:///etc/passwd",
    ];
    for (const status of [301, 302, 303, 307, 308]) {
      for (const location of locations) {
        const receiver = await httpReceiver((response) => response.writeHead(status, { location }).end());
        assertStatus(await send(sender(), `http://127.0.0.1:${receiver.port}/`), status);
      }
    }
    assert.equal(elsewhere.connections.length, 0);
  });

  it("returns the Retry-After of a 429 or 503", async () => {
    const retryAfter = async (status: number, value: string) => {
      const receiver = await httpReceiver((response) =>
        response.writeHead(status, { "retry-after": value }).end()
      );
      const result = await send(sender(), `http://127.0.0.1:${receiver.port}/`);
      assertStatus(result, status);
      return result.retry_after_s;
    };
    assert.equal(await retryAfter(429, "120"), 120);
    assert.equal(await retryAfter(503, "0"), 0);
    assert.equal(await retryAfter(503, "999999999"), 86_400);
    assert.equal(await retryAfter(500, "120"), null);
    assert.equal(await retryAfter(200, "120"), null);
    for (const value of ["soon", "-1", "1.5", "1e3", ""]) {
      assert.equal(await retryAfter(429, value), null, value);
    }
    const seconds = await retryAfter(503, new Date(Date.now() + 90_000).toUTCString()) ?? NaN;
    assert.ok(seconds > 60 && seconds <= 90, `${seconds}`);
    assert.equal(await retryAfter(503, new Date(0).toUTCString()), 0);
  });

  it("makes printable text of any body", async () => {
    const excerptOf = async (body: Uint8Array | string) => {
      const receiver = await httpReceiver((response) => response.writeHead(500).end(body));
      const result = await send(sender(), `http://127.0.0.1:${receiver.port}/`);
      assertStatus(result, 500);
      return result.excerpt;
    };
    assert.equal(await excerptOf("one\ttwo\r\nthree ü €"), "one\ttwo\r\nthree ü €");
    assert.equal(
      await excerptOf(new Uint8Array([0x61, 0, 0x1b, 0x5b, 0x7f, 0xff, 0xc3, 0x62])),
      "a[\ufffd\ufffdb",
    );
    assert.equal(await excerptOf("\u0085\u009bx"), "x");
    // 16,384 bytes end in the middle of a character: it is dropped, not replaced.
    assert.equal(await excerptOf("a".repeat(16_383) + "€uro"), "a".repeat(16_383));
    assert.equal(await excerptOf("€".repeat(10_000)), "€".repeat(5_461));
    // Each byte that is not UTF-8 becomes three.
    assert.equal(await excerptOf(new Uint8Array(20_000).fill(0xff)), "\ufffd".repeat(5_461));
  });

  it("refuses targets by their URL without connecting", async () => {
    const receiver = await httpReceiver((response) => response.end());
    const strict = sender({ allowLoopback: false });
    for (
      const host of [
        "127.0.0.1",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "[::1]",
        "[::ffff:7f00:1]",
        "localhost",
        "localhost.",
      ]
    ) {
      assertError(
        await send(strict, `https://${host}:${receiver.port}/`),
        "target_refused",
        /public address/,
      );
    }
    assertError(await send(strict, `http://example.com:${receiver.port}/`), "target_refused", /https:\/\//);
    assertError(await send(strict, "https://user@example.com/"), "target_refused", /user name/);
    assertError(
      await send(strict, "https://example.com:22/"),
      "target_refused",
      /^The URL must not have the port 22/,
    );
    assert.equal(receiver.connections.length, 0);
  });

  it("refuses headers that HTTP cannot carry", async () => {
    const receiver = await httpReceiver((response) => response.end());
    const url = `http://127.0.0.1:${receiver.port}/`;
    for (const headers of [{ "X-A": "a\r\nX-Evil: 1" }, { "X-A": "ā" }, { "X A": "a" }]) {
      await assert.rejects(sender().send({ url, headers, body: new Uint8Array() }), TypeError);
    }
    assert.equal(receiver.connections.length, 0);
  });

  it("reports a refused connection", async () => {
    const receiver = await httpReceiver(() => {});
    const { port } = receiver;
    closeAll();
    assertError(
      await send(sender(), `http://127.0.0.1:${port}/`),
      "connect_failed",
      /^127\.0\.0\.1 refused the connection\.$/,
    );
  });
});
