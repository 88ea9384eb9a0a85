import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import Koa from "koa";
import { docsRoutes } from "#api/system/pages.ts";
import { sha256 } from "#shared/crypto.ts";
import { stack } from "#testing/stack.ts";

interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
}

/** Sends a GET as written: `fetch` would decompress the answer. */
function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const call = request(
      `${stack().baseUrl}${path}`,
      { headers },
      async (response) => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of response as AsyncIterable<Uint8Array>) {
          chunks.push(chunk);
        }
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        });
      },
    );
    call.once("error", reject);
    call.end();
  });
}

describe("The API's documentation", () => {
  for (const path of ["/openapi.json", "/docs", "/docs/reference.js"]) {
    describe(`at ${path}`, () => {
      it("has an ETag, and answers 304 without a body to who has it", async () => {
        const { status, headers, body } = await get(path);
        assert.equal(status, 200);
        assert.ok(body.length > 0);
        const etag = String(headers["etag"]);
        assert.match(etag, /^W\/"[\w-]{16,}"$/);
        for (const known of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
          const again = await get(path, {
            "If-None-Match": known,
            "Accept-Encoding": "gzip",
          });
          assert.deepEqual([again.status, again.body.length], [304, 0], known);
          assert.equal(again.headers["etag"], etag);
        }
        assert.equal(
          (await get(path, { "If-None-Match": '"other"' })).status,
          200,
        );
      });

      it("comes compressed to who accepts it, and plain to who does not", async () => {
        const plain = await get(path);
        const compressed = await get(path, { "Accept-Encoding": "gzip" });
        assert.equal(plain.headers["content-encoding"], undefined);
        assert.equal(compressed.headers["content-encoding"], "gzip");
        assert.match(String(compressed.headers["vary"]), /accept-encoding/i);
        assert.ok(compressed.body.length < plain.body.length);
        // Comparing megabytes element by element would take gigabytes.
        assert.ok(
          sha256(gunzipSync(compressed.body)).equals(sha256(plain.body)),
        );
      });
    });
  }

  it("is compressed once: every caller gets the same bytes from memory", async () => {
    const bodies: unknown[] = [];
    const app = new Koa();
    app.use(async (ctx, next) => {
      await next();
      bodies.push(ctx.body);
    });
    app.use(docsRoutes(() => ({}), "http://127.0.0.1").routes());
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    try {
      for (let i = 0; i < 2; i++) {
        const headers = { "Accept-Encoding": "gzip" };
        const response = await fetch(
          `http://127.0.0.1:${port}/docs/reference.js`,
          { headers },
        );
        assert.ok((await response.text()).length > 1_000_000);
      }
    } finally {
      server.close();
    }
    assert.ok(bodies[0] instanceof Uint8Array && bodies[0] === bodies[1]);
  });
});
