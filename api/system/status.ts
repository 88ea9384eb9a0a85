import type { Client } from "@temporalio/client";
import Type, { type Static } from "typebox";
import { inTime } from "#shared/in-time.ts";
import type { Database } from "#db/postgres/database.ts";
import type { PageRequest } from "#db/postgres/paginate.ts";
import type { TemporalClient } from "#temporal/client.ts";
import { TASK_QUEUES } from "#temporal/command.ts";
import type { Config } from "#shared/config.ts";
import { defineRoute, forAnyCaller, forEverybody } from "../http/define-route.ts";
import { Id, named, namedObject, nullable, oneOf, text, Timestamp } from "../http/fields.ts";
import type { RedisConnection } from "../http/redis.ts";
import { AnyErrorCode } from "../openapi/responses.ts";
import { answerPage, listOf } from "../http/pagination.ts";
import { sharedFor } from "#shared/lazily.ts";
import Router from "@koa/router";
import { isMigrated } from "#db/migrate.ts";
import type { Readiness } from "../http/observe.ts";

const STATES = ["operational", "degraded", "outage"] as const;
type State = (typeof STATES)[number];

/** How long one look at the components serves all callers of all processes (specification, "Limits"). */
const CACHED_SECONDS = 30;
/** How long what was read serves all callers of the process, so that however many ask cost one command or statement a second. */
const CACHED_MS = 1_000;
/** How long each component has to answer. */
const PROBE_MS = 1_000;
/** A worker's poll of a task queue takes a minute at most, and Temporal notes when it begins and ends. */
const POLLED_WITHIN_MS = 70_000;
/** `TASK_QUEUE_TYPE_WORKFLOW` of Temporal's API: whoever polls for workflow tasks polls for activities too. */
const OF_WORKFLOWS = 1;
const CACHE_KEY = "status";

const Component = named("ComponentState", oneOf(STATES));
const Status = namedObject(
  "ServiceStatus",
  {
    status: Component,
    components: namedObject("ServiceComponents", {
      api: Component,
      database: Component,
      cache: Component,
      workflows: Component,
    }),
    links: namedObject("StatusLinks", {
      billing_provider: text("Its own status page"),
      email_provider: text("Its own status page"),
    }),
    checked_at: Timestamp,
  },
  "`status` is outage where requests fail, and degraded where they are accepted and runs wait: where `workflows` is degraded, a task queue has had no worker for a minute",
);

export const showStatus = defineRoute({
  ...forEverybody("Usage"),
  endpoint: "GET /v1/status",
  answersAlways: true,
  responses: { 200: { description: "The state", data: Status, headers: ["Cache-Control"] } },
  read: async ({ services }) => ({
    data: await services.readStatus(),
    headers: { "Cache-Control": `public, max-age=${CACHED_SECONDS}` },
  }),
});

type ServiceStatus = Static<typeof Status>;

/**
 * Looks at the components, at most 30 seconds ago; one look at a time, whatever the number of callers. Redis shares a look among the processes;
 * without Redis each looks for itself, as seldom.
 */
export function statusReader(
  redis: RedisConnection,
  database: Database,
  temporal: TemporalClient,
  links: Config["statusLinks"],
): () => Promise<ServiceStatus> {
  const look = async (): Promise<ServiceStatus> => {
    const [databaseState, cache, workflows] = await Promise.all([
      probe(() => database.query("SELECT 1")),
      probe(() => redis.run((connection) => connection.ping())),
      probe(async () => await haveWorkers(await temporal.get())),
    ]);
    const components = { api: "operational" as const, database: databaseState, cache, workflows };
    return {
      status: overall(components),
      components,
      links: { billing_provider: links.billing, email_provider: links.email },
      checked_at: new Date().toISOString(),
    };
  };
  const own = sharedFor(1_000 * CACHED_SECONDS, look);
  return sharedFor(CACHED_MS, async () => {
    const shared = await redis.run((connection) => connection.get(CACHE_KEY)).catch(() => null);
    if (shared !== null) return JSON.parse(shared) as ServiceStatus;
    const status = await own();
    // A process believes it a second longer.
    const left = Math.floor(
      CACHED_SECONDS - (Date.now() - Date.parse(status.checked_at) + CACHED_MS) / 1_000,
    );
    if (left > 0) {
      await redis.run((connection) => connection.set(CACHE_KEY, JSON.stringify(status), "EX", left))
        .catch(() => {});
    }
    return status;
  });
}

/** Without Postgres or Redis, which counts requests, every request fails; without Temporal creates wait in the outbox. */
function overall({ database, cache, workflows }: ServiceStatus["components"]): State {
  if (database === "outage" || cache === "outage") return "outage";
  return workflows === "operational" ? "operational" : "degraded";
}

/** Whether a worker has asked each task queue for work within the last minute. */
async function haveWorkers({ workflowService, options: { namespace } }: Client): Promise<boolean> {
  const polled = await Promise.all(TASK_QUEUES.map(async (name) => {
    const { pollers } = await workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name },
      taskQueueType: OF_WORKFLOWS,
    });
    const since = Date.now() - POLLED_WITHIN_MS;
    return pollers?.some(({ lastAccessTime }) => 1_000 * Number(lastAccessTime?.seconds ?? 0) > since);
  }));
  return polled.every((isPolled) => isPolled === true);
}

/** @param look finds false where the component answers and does not do its work */
function probe(look: () => Promise<unknown>): Promise<State> {
  return inTime(look(), PROBE_MS, noAnswer).then(
    (found) => found === false ? "degraded" : "operational",
    () => "outage",
  );
}

const noAnswer = () => new Error("No answer");

const RecentRequest = namedObject("RecentRequest", {
  request_id: Type.String(),
  at: Timestamp,
  method: Type.String(),
  route: nullable(text("The path's template; null where nothing has the path")),
  status: Type.Integer(),
  error: nullable(AnyErrorCode),
  duration_ms: Type.Number(),
  key_id: nullable(Type.String({ ...Id, description: "Null for a person" })),
});

export const listRequests = defineRoute({
  ...forAnyCaller("Usage"),
  ...listOf(RecentRequest),
  endpoint: "GET /v1/requests",
  read: (request) =>
    answerPage(
      request,
      (page: PageRequest<string>) =>
        request.services.requestHistory.page(request.identity.organizationId, page),
    ),
});

/** How long `/readyz` waits for Postgres. */
const READY_MS = 1_000;

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

/**
 * Why the process takes no traffic, or null: it drains, or Postgres does not answer, or lacks a migration of this release. Callers share an
 * answer of Postgres for a second.
 */
export function readReason(database: Database, readiness: Readiness): () => Promise<string | null> {
  const reason = sharedFor(CACHED_MS, () =>
    inTime(isMigrated(database), READY_MS, noAnswer).then(
      (migrated) => migrated ? null : "migrations are missing",
      () => "the database does not answer",
    ));
  return async () => readiness.draining ? "draining" : await reason();
}
