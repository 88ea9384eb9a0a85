import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import Router from "@koa/router";
import type { Context, ParameterizedContext } from "koa";
import { sha256 } from "#shared/crypto.ts";
import { sharedFor } from "#shared/lazily.ts";
import { extname, join } from "node:path";
import { ApiError } from "#shared/errors.ts";

/**
 * A body that is the same for every caller, compressed ahead of them: a script of 4 MB takes a tenth of a second.
 * @param type a file name's end or a media type, as Koa's `ctx.type` takes it
 */
async function prepareText(type: string, content: string | Uint8Array) {
  // Koa would write any other view of bytes as JSON.
  const plain = typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
  // Weak, because both encodings carry it.
  const etag = `W/"${sha256(plain).toString("base64url", 0, 16)}"`;
  return { type, plain, compressed: await promisify(gzip)(plain), etag };
}

type Prepared = Awaited<ReturnType<typeof prepareText>>;

/** Answers with the text; 304 to a caller who has it. */
function sendText(ctx: ParameterizedContext, { type, plain, compressed, etag }: Prepared): void {
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

const fileAt = (url: string) => readFileSync(new URL(url, import.meta.url), "utf8");

/** Of pages that no other site frames and that are what their type says. */
const GUARDED = {
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
} as const;

/** The OpenAPI document and the page that shows it, outside the envelope. @param apiDocument is called for the first reader */
export function docsRoutes(apiDocument: (baseUrl: string) => object, baseUrl: string): Router {
  const router = new Router();
  // People type keys into the page, so the browser lets it connect to the API alone.
  const policy =
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
    "font-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; " +
    `connect-src 'self' ${new URL(baseUrl).origin}`;
  const serve = (path: string, type: string, headers: Record<string, string>, read: () => string) => {
    const text = sharedFor(Infinity, async () => await prepareText(type, read()));
    router.get(path, async (ctx) => {
      ctx.set({ "Cache-Control": "no-cache", ...headers });
      sendText(ctx, await text());
    });
  };
  serve("/openapi.json", "application/json", {}, () => JSON.stringify(apiDocument(baseUrl)));
  serve("/docs", "text/html", { "Content-Security-Policy": policy }, () => fileAt("./docs.html"));
  const daily = { "Cache-Control": "public, max-age=86400" };
  serve(
    "/docs/reference.js",
    "text/javascript",
    daily,
    () =>
      fileAt(import.meta.resolve("@scalar/api-reference").replace(/dist\/.*$/, "dist/browser/standalone.js")),
  );
  return router;
}

/**
 * The page that mailed links open. The token stands in the fragment, which no browser sends: whoever follows a link without pressing the
 * button, as mail scanners do, consumes nothing. Nothing but the page's own style and script runs, by their hashes; the page reaches the
 * service alone, and no other site frames it.
 */
export function linkPages(): Router {
  const router = new Router({ sensitive: true, strict: true });
  const html = fileAt("./link.html");
  const hashOf = (element: string) => {
    const [, text = ""] = new RegExp(`<${element}>(.*)</${element}>`, "s").exec(html) ?? [];
    return `'sha256-${sha256(text).toString("base64")}'`;
  };
  const headers = {
    "Content-Security-Policy":
      `default-src 'none'; script-src ${hashOf("script")}; style-src ${hashOf("style")}; ` +
      "img-src data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    ...GUARDED,
    "Cache-Control": "no-store",
  };
  router.get(["/auth/magic-link", "/auth/reset"], (ctx) => {
    ctx.set(headers);
    ctx.type = "text/html; charset=utf-8";
    ctx.body = html;
  });
  return router;
}

/** A build has some 30 files; a wrong folder in CONSOLE_DIR must not fill the memory. */
const MAX_FILES = 500;

/**
 * Serves the web console, outside the envelope. Its files are read at the first request and stay in memory.
 *
 * @param baseUrl where browsers reach the API; the console works under its path
 * @param folder of the built console
 * @returns `files` are scripts and styles: a browser asks for each once, and shows an empty page where it is refused. What is none of them goes
 * on to others.
 */
export function consoleRoutes(baseUrl: string, folder: string) {
  const [files, pages] = [new Router({ sensitive: true }), new Router({ sensitive: true })];
  const { origin, pathname } = new URL(baseUrl);
  const basePath = pathname.replace(/\/$/, "");
  const built = sharedFor(Infinity, () => readConsole(folder, basePath));
  const headers = {
    ...GUARDED,
    // Scripts come from this origin's files alone. Styles may stand in elements, because the charts' library writes them there. Downloads and
    // pictures of charts are made in the page, so images may be `blob:` and `data:`.
    "Content-Security-Policy":
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
      `font-src 'self'; connect-src 'self' ${origin}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
  };

  files.get("/console/assets/:file", async (ctx, next) => {
    const file = (await built().catch(() => null))?.files.get(ctx.params["file"] ?? "");
    if (file === undefined) return await next();
    ctx.set({ "X-Content-Type-Options": "nosniff", "Cache-Control": "public, max-age=31536000, immutable" });
    sendText(ctx, file);
  });

  const showPage = async (ctx: Context) => {
    const { page } = await built();
    ctx.set(headers);
    sendText(ctx, page);
  };
  // The link to a verdict: the same page, which shows it without the console around it.
  pages.get("/shared/:token", async (ctx) => {
    ctx.set("X-Robots-Tag", "noindex");
    await showPage(ctx);
  });
  pages.get("/console/assets/:file", async (ctx) => {
    await built();
    throw new ApiError("not_found", `There is nothing at ${ctx.path}.`);
  });
  pages.get("/console", showPage);
  // The console's own router reads the rest of the path.
  pages.get("/console/{*page}", showPage);
  return { files, pages };
}

/**
 * The built console: its page for every path under `/console` and for links to verdicts, its files by names that hold their content's hash.
 *
 * @throws ApiError 404 `not_found` where the console has not been built
 */
async function readConsole(folder: string, basePath: string) {
  const html = await readFile(join(folder, "index.html"), "utf8").catch((error) => {
    throw new ApiError("not_found", "The console is not built here: run `deno task build-console`.", {
      cause: error,
    });
  });
  const assets = join(folder, "assets");
  const names = (await readdir(assets)).filter((name) => !name.endsWith(".map"));
  if (names.length > MAX_FILES) throw new Error(`${assets} has ${names.length} files: not a built console`);
  const files = await Promise.all(
    names.map(async (name) =>
      [name, await prepareText(extname(name), await readFile(join(assets, name)))] as const
    ),
  );
  // The build's links are relative, and the page stands at paths of any depth.
  const page = html.replaceAll('"./', `"${basePath}/console/`).replaceAll("%BASE_PATH%", basePath);
  return { page: await prepareText("html", page), files: new Map(files) };
}
