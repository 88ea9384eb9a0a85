import assert from "node:assert/strict";
import pg from "pg";
import { ask, stack, temporalClient, type TestTemporalClient } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { recordHistory } from "./record-history.ts";
import { delivery, endedDelivery, type Receiver, startReceiver, waitingDelivery } from "#testing/webhooks.ts";

/** More than the request itself holds or cancels (100), and more than two batches of the job (250). */
const MANY = 1_100;

describe("The deliveries of a subscription follow its state", () => {
  let own: TestOrganization;
  let receiver: Receiver;
  let temporal: TestTemporalClient;
  before(async () => {
    [own, receiver, temporal] = await Promise.all([newOrganization(), startReceiver(), temporalClient()]);
  });
  after(async () => {
    await receiver.close();
    await temporal.close();
  });

  const enable = (id: string, enabled: boolean) =>
    own.call("PATCH", `/v1/webhooks/${id}`, { body: { enabled } });
  const job = (webhookId: string) => temporal.client.workflow.getHandle(`subscription/${webhookId}`);
  const count = async (webhookId: string, condition: string) => {
    const [row] = await ask<{ count: number }>(
      `SELECT count(*)::integer FROM deliveries WHERE webhook_id = $1 AND ${condition}`,
      [webhookId],
    );
    return row?.count;
  };

  /** A subscription with many deliveries that wait for its endpoint. */
  async function withMany(path: string): Promise<string> {
    const { id, webhook } = await waitingDelivery(own.call, receiver, path);
    // The endpoint is down before they are stored, lest whoever looks for deliveries of endpoints that are up again wakes one.
    await ask(
      `INSERT INTO endpoint_health (endpoint_id, organization_id, failures, failed_deliveries, unanswered_deliveries,
         last_failed_delivery, down_since, probe_id) VALUES ($1, $2, 2, 2, 2, $3, now(), $3)
       ON CONFLICT (endpoint_id) DO UPDATE SET down_since = now(), probe_id = excluded.probe_id`,
      [webhook.id, own.id, id],
    );
    await ask("UPDATE deliveries SET next_retry_at = now() + interval '30 min' WHERE id = $1", [id]);
    await ask(
      `INSERT INTO deliveries (id, organization_id, event_id, event_type, webhook_id, endpoint_id, url, next_retry_at, created_at, parked, has_run)
       SELECT gen_random_uuid(), organization_id, event_id, event_type, webhook_id, endpoint_id, url, now(), now(), 'endpoint_down', false
       FROM deliveries, generate_series(1, ${MANY}) WHERE id = $1`,
      [id],
    );
    return webhook.id;
  }

  it(`holds ${MANY} when it is disabled, by a job that outlives the request`, async () => {
    const id = await withMany("/hold-many");
    assert.equal((await enable(id, false)).status, 200);
    await eventually(
      "all to be held",
      async () =>
        await count(id, "held AND parked IS NULL AND next_retry_at IS NULL") === MANY + 1 || undefined,
    );
    const { held } = await job(id).result();
    assert.equal(held, MANY + 1 - 100);
    await recordHistory("webhook-settle-held", `subscription/${id}`);
    await own.call("DELETE", `/v1/webhooks/${id}`);
    await eventually(
      "all to be cancelled",
      async () => await count(id, "status = 'cancelled' AND NOT held") === MANY + 1 || undefined,
    );
  });

  it(`cancels ${MANY} when it is deleted, and signals no run that never was`, async () => {
    const id = await withMany("/cancel-many");
    assert.equal((await own.call("DELETE", `/v1/webhooks/${id}`)).status, 200);
    await eventually(
      "all to be cancelled",
      async () => await count(id, "status = 'cancelled' AND parked IS NULL") === MANY + 1 || undefined,
    );
    const { cancelled } = await job(id).result();
    // A run that was just woken may cancel its own delivery first.
    assert.ok(cancelled > MANY - 110 && cancelled <= MANY + 1 - 100, `${cancelled} by the job`);
    await recordHistory("webhook-settle-cancelled", `subscription/${id}`);
    const [row] = await ask<{ count: number }>(
      "SELECT count(*)::integer FROM outbox WHERE workflow_id IN (SELECT 'delivery/' || id FROM deliveries WHERE webhook_id = $1)",
      [id],
    );
    assert.ok(row !== undefined && row.count <= 1, `${row?.count} commands`);
  });

  it("is released although somebody has locked a held one meanwhile", async () => {
    const { id, webhook } = await waitingDelivery(own.call, receiver, "/locked");
    await enable(webhook.id, false);
    const other = new pg.Client({ connectionString: stack().databaseUrl });
    await other.connect();
    await other.query("BEGIN");
    await other.query("SELECT FROM deliveries WHERE id = $1 FOR UPDATE", [id]);
    await enable(webhook.id, true);
    await eventually("the job to have found it locked", async () => {
      const { raw } = await job(webhook.id).describe();
      return raw.pendingActivities?.some(({ heartbeatDetails }) => heartbeatDetails != null) || undefined;
    });
    await other.query("ROLLBACK");
    await other.end();
    assert.equal((await endedDelivery(own.call, id)).status, "succeeded");
  });

  it("is released within a minute although an operator has terminated the job", async function () {
    this.timeout(90_000);
    const { id, webhook } = await waitingDelivery(own.call, receiver, "/job-terminated");
    await enable(webhook.id, false);
    // The state that a job leaves which is terminated before its first batch.
    await ask("UPDATE webhooks SET enabled = true WHERE id = $1", [webhook.id]);
    assert.equal((await delivery(own.call, id)).status, "pending");
    assert.equal((await endedDelivery(own.call, id, 60)).status, "succeeded");
  });
});
