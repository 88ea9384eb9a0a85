import { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import Router from "@koa/router";
import type { ParameterizedContext } from "koa";
import { sha256 } from "#shared/crypto.ts";
import type { Route } from "../http/define-route.ts";
import { openApiDocument } from "../http/openapi.ts";

/** The OpenAPI document and the page that shows it, outside the envelope. */
export function docsRoutes(routes: readonly Route[], baseUrl: string): Router {
  const router = new Router();
  const document = once(() => prepare("application/json", JSON.stringify(openApiDocument(routes, baseUrl))));
  const page = once(() => prepare("text/html", DOCS_PAGE));
  const script = once(async () => await prepare("text/javascript", await referenceScript()));

  router.get("/openapi.json", async (ctx) => {
    ctx.set("Cache-Control", "no-cache");
    send(ctx, await document());
  });

  router.get("/docs", async (ctx) => {
    ctx.set("Content-Security-Policy", `${DOCS_POLICY} ${new URL(baseUrl).origin}`);
    ctx.set("Cache-Control", "no-cache");
    send(ctx, await page());
  });

  router.get("/docs/reference.js", async (ctx) => {
    ctx.set("Cache-Control", "public, max-age=86400");
    send(ctx, await script());
  });

  return router;
}

/** A text that is the same for every caller, compressed ahead of them: the page's script of 4 MB takes a tenth of a second. */
interface StaticText {
  readonly type: string;
  readonly plain: Buffer;
  readonly compressed: Buffer;
  /** Weak, because both encodings carry it. */
  readonly etag: string;
}

async function prepare(type: string, text: string): Promise<StaticText> {
  // Koa would write any other view of bytes as JSON.
  const plain = Buffer.from(text);
  const etag = `W/"${sha256(plain).toString("base64url", 0, 16)}"`;
  return { type, plain, compressed: await promisify(gzip)(plain), etag };
}

/** Answers 304 to a caller who has the text. */
function send(ctx: ParameterizedContext, { type, plain, compressed, etag }: StaticText): void {
  ctx.status = 200;
  ctx.set("ETag", etag);
  ctx.vary("Accept-Encoding");
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.compress = false;
  ctx.type = type;
  const isCompressed = ctx.acceptsEncodings("gzip", "identity") === "gzip";
  if (isCompressed) ctx.set("Content-Encoding", "gzip");
  ctx.body = isCompressed ? compressed : plain;
}

/** Creates a value for its first caller and keeps it; after a failure the next caller tries again. */
function once<T>(create: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | null = null;
  return () => {
    value ??= create().catch((error) => {
      value = null;
      throw error;
    });
    return value;
  };
}

/** Reads the page's script from its package. */
function referenceScript(): Promise<string> {
  const main = new URL(import.meta.resolve("@scalar/api-reference")).pathname;
  return readFile(main.replace(/dist\/.*$/, "dist/browser/standalone.js"), "utf8");
}

/**
 * People type keys into the page, so the browser lets it connect to the API alone. The policy ends with connect-src, to which the
 * handler adds the API's public origin.
 */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; font-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; connect-src 'self'";

const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Simulation service: API reference</title>
</head>
<body>
<div id="reference"></div>
<noscript>The reference needs JavaScript; the document itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/reference.js"></script>
<script>
Scalar.createApiReference("#reference", {
  url: "/openapi.json",
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  authentication: { preferredSecurityScheme: "apiKey" },
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
});
</script>
</body>
</html>
`;
