import assert from "node:assert/strict";
import type { TLSSocket } from "node:tls";
import {
  answering,
  assertError,
  assertStatus,
  closeAll,
  httpReceiver,
  rawReceiver,
  send,
  sender,
} from "./receivers.ts";

const lookup = () => Promise.resolve(["127.0.0.1"]);

describe("the webhook sender, over TLS", () => {
  afterEach(closeAll);

  it("verifies the certificate against the URL's name or address", async () => {
    const names: (string | false | null)[] = [];
    const receiver = await httpReceiver((response) => {
      names.push((response.socket as TLSSocket).servername);
      response.writeHead(204).end();
    }, "valid");
    for (const host of ["hooks.example.com", "hooks.example.com.", "HOOKS.example.com", "127.0.0.1"]) {
      assertStatus(await send(sender({ lookup }), `https://${host}:${receiver.port}/`), 204);
    }
    assert.deepEqual(names.slice(0, 3), Array(3).fill("hooks.example.com"));
    assert.ok(!names[3], "no server name is sent for an address");
  });

  const CERTIFICATES = [
    ["self-signed", /^hooks\.example\.com has a self-signed TLS certificate\.$/],
    ["other-name", /^hooks\.example\.com has a TLS certificate for another host name\.$/],
    // Deno reports the same error for an expired certificate and for an incomplete chain.
    [
      "expired",
      /^hooks\.example\.com has a TLS certificate that (has expired|cannot be verified: it has expired, or .*)\.$/,
    ],
  ] as const;
  for (const [certificate, message] of CERTIFICATES) {
    it(`refuses a certificate that is ${certificate} and sends nothing`, async () => {
      const receiver = await httpReceiver((response) => response.writeHead(204).end(), certificate);
      assertError(
        await send(sender({ lookup }), `https://hooks.example.com:${receiver.port}/`),
        "tls_failed",
        message,
      );
      assert.equal(receiver.requests.length, 0);
    });
  }

  it("refuses a certificate whose issuer it does not trust", async () => {
    const receiver = await httpReceiver((response) => response.writeHead(204).end(), "valid");
    const result = await send(sender({ lookup, ca: [] }), `https://hooks.example.com:${receiver.port}/`);
    assertError(result, "tls_failed", /cannot be verified|not publicly trusted/);
    assert.equal(receiver.requests.length, 0);
  });

  it("reports an endpoint that does not speak TLS", async () => {
    const receiver = await answering("HTTP/1.1 400 Bad Request\r\n\r\n");
    assertError(
      await send(sender({ lookup }), `https://hooks.example.com:${receiver.port}/`),
      "tls_failed",
      /TLS/,
    );
  });

  it("reports a handshake that the endpoint breaks off", async () => {
    for (const breakOff of ["destroy", "resetAndDestroy"] as const) {
      const receiver = await rawReceiver((socket) => socket.once("data", () => socket[breakOff]()));
      const result = await send(sender({ lookup }), `https://hooks.example.com:${receiver.port}/`);
      assertError(result, "tls_failed", /broke off the TLS handshake/);
    }
  });

  it("counts the handshake as connecting", async () => {
    const receiver = await rawReceiver(() => {});
    const from = sender({ lookup, limits: { connectMs: 50 } });
    assertError(
      await send(from, `https://hooks.example.com:${receiver.port}/`),
      "connect_timeout",
      /within 0\.05 s/,
    );
  });

  it("is not used for an http URL, even on an endpoint that speaks TLS", async () => {
    const receiver = await httpReceiver((response) => response.writeHead(204).end(), "valid");
    const result = await send(sender(), `http://127.0.0.1:${receiver.port}/`);
    assert.ok(
      result.kind === "response"
        ? result.status === 400
        : ["reset", "invalid_response"].includes(result.code),
    );
    assert.equal(receiver.requests.length, 0);
  });
});
