import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import Router from "@koa/router";
import type { ParameterizedContext } from "koa";
import { sha256 } from "#shared/crypto.ts";
import { sharedFor } from "#shared/lazily.ts";

/** A body that is the same for every caller, compressed ahead of them: a script of 4 MB takes a tenth of a second. */
export interface StaticText {
  /** A file name's end or a media type, as Koa's `ctx.type` takes it. */
  readonly type: string;
  readonly plain: Buffer;
  readonly compressed: Buffer;
  /** Weak, because both encodings carry it. */
  readonly etag: string;
}

/** Compresses a body and computes its ETag. */
export async function prepareText(type: string, content: string | Uint8Array): Promise<StaticText> {
  // Koa would write any other view of bytes as JSON.
  const plain = typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
  const etag = `W/"${sha256(plain).toString("base64url", 0, 16)}"`;
  return { type, plain, compressed: await promisify(gzip)(plain), etag };
}

/** Answers with the text; 304 to a caller who has it. */
export function sendText(ctx: ParameterizedContext, { type, plain, compressed, etag }: StaticText): void {
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

const pageIn = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");

/** The OpenAPI document and the page that shows it, outside the envelope. @param apiDocument is called for the first reader */
export function docsRoutes(apiDocument: (baseUrl: string) => object, baseUrl: string): Router {
  const router = new Router();
  // People type keys into the page, so the browser lets it connect to the API alone.
  const policy =
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
    "font-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; " +
    `connect-src 'self' ${new URL(baseUrl).origin}`;
  const serve = (
    path: string,
    type: string,
    headers: Record<string, string>,
    read: () => string | Promise<string>,
  ) => {
    const text = sharedFor(Infinity, async () => await prepareText(type, await read()));
    router.get(path, async (ctx) => {
      ctx.set(headers);
      sendText(ctx, await text());
    });
  };
  const fresh = { "Cache-Control": "no-cache" };
  serve("/openapi.json", "application/json", fresh, () => JSON.stringify(apiDocument(baseUrl)));
  serve("/docs", "text/html", { ...fresh, "Content-Security-Policy": policy }, () => pageIn("./docs.html"));
  serve(
    "/docs/reference.js",
    "text/javascript",
    { "Cache-Control": "public, max-age=86400" },
    referenceScript,
  );
  return router;
}

/** Reads the page's script from its package. */
function referenceScript(): Promise<string> {
  const main = new URL(import.meta.resolve("@scalar/api-reference")).pathname;
  return readFile(main.replace(/dist\/.*$/, "dist/browser/standalone.js"), "utf8");
}

/**
 * The page that mailed links open. The token stands in the fragment, which no browser sends: whoever follows a link without pressing the
 * button, as mail scanners do, consumes nothing. Nothing but the page's own style and script runs, by their hashes; the page reaches the
 * service alone, and no other site frames it.
 */
export function linkPages(): Router {
  const router = new Router({ sensitive: true, strict: true });
  const html = pageIn("./link.html");
  const hashOf = (element: string) => {
    const [, text = ""] = new RegExp(`<${element}>(.*)</${element}>`, "s").exec(html) ?? [];
    return `'sha256-${sha256(text).toString("base64")}'`;
  };
  const headers = {
    "Content-Security-Policy":
      `default-src 'none'; script-src ${hashOf("script")}; style-src ${hashOf("style")}; ` +
      "img-src data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
  };
  router.get(["/auth/magic-link", "/auth/reset"], (ctx) => {
    ctx.set(headers);
    ctx.type = "text/html; charset=utf-8";
    ctx.body = html;
  });
  return router;
}
