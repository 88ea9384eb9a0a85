import assert from "node:assert/strict";
import { MockActivityEnvironment } from "@temporalio/testing";
import { DefaultLogger } from "@temporalio/worker";
import { createWebhookOperationsActivities } from "#activities/deliveries/operations.ts";
import type { Database } from "#db/postgres/database.ts";
import { DatabaseUnavailable } from "#db/postgres/errors.ts";
import { newId } from "#shared/ids.ts";
import type { RetryBatchInput } from "#temporal/webhook-operations.ts";
import { callerWith } from "#testing/caller.ts";
import {
  ask,
  connectAs,
  resetWorkflow,
  stack,
  temporalClient,
  type TestTemporalClient,
} from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { recordHistory } from "./record-history.ts";
import {
  delivery,
  endedDelivery,
  failedDelivery,
  newDelivery,
  newWebhook,
  type Receiver,
  runBecomes,
  startReceiver,
  waitingDelivery,
} from "#testing/webhooks.ts";

/** The first batch of a new job. */
function batchOf(webhook_id: string): RetryBatchInput {
  return { job_id: newId(), filters: { webhook_id }, requested_at: new Date().toISOString(), after: null };
}

describe("A retry by hand sends a delivery once more", () => {
  let own: TestOrganization;
  let receiver: Receiver;
  let temporal: TestTemporalClient;
  before(async () => {
    temporal = await temporalClient();
  });
  beforeEach(async () => {
    [own, receiver] = await Promise.all([newOrganization(), startReceiver()]);
  });
  afterEach(() => receiver.close());
  after(() => temporal.close());

  for (const path of ["/v1/deliveries/{id}/retry", "/v1/webhooks/{webhook_id}/deliveries/{id}/retry"]) {
    it(`that has failed, for its customer: POST ${path}`, async () => {
      const { id, webhook } = await failedDelivery(own.call, receiver, `/customer${path.length}`);
      const url = path.replace("{id}", id).replace("{webhook_id}", webhook.id);
      const asked = await own.call("POST", url);
      assert.deepEqual([asked.status, asked.data.id], [202, id]);
      const record = await delivery(own.call, id, ({ status }) => status === "succeeded");
      assert.deepEqual([record.attempt_count, record.attempts[0].number], [4, 4]);
      await runBecomes(temporal.client, id, "COMPLETED");
    });
  }

  it("that waits, for its customer: a success ends the schedule", async () => {
    const { id } = await waitingDelivery(own.call, receiver, "/customer-waiting");
    await own.call("POST", `/v1/deliveries/${id}/retry`);
    const record = await delivery(own.call, id, ({ status }) => status === "succeeded");
    assert.deepEqual([record.attempt_count, record.next_retry_at], [2, null]);
    await runBecomes(temporal.client, id, "COMPLETED");
  });

  it("that waits, and a failure leaves the schedule as it was", async () => {
    const { id, webhook } = await waitingDelivery(own.call, receiver, "/customer-again");
    receiver.behave("/customer-again", 500);
    const before = await delivery(own.call, id);
    await own.call("POST", `/v1/webhooks/${webhook.id}/deliveries/${id}/retry`);
    const after = await delivery(own.call, id, ({ attempts }) => attempts[0].response_status === 500);
    assert.deepEqual([after.status, after.next_retry_at], ["pending", before.next_retry_at]);
  });

  it("that has succeeded: the receiver gets the same event again", async () => {
    const webhook = await newWebhook(own.call, `${receiver.url}/again`);
    const id = await newDelivery(own.call, webhook.id);
    await endedDelivery(own.call, id);
    await recordHistory("webhook-delivery-first-attempt", `delivery/${id}`);
    await own.call("POST", `/v1/deliveries/${id}/retry`);
    const [first, second] = await receiver.until("/again", 2);
    assert.equal(second?.body, first?.body);
    const record = await delivery(own.call, id, ({ attempts }) => attempts[0]?.response_status === 204);
    assert.equal(record.status, "succeeded");
  });

  it("for an operator, who is recorded in the audit log", async () => {
    const { id } = await failedDelivery(own.call, receiver, "/operator");
    const operator = callerWith(stack().operatorKey);
    const asked = await operator("POST", `/v1/admin/deliveries/${id}/retry`);
    assert.equal(asked.status, 202);
    const record = await delivery(own.call, id, ({ status }) => status === "succeeded");
    assert.equal(record.attempt_count, 4);
    const [entry] = await ask<{ action: string; subject: string }>(
      "SELECT action, subject FROM audit_log WHERE request_id = $1",
      [asked.meta.request_id],
    );
    assert.deepEqual(entry, { action: "delivery.retry", subject: id });
  });

  it("for an operator, with all others that match, in a durable workflow with progress", async () => {
    const other = await newOrganization();
    receiver.behave("/all", 500);
    const webhook = await newWebhook(other.call, `${receiver.url}/all`);
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.push(await newDelivery(other.call, webhook.id));
    for (const id of ids) assert.equal((await endedDelivery(other.call, id)).status, "failed");
    receiver.behave("/all", 204);
    const operator = callerWith(stack().operatorKey);
    const body = { status: "failed", webhook_id: webhook.id };
    const asked = await operator("POST", "/v1/admin/deliveries/retry", { body });
    assert.deepEqual([asked.status, asked.data.matched], [202, 7]);
    for (const id of ids) {
      const record = await delivery(other.call, id, ({ status }) => status === "succeeded");
      assert.equal(record.attempt_count, 4);
    }
    const job = temporal.client.workflow.getHandle(`deliveries-retry/${asked.data.job_id}`);
    assert.deepEqual(await job.result(), { retried: 7 });
    assert.deepEqual(await job.query("progress"), { done: 7, total: 7 });
    const left = await operator("GET", `/v1/admin/deliveries?status=failed&webhook_id=${webhook.id}`);
    assert.deepEqual(left.data, []);
    await recordHistory("deliveries-retry", job.workflowId);
  });

  /** A subscription with so many failed deliveries, whose next attempts will succeed. */
  async function withFailed(path: string, count: number): Promise<string> {
    const { id, webhook } = await failedDelivery(own.call, receiver, path);
    receiver.behave(path, 204);
    await ask(
      `INSERT INTO deliveries (id, organization_id, event_id, event_type, webhook_id, endpoint_id, url, status, created_at, has_run)
       SELECT gen_random_uuid(), organization_id, event_id, event_type, webhook_id, endpoint_id, url, status, created_at, false
       FROM deliveries, generate_series(2, $2) WHERE id = $1`,
      [id, count],
    );
    return webhook.id;
  }

  it("with all others that match, at most 10 at once and the next ones a second later, each once for a job", async () => {
    const webhookId = await withFailed("/paced", 25);
    const database = await connectAs("app_worker");
    const steps: (number | string)[] = [];
    const { retryBatch } = createWebhookOperationsActivities({
      database,
      pause: async (ms) => void await Promise.resolve(steps.push(`${ms} ms`)),
    });
    const activity = new MockActivityEnvironment();
    activity.on("heartbeat", ({ retried }: { retried: number }) => {
      steps.push(retried);
    });
    const batch = batchOf(webhookId);
    const waiting = () =>
      ask("SELECT FROM deliveries WHERE webhook_id = $1 AND retry_requested IS NOT NULL", [webhookId]);
    try {
      assert.deepEqual(await activity.run(retryBatch, batch), { retried: 25, after: null });
      assert.deepEqual(steps, [10, "1000 ms", 20, "1000 ms", 25, "1000 ms"]);
      // A worker takes the commands that this process leaves in the outbox.
      await eventually("all to be sent", async () => (await waiting()).length === 0 || undefined);
      await activity.run(retryBatch, batch);
      assert.equal((await waiting()).length, 0);
    } finally {
      await database.close();
    }
    assert.equal(receiver.at("/paced").length, 3 + 25);
  });

  it("in one job of its organization after another", async () => {
    const ids = [await withFailed("/first", 3), await withFailed("/second", 3)];
    for (const webhook_id of ids) {
      const asked = await own.call("POST", "/v1/deliveries/retry", { body: { webhook_id } });
      assert.deepEqual([asked.status, asked.data], [202, { matched: 3 }]);
    }
    await Promise.all([receiver.until("/first", 6), receiver.until("/second", 6)]);
    const job = temporal.client.workflow.getHandle(`deliveries-retry/${own.id}`);
    assert.deepEqual(await job.result(), { retried: 6 });
    await recordHistory("deliveries-retry-own", job.workflowId);
  });

  it("in turns where one job of its organization has many, behind which a small one does not wait", async () => {
    const ids = [await withFailed("/many", 150), await withFailed("/few", 3)];
    for (const webhook_id of ids) {
      assert.equal((await own.call("POST", "/v1/deliveries/retry", { body: { webhook_id } })).status, 202);
    }
    await receiver.until("/few", 6);
    const made = receiver.at("/many").length;
    assert.ok(made < 3 + 150, `${made} attempts of the large job before the small one's`);
    await receiver.until("/many", 3 + 150);
    const job = temporal.client.workflow.getHandle(`deliveries-retry/${own.id}`);
    assert.deepEqual(await job.result(), { retried: 153 });
  });

  it("in a job behind one whose query fails again and again, which is ended after five failures and named by the run", async function () {
    this.timeout(90_000);
    const webhook_id = await withFailed("/behind", 3);
    const broken = { ...batchOf("no-id"), matched: 1 };
    const job = await temporal.client.workflow.start("retryDeliveries", {
      workflowId: `deliveries-retry/${own.id}`,
      taskQueue: "operations",
      args: [broken],
    });
    const asked = await own.call("POST", "/v1/deliveries/retry", { body: { webhook_id } });
    assert.deepEqual([asked.status, asked.data], [202, { matched: 3 }]);
    await receiver.until("/behind", 6, 60);
    await assert.rejects(job.result(), ({ cause }: Error) => {
      assert.equal((cause as Error).message, `These jobs failed: ${broken.job_id}`);
      return true;
    });
    await recordHistory("deliveries-retry-failed", job.workflowId);
  });

  it("in a job that is ended by its fifth failure in a row, unless Postgres does not answer either", async () => {
    const database = await connectAs("app_worker");
    const retry = (attempt: number, store: Database) => {
      const { retryBatch } = createWebhookOperationsActivities({
        database: store,
      });
      const logger = new DefaultLogger("ERROR", () => {});
      return new MockActivityEnvironment({ attempt }, { logger }).run(retryBatch, batchOf("no-id"));
    };
    try {
      await assert.rejects(retry(4, database), /invalid input syntax for type uuid/);
      await assert.rejects(retry(5, database), { type: "JobFailed", nonRetryable: true });
    } finally {
      await database.close();
    }
    await assert.rejects(retry(100, database), ({ name }: Error) => name !== "ApplicationFailure");
  });

  it("in a job that is ended by a query that takes too long twice, not by a connection that breaks or a server that only reads", async () => {
    const retry = (code: string) => {
      let tries = 0;
      const fail = () => {
        tries++;
        return Promise.reject(new DatabaseUnavailable(Object.assign(new Error(code), { code })));
      };
      const { retryBatch } = createWebhookOperationsActivities({
        database: { query: fail, transaction: fail } as unknown as Database,
      });
      const logger = new DefaultLogger("ERROR", () => {});
      const run = new MockActivityEnvironment({ attempt: 100 }, { logger }).run(retryBatch, batchOf(newId()));
      return run.then(() => "done", ({ name, type }) => [type ?? name, tries]);
    };
    assert.deepEqual(await retry("57014"), ["JobFailed", 2]);
    for (const code of ["57P01", "25006", "53100"]) {
      assert.deepEqual(await retry(code), ["DatabaseUnavailable", 1], code);
    }
  });

  it("for an operator, also with those that another process's clock has dated ten minutes ahead", async () => {
    const other = await newOrganization();
    const { id, webhook } = await failedDelivery(other.call, receiver, "/dated");
    await ask("UPDATE deliveries SET created_at = created_at + interval '10 minutes' WHERE id = $1", [id]);
    const body = { webhook_id: webhook.id };
    const asked = await callerWith(stack().operatorKey)("POST", "/v1/admin/deliveries/retry", { body });
    assert.equal(asked.data.matched, 1);
    await delivery(other.call, id, ({ status }) => status === "succeeded");
  });

  it("that waits, by the signal retryNow without an argument", async () => {
    const { id } = await waitingDelivery(own.call, receiver, "/signal");
    await temporal.client.workflow.getHandle(`delivery/${id}`).signal("retryNow");
    const record = await delivery(own.call, id, ({ status }) => status === "succeeded");
    assert.equal(record.attempt_count, 2);
  });

  it("for each retry id, however often Temporal gets the signal", async () => {
    const { id } = await waitingDelivery(own.call, receiver, "/once");
    receiver.behave("/once", 500);
    const handle = temporal.client.workflow.getHandle(`delivery/${id}`);
    for (let i = 0; i < 3; i++) await handle.signal("retryNow", "the-same");
    await delivery(own.call, id, ({ attempts }) => attempts[0].response_status === 500);
    await handle.signal("retryNow", "the-same");
    await handle.signal("retryNow", "another");
    // An attempt is recorded before it is sent.
    const record = await delivery(
      own.call,
      id,
      ({ attempts }) => attempts.length >= 3 && attempts[0].response_status === 500,
    );
    assert.equal(record.attempt_count, 3);
    assert.equal(receiver.at("/once").length, 3);
  });

  it("by a reset of its Failed workflow to the first task; a reset to the last task sends nothing", async () => {
    const { id } = await failedDelivery(own.call, receiver, "/reset");
    await runBecomes(temporal.client, id, "FAILED");
    await resetWorkflow(temporal.client, `delivery/${id}`, "last");
    await runBecomes(temporal.client, id, "FAILED");
    assert.equal(receiver.at("/reset").length, 3);
    await recordHistory("webhook-delivery-reset-to-last", `delivery/${id}`);
    await resetWorkflow(temporal.client, `delivery/${id}`, "first");
    const record = await delivery(own.call, id, ({ status }) => status === "succeeded");
    assert.deepEqual([record.attempt_count, receiver.at("/reset").length], [4, 4]);
    await runBecomes(temporal.client, id, "COMPLETED");
  });

  it("by a reset of a run that a retry by hand had started and that failed again", async () => {
    const { id } = await failedDelivery(own.call, receiver, "/reset-retry");
    receiver.behave("/reset-retry", 500);
    await runBecomes(temporal.client, id, "FAILED");
    await own.call("POST", `/v1/deliveries/${id}/retry`);
    await delivery(
      own.call,
      id,
      ({ attempts }) => attempts[0].number === 4 && attempts[0].response_status === 500,
    );
    await runBecomes(temporal.client, id, "FAILED");
    await recordHistory("webhook-delivery-retried", `delivery/${id}`);
    receiver.behave("/reset-retry", 204);
    await resetWorkflow(temporal.client, `delivery/${id}`, "first");
    const record = await delivery(own.call, id, ({ status }) => status === "succeeded");
    assert.equal(record.attempt_count, 5);
    await recordHistory("webhook-delivery-reset", `delivery/${id}`);
  });
});
