import { readFile } from "node:fs/promises";
import Router from "@koa/router";
import type { Database } from "#db/database.ts";
import { MIGRATIONS } from "#db/migrations/index.ts";
import type { AnyRoute } from "../http/define-route.ts";
import { openApiDocument } from "../http/openapi.ts";

/** Whether the process takes traffic. */
export interface Readiness {
  draining: boolean;
}

/** How long `/readyz` waits for Postgres. */
const PROBE_MS = 1_000;

/** What stands outside the envelope: probes for orchestrators, the document and its page. */
export function plainRoutes(
  routes: readonly AnyRoute[],
  baseUrl: string,
  database: Database,
  readiness: Readiness,
): Router {
  const router = new Router();
  const document = JSON.stringify(openApiDocument(routes, baseUrl));

  router.get("/livez", (ctx) => {
    ctx.body = "ok\n";
  });

  router.get("/readyz", async (ctx) => {
    const reason = readiness.draining ? "draining" : await unready(database);
    ctx.status = reason === null ? 200 : 503;
    ctx.body = reason === null ? "ready\n" : `${reason}\n`;
  });

  router.get("/openapi.json", (ctx) => {
    ctx.type = "application/json";
    ctx.body = document;
  });

  router.get("/docs", (ctx) => {
    ctx.type = "text/html";
    ctx.set("Content-Security-Policy", `${DOCS_POLICY} ${new URL(baseUrl).origin}`);
    ctx.body = DOCS_PAGE;
  });

  router.get("/docs/reference.js", async (ctx) => {
    ctx.type = "text/javascript";
    ctx.set("Cache-Control", "public, max-age=86400");
    ctx.body = await referenceScript();
  });

  return router;
}

/** Why the process cannot serve, or null: Postgres must answer and every migration this release knows must be applied. */
async function unready(database: Database): Promise<string | null> {
  const last = MIGRATIONS.at(-1)?.name ?? "";
  const probe = database.query<{ current: boolean }>(
    "SELECT EXISTS (SELECT FROM migrations WHERE name = $1) AS current",
    [last],
  )
    .then(([row]) => row?.current === true ? null : "migrations are missing")
    .catch(() => "the database does not answer");
  const timeout = new Promise<string>((resolve) =>
    setTimeout(() => resolve("the database does not answer"), PROBE_MS)
  );
  return await Promise.race([probe, timeout]);
}

let script: Promise<string> | null = null;

function referenceScript(): Promise<string> {
  script ??= readFile(
    new URL(import.meta.resolve("@scalar/api-reference")).pathname.replace(
      /dist\/.*$/,
      "dist/browser/standalone.js",
    ),
    "utf8",
  );
  return script;
}

/** The page asks nobody but the API: keys are typed into it. It ends where the API's own origin is added to connect-src. */
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
