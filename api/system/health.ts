import { inTime } from "#shared/in-time.ts";
import { sharedFor } from "#shared/lazily.ts";
import Router from "@koa/router";
import type { Database } from "#db/postgres/database.ts";
import { isMigrated } from "#db/migrate.ts";
import type { Readiness } from "../http/request-log.ts";

/** How long `/readyz` waits for Postgres. */
const PROBE_MS = 1_000;
/** How long an answer of Postgres serves all callers, so that however many ask cost one statement a second. */
const CACHED_MS = 1_000;

/** Probes for orchestrators, outside the envelope: `/livez` is the process, `/readyz` whether it can serve. */
export function healthRoutes(database: Database, readiness: Readiness): Router {
  const router = new Router();
  const reasonOf = readReason(database, readiness);

  router.get("/livez", (ctx) => {
    ctx.body = "ok\n";
  });

  router.get("/readyz", async (ctx) => {
    const reason = await reasonOf();
    ctx.status = reason === null ? 200 : 503;
    ctx.body = `${reason ?? "ready"}\n`;
  });

  return router;
}

/** Why the process takes no traffic, or null: it drains, or Postgres does not serve. Callers share an answer of Postgres for a second. */
export function readReason(database: Database, readiness: Readiness): () => Promise<string | null> {
  const reason = sharedFor(CACHED_MS, () => reasonUnready(database));
  return async () => readiness.draining ? "draining" : await reason();
}

/** Why the process cannot serve, or null: Postgres must answer, with every migration of this release applied. */
async function reasonUnready(database: Database): Promise<string | null> {
  try {
    const migrated = await inTime(isMigrated(database), PROBE_MS, () => new Error("No answer"));
    return migrated ? null : "migrations are missing";
  } catch {
    return "the database does not answer";
  }
}
