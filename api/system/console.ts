import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import Router from "@koa/router";
import type { Context } from "koa";
import { ApiError } from "#shared/errors.ts";
import { sharedFor } from "#shared/lazily.ts";
import { prepareText, sendText, type StaticText } from "./pages.ts";

/** A build has some 30 files; a wrong folder in CONSOLE_DIR must not fill the memory. */
const MAX_FILES = 500;

/** The built console: its page for every path under `/console` and for links to verdicts, its files by names that hold their content's hash. */
interface BuiltConsole {
  readonly page: StaticText;
  readonly files: ReadonlyMap<string, StaticText>;
}

/** The console's routers, outside the envelope. */
interface ConsoleRoutes {
  /** Scripts and styles. A browser asks for each once, and shows an empty page where it is refused. What is none of them goes on to others. */
  readonly files: Router;
  readonly pages: Router;
}

/**
 * Serves the web console. Its files are read at the first request and stay in memory.
 *
 * @param baseUrl where browsers reach the API; the console works under its path
 * @param folder of the built console
 */
export function consoleRoutes(baseUrl: string, folder: string): ConsoleRoutes {
  const [files, pages] = [new Router({ sensitive: true }), new Router({ sensitive: true })];
  const { origin, pathname } = new URL(baseUrl);
  const basePath = pathname.replace(/\/$/, "");
  const built = sharedFor(Infinity, () => readConsole(folder, basePath));
  const headers = {
    "Content-Security-Policy": contentSecurityPolicy(origin),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
  };

  files.get("/console/assets/:file", async (ctx, next) => {
    const file = (await built().catch(() => null))?.files.get(ctx.params["file"] ?? "");
    if (file === undefined) return await next();
    ctx.set({ "X-Content-Type-Options": "nosniff", "Cache-Control": "public, max-age=31536000, immutable" });
    sendText(ctx, file);
  });

  const showPage = async (ctx: Context) => {
    const { page } = await built();
    ctx.set({ ...headers, "Cache-Control": "no-cache" });
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
 * Scripts come from this origin's files alone. Styles may stand in elements, because the charts' library writes them there. Downloads and
 * pictures of charts are made in the page, so images may be `blob:` and `data:`.
 */
function contentSecurityPolicy(origin: string): string {
  return "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
    `font-src 'self'; connect-src 'self' ${origin}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;
}

/** @throws ApiError 404 `not_found` where the console has not been built */
async function readConsole(folder: string, basePath: string): Promise<BuiltConsole> {
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
