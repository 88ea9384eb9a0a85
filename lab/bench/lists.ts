import { type Database, statementsBy, type Transaction } from "#db/postgres/database.ts";
import { pageOfAllDeliveries, pageOfDeliveries } from "#db/deliveries/deliveries.ts";
import { pageOfSimulations } from "#db/simulations/simulations.ts";
import { newId } from "#shared/ids.ts";
import { ask, connectAs, stack } from "#testing/stack.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import { newWebhook } from "#testing/webhooks.ts";
import type { PageRequest } from "#db/postgres/paginate.ts";
import { type SuiteOptions, timed } from "./measure.ts";

/** Deliveries that one statement adds. */
const BATCH = 500_000;
/** No filter and no page may take longer, in milliseconds of Postgres. */
const PAGE_BOUND_MS = 50;
/** Disabling and deleting a subscription answer within this many milliseconds. */
const CHANGE_BOUND_MS = 200;
const PAGE = 20;

/**
 * The lists and the changes of a subscription in an organization of a million deliveries, or of as many as are asked for, a second apart, and of
 * a tenth as many simulations. Prints tables, without a floor.
 */
export async function measureLists({ deliveries }: SuiteOptions): Promise<void> {
  const service = await startOwnService();
  const database = await connectAs("app_worker", { url: service.databaseUrl });
  try {
    const webhookId = await subscribe(service);
    await fill(service.databaseUrl, webhookId, deliveries);
    await measurePages(database, webhookId, deliveries);
    await measureChanges(service, webhookId, deliveries / 10);
  } finally {
    await database.close();
    await service.stop();
  }
}

/** Nothing listens on this port of loopback, and nothing is sent: no workflow knows these deliveries. */
const subscribe = async ({ call }: OwnService) => (await newWebhook(call, "http://127.0.0.1:9999")).id;

/**
 * Half of the deliveries belong to a subscription, one in ten failed, one in 10,000 is of a rare type, a tenth is pending. They come oldest
 * first, with ids of their time, as the service's do.
 */
async function fill(url: string, webhookId: string, deliveries: number): Promise<void> {
  const { organizationId } = stack();
  await ask(
    `INSERT INTO events (id, organization_id, type, body, created_at)
     SELECT uuidv7(), $1, 'webhook.test', '{}', now() FROM generate_series(1, 1000)`,
    [organizationId],
    url,
  );
  for (let oldest = deliveries; oldest > 0; oldest -= BATCH) {
    await ask(
      `INSERT INTO deliveries (id, organization_id, event_id, event_type, webhook_id, endpoint_id, url, status, created_at)
       SELECT uuidv7(-n * interval '1 second'), $1, ids[n % 1000 + 1],
         CASE WHEN n % 10000 = 0 THEN 'simulation.failed' ELSE 'webhook.test' END,
         CASE WHEN n % 2 = 0 THEN $2::uuid END, $2, 'https://example.com/',
         CASE WHEN n % 10 = 0 THEN 'pending' WHEN n % 10 = 1 THEN 'failed' ELSE 'succeeded' END,
         now() - n * interval '1 second'
       FROM generate_series($3::integer, greatest($3 - ${BATCH} + 1, 1), -1) AS n, (SELECT array_agg(id) AS ids FROM events) AS e`,
      [organizationId, webhookId, oldest],
      url,
    );
    console.log(`${Math.max(oldest - BATCH, 0)} of ${deliveries} deliveries are still to be added`);
  }
  await ask(
    `INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, agent_count, seed, generate_insights,
       insights_status, created_at, status, failure_code)
     SELECT uuidv7(-n * interval '10 seconds'), $1, CASE WHEN n % 500 = 0 THEN 'ballot-measure' ELSE 'brand-trust' END, 1, 100, 1, false, 'disabled',
       now() - n * interval '10 seconds', s.status, CASE s.status WHEN 'failed' THEN 'internal' END
     FROM generate_series($2::integer, 1, -1) AS n
     CROSS JOIN LATERAL (SELECT CASE WHEN n % 1000 = 7 THEN 'queued' ELSE 'failed' END AS status) AS s`,
    [organizationId, deliveries / 10],
    url,
  );
  await ask("ANALYZE", [], url);
}

type Reading = (tx: Transaction, page: PageRequest) => Promise<unknown>;

async function measurePages(database: Database, webhookId: string, size: number): Promise<void> {
  const { organizationId } = stack();
  const middle = { created_at: new Date(Date.now() - size * 500), id: newId() };
  const own = (tx: Transaction) => ({ ...tx, organizationId });
  const deliveries = [
    {},
    { status: ["failed"] },
    { status: ["cancelled"] },
    { event_type: "simulation.failed" },
    { status: ["pending"], event_type: "webhook.test" },
    { webhook_id: webhookId },
    { webhook_id: webhookId, status: ["failed"] },
    { webhook_id: newId() },
    { simulation_id: newId() },
  ] as const;
  const simulations = [
    {},
    { status: ["queued"] },
    { status: ["running"] },
    { methodology_slug: "ballot-measure" },
    { methodology_slug: "policy-support" },
    { status: ["queued"], methodology_slug: "ballot-measure" },
    { created_before: new Date(Date.now() - size * 900).toISOString() },
    { created_after: new Date(Date.now() + 900_000).toISOString() },
  ] as const;
  const operators = [{}, { status: "failed" }, {
    organization_id: organizationId,
    status: "cancelled",
  }] as const;
  console.log(
    `Pages of ${PAGE}, of ${size} deliveries and ${size / 10} simulations of one organization, milliseconds:`,
  );
  const show = async (name: string, filters: object, read: Reading) => {
    const newest = await executionMs(database, (tx) => read(tx, { limit: PAGE, after: null }));
    const inTheMiddle = await executionMs(database, (tx) => read(tx, { limit: PAGE, after: middle }));
    const verdict = Math.max(newest, inTheMiddle) <= PAGE_BOUND_MS ? "kept" : "EXCEEDED";
    const list = `${name} ${JSON.stringify(filters).replaceAll('"', "")}`;
    console.log(`  ${list}: newest ${newest}, middle ${inTheMiddle}: ${verdict}`);
  };
  for (const by of deliveries) {
    await show("deliveries", by, (tx, page) => pageOfDeliveries(own(tx), by, page));
  }
  for (const by of operators) {
    await show("operators' deliveries", by, (tx, page) => pageOfAllDeliveries(tx, by, page));
  }
  for (const by of simulations) {
    await show("simulations", by, (tx, page) => pageOfSimulations(own(tx), by, page));
  }
}

/** What `EXPLAIN ANALYZE` says of the one statement that `read` makes: planning and execution, in milliseconds. */
async function executionMs(
  database: Database,
  read: (tx: Transaction) => Promise<unknown>,
): Promise<number> {
  return await database.transaction(async (tx) => {
    let ms = NaN;
    const explained = statementsBy(async (statement, values = []) => {
      const text = typeof statement === "string" ? statement : statement.text;
      const { "QUERY PLAN": [plan] } = await tx.one<{ "QUERY PLAN": Record<string, number>[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        values,
      );
      ms = Math.round(10 * ((plan?.["Planning Time"] ?? NaN) + (plan?.["Execution Time"] ?? NaN))) / 10;
      return { rows: [], count: 0 };
    });
    await read({ ...tx, ...explained });
    return ms;
  });
}

async function measureChanges(service: OwnService, webhookId: string, pending: number): Promise<void> {
  const idle = await subscribe(service);
  console.log(
    `A subscription with ${pending} pending deliveries, and one with none, milliseconds of the response:`,
  );
  // The first round of one with none warms the API's connections and statements.
  for (const id of [await subscribe(service), idle, webhookId]) {
    const path = `/v1/webhooks/${id}`;
    const changes = [
      ["disabling", () => service.call("PATCH", path, { body: { enabled: false } })],
      ["enabling", () => service.call("PATCH", path, { body: { enabled: true } })],
      ["deleting", () => service.call("DELETE", path)],
    ] as const;
    for (const [name, change] of changes) {
      let status = 0;
      const ms = Math.round(await timed(async () => ({ status } = await change())));
      if (id !== webhookId && id !== idle) continue;
      const verdict = ms <= CHANGE_BOUND_MS ? "kept" : "EXCEEDED";
      console.log(`  ${name} the one with ${id === idle ? "none" : pending}: ${status} in ${ms}: ${verdict}`);
    }
  }
}
