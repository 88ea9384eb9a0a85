import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import Type from "typebox";
import { defineRoute } from "#api/http/define-route.ts";
import { RAW_BODY } from "#api/http/fields.ts";
import { apiDocument } from "#api/document.ts";
import { assertRefused, replyOf } from "#testing/caller.ts";
import { type OwnApi, startOwnApi } from "./own-api.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const receive = defineRoute({
  endpoint: "POST /test/raw",
  tag: "Test",
  routeScope: "public",
  body: RAW_BODY,
  responses: { 200: { description: "Its hash", data: Type.Object({}) } },
  write: ({ body }) => Promise.resolve({ status: 200, data: { bytes: body.length, sha256: sha256(body) } }),
});

describe("A raw body", () => {
  let api: OwnApi;
  before(async () => {
    api = await startOwnApi([receive]);
  });
  after(() => api?.close());

  const send = async (body: Uint8Array | string, headers: Record<string, string> = {}) =>
    await replyOf(
      await fetch(`${api.baseUrl}/test/raw`, { method: "POST", headers, body: body as BodyInit }),
    );

  it("reaches the handler byte for byte, whatever it is and whatever its type", async () => {
    const bodies = [
      '{"a": 1,  "a": 2}\r\n',
      '{ "b":\u00a0"\\u0000" }',
      "\ufeff{}",
      "not JSON",
      "",
      randomBytes(1_000),
      new Uint8Array(1024 * 1024).fill(0xff),
    ];
    for (const body of bodies) {
      const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
      for (const headers of [{}, { "Content-Type": "application/json" }, { "Content-Type": "text/plain" }]) {
        const { status, data } = await send(bytes, headers);
        assert.deepEqual([status, data], [200, { bytes: bytes.length, sha256: sha256(bytes) }]);
      }
    }
  });

  it("is 413 validation_error over 1 MiB", async () => {
    assertRefused(await send(new Uint8Array(1024 * 1024 + 1)), 413, "validation_error");
  });

  it("is documented as bytes, whatever they are", () => {
    const document = apiDocument(api.baseUrl) as {
      paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: object }> } }>>;
    };
    const content = document.paths["/v1/webhooks/payments"]?.["post"]?.requestBody.content ?? {};
    assert.deepEqual(Object.keys(content), ["application/octet-stream"]);
    assert.deepEqual(content["application/octet-stream"]?.schema, { type: "string", format: "binary" });
  });
});
