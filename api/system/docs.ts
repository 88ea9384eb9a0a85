import { readFile } from "node:fs/promises";
import Router from "@koa/router";
import { sharedFor } from "#shared/lazily.ts";
import { prepareText, sendText } from "./static-text.ts";

/** The OpenAPI document and the page that shows it, outside the envelope. @param apiDocument is called for the first reader */
export function docsRoutes(apiDocument: (baseUrl: string) => object, baseUrl: string): Router {
  const router = new Router();
  const document = sharedFor(
    Infinity,
    () => prepareText("application/json", JSON.stringify(apiDocument(baseUrl))),
  );
  const page = sharedFor(Infinity, () => prepareText("text/html", DOCS_PAGE));
  const script = sharedFor(
    Infinity,
    async () => await prepareText("text/javascript", await referenceScript()),
  );

  router.get("/openapi.json", async (ctx) => {
    ctx.set("Cache-Control", "no-cache");
    sendText(ctx, await document());
  });

  router.get("/docs", async (ctx) => {
    ctx.set("Content-Security-Policy", `${DOCS_POLICY} ${new URL(baseUrl).origin}`);
    ctx.set("Cache-Control", "no-cache");
    sendText(ctx, await page());
  });

  router.get("/docs/reference.js", async (ctx) => {
    ctx.set("Cache-Control", "public, max-age=86400");
    sendText(ctx, await script());
  });

  return router;
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
