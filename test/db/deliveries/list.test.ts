import assert from "node:assert/strict";
import type { Database, Transaction } from "#db/postgres/database.ts";
import { pageOfAllDeliveries, pageOfDeliveries } from "#db/deliveries/deliveries.ts";
import { statsOfWebhooks } from "#db/webhooks/webhooks.ts";
import { newId } from "#shared/ids.ts";
import { ask, connectAs, stack } from "#testing/stack.ts";
import { explaining } from "../plans.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";

/** As many as a filter may not scan: a page has 20. */
const DELIVERIES = 50_000;
/** Blocks of a page: 20 ranges of an index of three levels, and the rows. */
const MAX_BLOCKS = 400;

describe(`A list of ${DELIVERIES} deliveries of one organization`, () => {
  let own: TestDatabase;
  let database: Database;
  const webhookId = newId();
  const organizationId = stack().organizationId;
  before(async function () {
    this.timeout(120_000);
    own = await createDatabase();
    database = await connectAs("app_worker", { url: own.url });
    await ask(
      `INSERT INTO events (id, organization_id, type, body, created_at)
       SELECT gen_random_uuid(), $1, 'webhook.test', '{}', now() FROM generate_series(1, 100)`,
      [organizationId],
      own.url,
    );
    await ask(
      `INSERT INTO deliveries (id, organization_id, event_id, event_type, webhook_id, endpoint_id, url, status, created_at)
       SELECT gen_random_uuid(), $1, (array(SELECT id FROM events))[n % 100 + 1], 'webhook.test', $2, $2, 'https://example.com/',
         'succeeded', now() - n * interval '1 second' FROM generate_series(1, ${DELIVERIES}) AS n`,
      [organizationId, webhookId],
      own.url,
    );
    await ask(
      `INSERT INTO webhooks (id, organization_id, url, events, custom_headers, secret, enabled)
       VALUES ($2, $1, 'https://example.com/', '{*}', '', '', true)`,
      [organizationId, webhookId],
      own.url,
    );
    await ask("ANALYZE deliveries, webhooks", [], own.url);
  });
  after(async () => {
    await database?.close();
    await own?.drop();
  });

  /** The blocks that Postgres touches for the statement of a page. */
  async function blocksOf(read: (tx: Transaction) => Promise<unknown>): Promise<number> {
    return await database.transaction(async (tx) => {
      let blocks = NaN;
      await read(explaining(tx, ([root]) => {
        blocks = (root?.["Shared Hit Blocks"] ?? NaN) + (root?.["Shared Read Blocks"] ?? NaN);
      }));
      return blocks;
    });
  }

  it("gives its webhook's statistics from the newest thousand", async () => {
    const blocks = await blocksOf((tx) => statsOfWebhooks({ ...tx, organizationId }));
    assert.ok(blocks < MAX_BLOCKS, `${blocks} blocks`);
  });

  const middle = { created_at: new Date(Date.now() - 25_000_000), id: newId() };
  for (const after of [null, middle]) {
    for (
      const filters of [
        {},
        { statuses: ["succeeded"] },
        { statuses: ["failed"] },
        { statuses: ["failed", "cancelled"] },
        { event_type: "simulation.failed" },
        { statuses: ["pending"], event_type: "webhook.test" },
        { webhook_id: webhookId },
        { webhook_id: webhookId, statuses: ["failed"] },
        { webhook_id: newId() },
        { simulation_id: newId() },
      ] as const
    ) {
      it(`reads a page of ${JSON.stringify(filters)} ${after === null ? "from the newest" : "from the middle"} without a scan`, async () => {
        const page = { limit: 20, after };
        const blocks = await blocksOf((tx) => pageOfDeliveries({ ...tx, organizationId }, filters, page));
        assert.ok(blocks < MAX_BLOCKS, `${blocks} blocks`);
      });
    }
    for (
      const filters of [{}, { status: "failed" }, { organization_id: organizationId, status: "failed" }, {
        created_before: "2001-01-01T00:00:00Z",
      }, { webhook_id: webhookId, created_after: "2099-01-01T00:00:00Z" }] as const
    ) {
      it(`reads an operator's page of ${Object.keys(filters)} ${after === null ? "from the newest" : "from the middle"} without a scan`, async () => {
        const blocks = await blocksOf((tx) => pageOfAllDeliveries(tx, filters, { limit: 20, after }));
        assert.ok(blocks < MAX_BLOCKS, `${blocks} blocks`);
      });
    }
  }
});
