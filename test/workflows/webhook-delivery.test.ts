import assert from "node:assert/strict";
import { verifyWebhook } from "#client/verify-webhook.ts";
import { callerWith } from "#testing/caller.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { recordHistory } from "./record-history.ts";
import { resetWorkflow, stack, temporalClient, type TestTemporalClient } from "#testing/stack.ts";
import {
  delivery,
  endedDelivery,
  failedDelivery,
  newDelivery,
  newWebhook,
  type Receiver,
  RETRY_IN_AN_HOUR,
  runBecomes,
  startReceiver,
  waitingDelivery,
} from "#testing/webhooks.ts";

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

  it("makes three attempts at a receiver that answers 500, 500, 204, and its record shows them", async () => {
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

  it("ends as a Failed workflow when its schedule is used up, and is on the operators' list", async () => {
    const { id } = await failedDelivery(own.call, receiver, "/dead");
    await runBecomes(temporal.client, id, "FAILED");
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

  it("waits longer by a Retry-After, by an hour at most", async () => {
    receiver.behave("/retry-after", { status: 429, headers: { "Retry-After": "2" } }, {
      status: 503,
      headers: { "Retry-After": "90000" },
    });
    const webhook = await newWebhook(own.call, `${receiver.url}/retry-after`);
    const id = await newDelivery(own.call, webhook.id);
    const [first, second] = await receiver.until("/retry-after", 2);
    assert.ok(second!.at - first!.at >= 2_000);
    const record = await delivery(own.call, id, ({ attempts }) => attempts[0]?.response_status === 503);
    const wait = new Date(record.next_retry_at).getTime() - second!.at;
    // The header asks for 25 hours.
    assert.ok(wait > 3_600_000 && wait < 4_000_000, `${wait} ms`);
    await eventually("the Temporal UI to show the next attempt", async () => {
      const { searchAttributes } = await temporal.client.workflow.getHandle(`delivery/${id}`).describe();
      const at = searchAttributes?.NextAttempt?.[0] as Date | undefined;
      const isShown = at?.toISOString() === record.next_retry_at &&
        searchAttributes?.Stage?.[0] === "waiting";
      return isShown || undefined;
    });
  });

  it("ends by the signal cancel and by a cancelled run, and a retry by hand still sends it", async () => {
    for (const how of ["signal", "cancel"] as const) {
      const { id } = await waitingDelivery(own.call, receiver, `/cancel-${how}`);
      const handle = temporal.client.workflow.getHandle(`delivery/${id}`);
      await (how === "signal" ? handle.signal("cancel") : handle.cancel());
      const record = await endedDelivery(own.call, id);
      assert.deepEqual([record.status, record.error_message], ["cancelled", "Cancelled by an operator."]);
      await runBecomes(temporal.client, id, how === "signal" ? "COMPLETED" : "CANCELLED");
      await recordHistory(
        how === "signal" ? "webhook-delivery-cancelled" : "webhook-delivery-run-cancelled",
        handle.workflowId,
      );
      await own.call("POST", `/v1/deliveries/${id}/retry`);
      await delivery(own.call, id, ({ status }) => status === "succeeded");
    }
  });

  it("is cancelled within a minute when an operator terminates its run, and not when an operator resets it", async function () {
    this.timeout(90_000);
    const { id } = await waitingDelivery(own.call, receiver, "/terminated");
    const { id: other } = await waitingDelivery(own.call, receiver, "/reset-while-waiting");
    receiver.behave("/reset-while-waiting", RETRY_IN_AN_HOUR);
    await resetWorkflow(temporal.client, `delivery/${other}`, "first");
    await temporal.client.workflow.getHandle(`delivery/${id}`).terminate();
    const record = await endedDelivery(own.call, id, 60);
    assert.deepEqual([record.status, record.error_message], ["cancelled", "Terminated by an operator."]);
    const { status, attempt_count } = await delivery(own.call, other);
    assert.deepEqual([status, attempt_count], ["pending", 2]);
  });

  it("shows operators its signals, its summary and its next attempt", async () => {
    const { id, webhook } = await waitingDelivery(own.call, receiver, "/described");
    const handle = temporal.client.workflow.getHandle(`delivery/${id}`);
    const run = await handle.describe();
    assert.equal(await run.staticSummary(), `webhook.test to subscription ${webhook.id}`);
    const metadata = await handle.query<{
      currentDetails: string;
      definition: { signalDefinitions: { name: string; description: string }[] };
    }>("__temporal_workflow_metadata");
    assert.match(metadata.currentDetails, /\| 2 \| 3 \| .+Z \| answered 503 \|/);
    const signals = new Map(
      metadata.definition.signalDefinitions.map(({ name, description }) => [name, description]),
    );
    for (const name of ["retryNow", "cancel", "wake"]) assert.ok(signals.get(name), name);
  });

  it("never shows Temporal a secret, a body, a header or an address", async () => {
    const { id, webhook } = await failedDelivery(own.call, receiver, "/secretive");
    await runBecomes(temporal.client, id, "FAILED");
    const { events } = await temporal.client.workflow.getHandle(`delivery/${id}`).fetchHistory();
    const text = JSON.stringify(
      events,
      (_, value) =>
        value instanceof Uint8Array || value?.type === "Buffer" ? new TextDecoder().decode(value) : value,
    );
    for (const secret of [own.name, webhook.secret, "127.0.0.1", "secretive", "your endpoint receives"]) {
      assert.ok(!text.includes(secret), secret);
    }
  });

  it("has at most 10 requests to one endpoint in flight, and sends the others as these end", async () => {
    const gate = Promise.withResolvers<void>();
    receiver.behave("/narrow", async () => {
      await gate.promise;
      return 204;
    });
    const webhook = await newWebhook(own.call, `${receiver.url}/narrow`);
    const ids = await Promise.all(Array.from({ length: 14 }, () => newDelivery(own.call, webhook.id)));
    await receiver.until("/narrow", 10);
    await eventually("the others to say that they wait", async () => {
      const shown = await Promise.all(ids.map((id) => delivery(own.call, id)));
      const waiting = shown.filter(({ status, next_retry_at, error_message }) =>
        status === "pending" && next_retry_at === null && /ten requests/.test(error_message ?? "")
      );
      return waiting.length === 4 || undefined;
    });
    assert.equal(receiver.at("/narrow").length, 10);
    gate.resolve();
    for (const id of ids) assert.equal((await endedDelivery(own.call, id)).attempt_count, 1);
  });
});
