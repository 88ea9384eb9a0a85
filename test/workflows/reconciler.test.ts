import assert from "node:assert/strict";
import { ask, temporalClient, type TestTemporalClient } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { recordHistory } from "./record-history.ts";
import {
  endedDelivery,
  newDelivery,
  newWebhook,
  type Receiver,
  startReceiver,
  waitingDelivery,
} from "#testing/webhooks.ts";

const FOREIGN_IDS = [
  "delivery/not-a-uuid",
  "delivery/",
  "delivery",
  "delivery/00000000-0000-7000-8000-000000000000/2",
  "x",
];

describe("The reconciler", function () {
  this.timeout(120_000);
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

  /** Starts a run ahead of its schedule, as an operator can. */
  const reconcile = () => temporal.client.schedule.getHandle("reconciler").trigger();
  /** Waits until a run has completed that began after this call; returns its id. */
  async function nextRun(): Promise<string> {
    const since = new Date().toISOString();
    await reconcile();
    return await eventually("a run of the reconciler", async () => {
      const query = `WorkflowType = "reconcile" AND StartTime > "${since}" AND ExecutionStatus != "Running"`;
      for await (const { workflowId, status } of temporal.client.workflow.list({ query })) {
        assert.equal(status.name, "COMPLETED", workflowId);
        return workflowId;
      }
      return undefined;
    }, 60);
  }

  it("is not disturbed by workflows whose ids are no ids of rows", async () => {
    for (const workflowId of FOREIGN_IDS) {
      const handle = await temporal.client.workflow.start("webhookDelivery", {
        workflowId,
        taskQueue: "nobody-polls-this",
        args: [{ delivery_id: "x", webhook_id: null }],
      });
      await handle.terminate("by hand");
    }
    const { id } = await waitingDelivery(own.call, receiver, "/beside-foreign");
    await temporal.client.workflow.getHandle(`delivery/${id}`).terminate("by hand");
    await reconcile();
    assert.equal((await endedDelivery(own.call, id, 60)).status, "cancelled");
    await recordHistory("reconcile", await nextRun());
  });

  it("lists the closed workflows from where the run before began", async () => {
    await nextRun();
    const [row] = await ask<{ age: number }>(
      `SELECT extract(epoch FROM now() - (position #>> '{}')::timestamptz)::integer AS age FROM reconciler_positions
       WHERE part = 'closed webhookDelivery'`,
    );
    assert.ok(row !== undefined && row.age < 60, `${row?.age} s`);
  });

  it("starts the run of an overdue delivery that Temporal has lost", async () => {
    const webhook = await newWebhook(own.call, `${receiver.url}/lost`);
    const id = await newDelivery(own.call, webhook.id);
    await endedDelivery(own.call, id);
    const copy = crypto.randomUUID();
    await ask(
      `INSERT INTO deliveries (id, organization_id, event_id, event_type, webhook_id, endpoint_id, url, next_retry_at, created_at)
       SELECT $2, organization_id, event_id, event_type, webhook_id, endpoint_id, url, now() - interval '6 min', now()
       FROM deliveries WHERE id = $1`,
      [id, copy],
    );
    await reconcile();
    assert.equal((await endedDelivery(own.call, copy, 60)).status, "succeeded");
  });

  it("wakes a delivery whose endpoint is up and that nothing else wakes", async () => {
    const webhook = await newWebhook(own.call, `${receiver.url}/forgotten`);
    const id = await newDelivery(own.call, webhook.id);
    await endedDelivery(own.call, id);
    const copy = crypto.randomUUID();
    await ask(
      `INSERT INTO deliveries (id, organization_id, event_id, event_type, webhook_id, endpoint_id, url, next_retry_at, created_at,
         parked, has_run)
       SELECT $2, organization_id, event_id, event_type, webhook_id, endpoint_id, url, now(), now(), 'endpoint_down', false
       FROM deliveries WHERE id = $1`,
      [id, copy],
    );
    await reconcile();
    assert.equal((await endedDelivery(own.call, copy, 60)).status, "succeeded");
  });
});
