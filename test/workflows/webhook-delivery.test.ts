import assert from "node:assert/strict";
import { verifyWebhook } from "#client/verify-webhook.js";
import { callerWith } from "#test/support/caller.ts";
import { ask } from "#test/support/database.ts";
import { eventually } from "#test/support/eventually.ts";
import { newOrganization, type TestOrganization } from "#test/support/organizations.ts";
import { recordHistory } from "#test/support/record-history.ts";
import { stack } from "#test/support/stack.ts";
import { temporalClient, type TestTemporalClient } from "#test/support/temporal.ts";
import {
  delivery,
  endedDelivery,
  newDelivery,
  newWebhook,
  resetWorkflow,
  type TestWebhook,
} from "#test/support/webhooks.ts";
import { type Receiver, startReceiver } from "#test/support/webhook-receiver.ts";

/** An hour longer than the schedule. */
const PARK = { status: 503, headers: { "Retry-After": "3600" } };

describe("A webhook delivery", () => {
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

  it("makes three attempts at a receiver that answers 500, 500, 204, and its record tells the same", async () => {
    receiver.behave("/flaky", { status: 500, body: "try later" }, 500, 204);
    const webhook = await newWebhook(own.call, `${receiver.url}/flaky`);
    const id = await newDelivery(own.call, webhook.id);
    const record = await endedDelivery(own.call, id);
    const requests = receiver.at("/flaky");

    assert.equal(requests.length, 3);
    assert.equal(new Set(requests.map(({ body }) => body)).size, 1);
    for (const { body, headers, at } of requests) {
      const signature = String(headers["x-service-signature"]);
      const event = await verifyWebhook(body, signature, webhook.secret, { now: new Date(at) });
      assert.equal(event.type, "webhook.test");
      assert.deepEqual(event.data, {
        webhook_id: webhook.id,
        message: "This is a test: your endpoint receives events.",
      });
      const t = Number(/t=(\d+)/.exec(signature)?.[1]);
      assert.ok(Math.abs(t - at / 1000) < 2, `signed at ${t}, came at ${at}`);
    }
    const [first, second, third] = requests.map(({ at }) => at) as [number, number, number];
    assert.ok(second - first >= 300, `${second - first} ms`);
    assert.ok(third - second >= 600, `${third - second} ms`);

    assert.equal(record.status, "succeeded");
    assert.deepEqual([record.attempt_count, record.max_attempts, record.response_status], [3, 3, 204]);
    assert.equal(record.event_id, requests[0]?.event.id);
    assert.equal(record.error_message, null);
    assert.equal(record.next_retry_at, null);
    assert.deepEqual(
      record.attempts.map((each: Record<string, unknown>) => [
        each.number,
        each.response_status,
        each.error_message,
        each.response_excerpt,
      ]),
      [
        [3, 204, null, ""],
        [2, 500, "The answer was 500.", ""],
        [1, 500, "The answer was 500.", "try later"],
      ],
    );
  });

  /** A delivery that failed at its first attempt and waits for an hour. */
  async function parked(path: string): Promise<{ id: string; webhook: TestWebhook }> {
    receiver.behave(path, PARK, 204);
    const webhook = await newWebhook(own.call, receiver.url + path);
    const id = await newDelivery(own.call, webhook.id);
    await delivery(own.call, id, ({ attempts }) => attempts[0]?.response_status === 503);
    return { id, webhook };
  }

  /** A delivery that has used up its attempts; the next one will succeed. */
  async function exhausted(path: string): Promise<{ id: string; webhook: TestWebhook }> {
    receiver.behave(path, 500, 500, 500, 204);
    const webhook = await newWebhook(own.call, receiver.url + path);
    const id = await newDelivery(own.call, webhook.id);
    assert.equal((await endedDelivery(own.call, id)).status, "failed");
    return { id, webhook };
  }

  const statusOf = async (id: string) =>
    (await temporal.client.workflow.getHandle(`delivery/${id}`).describe()).status.name;
  const becomes = (id: string, status: string) =>
    eventually(`delivery/${id} to be ${status}`, async () => await statusOf(id) === status || undefined);

  it("ends as a Failed workflow when its schedule is used up, and is on the operators' list", async () => {
    const { id } = await exhausted("/dead");
    await becomes(id, "FAILED");
    const query = 'ExecutionStatus="Failed" AND WorkflowType="webhookDelivery"';
    await eventually("the Temporal UI's list to show it", async () => {
      for await (const { workflowId, searchAttributes } of temporal.client.workflow.list({ query })) {
        if (workflowId !== `delivery/${id}`) continue;
        assert.deepEqual(searchAttributes?.Outcome, ["failed"]);
        assert.deepEqual(searchAttributes?.OrganizationId, [own.id]);
        return true;
      }
      return undefined;
    });
    const operator = callerWith(stack().operatorKey);
    const listed = await operator("GET", `/v1/admin/deliveries?status=failed&organization_id=${own.id}`);
    const found = listed.data.find((each: { id: string }) => each.id === id);
    assert.equal(found.organization_id, own.id);
    assert.deepEqual([found.attempt_count, found.next_retry_at, found.response_status], [3, null, 500]);
    assert.notEqual(found.completed_at, null);
    await recordHistory("webhook-delivery-exhausted", `delivery/${id}`);
  });

  it("waits longer when Retry-After asks for it, by an hour at most", async () => {
    receiver.behave("/patient", { status: 429, headers: { "Retry-After": "2" } }, {
      status: 503,
      headers: { "Retry-After": "90000" },
    });
    const webhook = await newWebhook(own.call, `${receiver.url}/patient`);
    const id = await newDelivery(own.call, webhook.id);
    const [first, second] = await receiver.until("/patient", 2);
    assert.ok(second!.at - first!.at >= 2_000);
    const record = await delivery(own.call, id, ({ attempts }) => attempts[0]?.response_status === 503);
    const wait = new Date(record.next_retry_at).getTime() - second!.at;
    assert.ok(wait > 3_600_000 && wait < 3_603_000, `${wait} ms`);
    await eventually("the Temporal UI to show the next attempt", async () => {
      const { searchAttributes } = await temporal.client.workflow.getHandle(`delivery/${id}`).describe();
      const at = searchAttributes?.NextAttempt?.[0] as Date | undefined;
      const shown = at?.toISOString() === record.next_retry_at && searchAttributes?.Stage?.[0] === "waiting";
      return shown || undefined;
    });
  });

  describe("is sent once more by hand", () => {
    for (const path of ["/v1/deliveries/{id}/retry", "/v1/webhooks/{webhook_id}/deliveries/{id}/retry"]) {
      it(`by its customer, POST ${path}, when it has failed`, async () => {
        const { id, webhook } = await exhausted(`/customer${path.length}`);
        const url = path.replace("{id}", id).replace("{webhook_id}", webhook.id);
        const asked = await own.call("POST", url);
        assert.deepEqual([asked.status, asked.data.id], [202, id]);
        const record = await delivery(own.call, id, ({ status }) => status === "succeeded");
        assert.deepEqual([record.attempt_count, record.attempts[0].number], [4, 4]);
        await becomes(id, "COMPLETED");
      });
    }

    it("by its customer while it waits: a success ends the schedule", async () => {
      const { id } = await parked("/customer-waiting");
      await own.call("POST", `/v1/deliveries/${id}/retry`);
      const record = await delivery(own.call, id, ({ status }) => status === "succeeded");
      assert.deepEqual([record.attempt_count, record.next_retry_at], [2, null]);
      await becomes(id, "COMPLETED");
    });

    it("and a failure leaves the schedule as it was", async () => {
      const { id, webhook } = await parked("/customer-again");
      receiver.behave("/customer-again", 500);
      const before = await delivery(own.call, id);
      await own.call("POST", `/v1/webhooks/${webhook.id}/deliveries/${id}/retry`);
      const after = await delivery(own.call, id, ({ attempts }) => attempts[0].response_status === 500);
      assert.deepEqual([after.status, after.next_retry_at], ["pending", before.next_retry_at]);
    });

    it("when it has succeeded: the receiver gets the same event again", async () => {
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

    it("by an operator, one", async () => {
      const { id } = await exhausted("/operator");
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

    it("by an operator, all that match, as a durable job with progress", async () => {
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

    it("by the signal retryNow from the Temporal UI while it waits, without an argument", async () => {
      const { id } = await parked("/signal");
      await temporal.client.workflow.getHandle(`delivery/${id}`).signal("retryNow");
      const record = await delivery(own.call, id, ({ status }) => status === "succeeded");
      assert.equal(record.attempt_count, 2);
    });

    it("once for each retry id, however often Temporal is told", async () => {
      const { id } = await parked("/once");
      receiver.behave("/once", 500);
      const handle = temporal.client.workflow.getHandle(`delivery/${id}`);
      for (let i = 0; i < 3; i++) await handle.signal("retryNow", "the-same");
      await delivery(own.call, id, ({ attempts }) => attempts[0].response_status === 500);
      await handle.signal("retryNow", "the-same");
      await handle.signal("retryNow", "another");
      const record = await delivery(own.call, id, ({ attempts }) => attempts.length >= 3);
      assert.equal(record.attempt_count, 3);
      assert.equal(receiver.at("/once").length, 3);
    });

    it("by a reset of the Failed workflow to its first task; a reset to its last one sends nothing", async () => {
      const { id } = await exhausted("/reset");
      await becomes(id, "FAILED");
      await resetWorkflow(temporal.client, `delivery/${id}`, "last");
      await becomes(id, "FAILED");
      assert.equal(receiver.at("/reset").length, 3);
      await recordHistory("webhook-delivery-reset-to-last", `delivery/${id}`);
      await resetWorkflow(temporal.client, `delivery/${id}`, "first");
      const record = await delivery(own.call, id, ({ status }) => status === "succeeded");
      assert.deepEqual([record.attempt_count, receiver.at("/reset").length], [4, 4]);
      await becomes(id, "COMPLETED");
    });

    it("by a reset of a run that a retry by hand had started, and that failed again", async () => {
      const { id } = await exhausted("/reset-retry");
      receiver.behave("/reset-retry", 500);
      await becomes(id, "FAILED");
      await own.call("POST", `/v1/deliveries/${id}/retry`);
      await delivery(
        own.call,
        id,
        ({ attempts }) => attempts[0].number === 4 && attempts[0].response_status === 500,
      );
      await becomes(id, "FAILED");
      await recordHistory("webhook-delivery-retried", `delivery/${id}`);
      receiver.behave("/reset-retry", 204);
      await resetWorkflow(temporal.client, `delivery/${id}`, "first");
      const record = await delivery(own.call, id, ({ status }) => status === "succeeded");
      assert.equal(record.attempt_count, 5);
      await recordHistory("webhook-delivery-reset", `delivery/${id}`);
    });
  });

  it("is ended by the signal cancel and by a cancelled run, and can still be sent by hand", async () => {
    for (const how of ["signal", "cancel"] as const) {
      const { id } = await parked(`/cancel-${how}`);
      const handle = temporal.client.workflow.getHandle(`delivery/${id}`);
      await (how === "signal" ? handle.signal("cancel") : handle.cancel());
      const record = await endedDelivery(own.call, id);
      assert.deepEqual([record.status, record.error_message], ["cancelled", "Cancelled by an operator."]);
      await becomes(id, how === "signal" ? "COMPLETED" : "CANCELLED");
      await recordHistory(
        how === "signal" ? "webhook-delivery-cancelled" : "webhook-delivery-run-cancelled",
        handle.workflowId,
      );
      await own.call("POST", `/v1/deliveries/${id}/retry`);
      await delivery(own.call, id, ({ status }) => status === "succeeded");
    }
  });

  it("is cancelled within a minute when an operator terminates its run, and not when one is reset", async function () {
    this.timeout(90_000);
    const { id } = await parked("/terminated");
    const { id: other } = await parked("/reset-while-waiting");
    receiver.behave("/reset-while-waiting", PARK);
    await resetWorkflow(temporal.client, `delivery/${other}`, "first");
    await temporal.client.workflow.getHandle(`delivery/${id}`).terminate();
    const record = await endedDelivery(own.call, id, 60);
    assert.deepEqual([record.status, record.error_message], ["cancelled", "Terminated by an operator."]);
    const { status, attempt_count } = await delivery(own.call, other);
    assert.deepEqual([status, attempt_count], ["pending", 2]);
  });

  it("describes its signals, its summary and what comes next to operators", async () => {
    const { id, webhook } = await parked("/described");
    const handle = temporal.client.workflow.getHandle(`delivery/${id}`);
    const run = await handle.describe();
    assert.equal(await run.staticSummary(), `webhook.test to subscription ${webhook.id}, ${own.name}`);
    const metadata = await handle.query<{
      currentDetails: string;
      definition: { signalDefinitions: { name: string; description: string }[] };
    }>("__temporal_workflow_metadata");
    assert.match(metadata.currentDetails, /\| 2 \| 3 \| .+Z \| answered 503 \|/);
    const signals = new Map(
      metadata.definition.signalDefinitions.map(({ name, description }) => [name, description]),
    );
    for (const name of ["retryNow", "cancel", "release"]) assert.ok(signals.get(name), name);
  });

  it("never shows Temporal a secret, a body, a header or an address", async () => {
    const { id, webhook } = await exhausted("/secretive");
    await becomes(id, "FAILED");
    const { events } = await temporal.client.workflow.getHandle(`delivery/${id}`).fetchHistory();
    const text = JSON.stringify(
      events,
      (_, value) =>
        value instanceof Uint8Array || value?.type === "Buffer" ? new TextDecoder().decode(value) : value,
    );
    for (const secret of [webhook.secret, "127.0.0.1", "secretive", "your endpoint receives"]) {
      assert.ok(!text.includes(secret), secret);
    }
  });

  it("keeps at most 10 requests to one target open, and takes up the others as they end", async () => {
    const gate = Promise.withResolvers<void>();
    receiver.behave("/narrow", async () => {
      await gate.promise;
      return 204;
    });
    const webhook = await newWebhook(own.call, `${receiver.url}/narrow`);
    const ids = await Promise.all(Array.from({ length: 14 }, () => newDelivery(own.call, webhook.id)));
    await receiver.until("/narrow", 10);
    // The ones in excess have been looked at, and sent away, by then.
    await eventually("the others to be turned away", async () => {
      const runs = await Promise.all(
        ids.map((id) => temporal.client.workflow.getHandle(`delivery/${id}`).describe()),
      );
      const waiting = runs.filter(({ raw }) =>
        raw.pendingActivities?.some(({ lastFailure }) => lastFailure?.message === "EndpointBusy")
      );
      return waiting.length === 4 || undefined;
    });
    assert.equal(receiver.at("/narrow").length, 10);
    gate.resolve();
    for (const id of ids) assert.equal((await endedDelivery(own.call, id)).attempt_count, 1);
  });
});
