import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { ask, temporalClient, type TestTemporalClient } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { recordHistory } from "./record-history.ts";
import {
  delivery,
  endedDelivery,
  newDelivery,
  newWebhook,
  type Received,
  type Receiver,
  runBecomes,
  startReceiver,
} from "#testing/webhooks.ts";

const WAITING = 12;

describe("An endpoint that does not answer", () => {
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

  const runOf = (id: string) => temporal.client.workflow.getHandle(`delivery/${id}`);

  /** Two deliveries that take the endpoint down by an attempt each, and twelve that wait for it. */
  async function takeDown(webhookId: string): Promise<string[]> {
    const ids: string[] = [];
    for (let i = 0; i < 2; i++) {
      const id = await newDelivery(own.call, webhookId);
      await delivery(own.call, id, ({ attempts }) => attempts[0]?.error_code === "reset");
      ids.push(id);
    }
    for (let i = 0; i < WAITING; i++) ids.push(await newDelivery(own.call, webhookId));
    return ids;
  }
  const eventsOf = async (ids: readonly string[]): Promise<string[]> =>
    (await Promise.all(ids.map((id) => delivery(own.call, id)))).map(({ event_id }) => event_id);

  it("gets the attempts of one delivery at a time, oldest first; the others wait and count none", async () => {
    receiver.behave("/dead", "reset");
    const webhook = await newWebhook(own.call, `${receiver.url}/dead`);
    const ids = await takeDown(webhook.id);
    const newest = await delivery(own.call, ids.at(-1)!);
    assert.deepEqual([newest.status, newest.attempt_count, newest.next_retry_at], ["pending", 0, null]);
    assert.match(
      newest.error_message,
      /has not answered since .+Z\. Delivery [0-9a-f-]{36} tries it meanwhile\./,
    );
    await assert.rejects(runOf(newest.id).describe(), { name: "WorkflowNotFoundError" });

    await endedDelivery(own.call, ids[3]!);
    const events = await eventsOf(ids);
    const order = receiver.at("/dead").map(({ event }) => events.indexOf(event.id));
    const probes = order.slice(2).filter((index, i, all) => index !== all[i - 1]);
    assert.deepEqual(probes, [...new Set(probes)].sort((one, other) => one - other), `${order}`);
    assert.equal(
      order.filter((index) => index <= 3).length,
      4 * 3,
      "each probe has its schedule's three attempts",
    );
  });

  it("shows operators in the run of a waiting delivery since when, and which delivery probes", async () => {
    receiver.behave("/details", { status: 503, headers: { "Retry-After": "3600" } }, "reset", "reset");
    const webhook = await newWebhook(own.call, `${receiver.url}/details`);
    const first = await newDelivery(own.call, webhook.id);
    await delivery(own.call, first, ({ attempts }) => attempts.length > 0);
    const second = await newDelivery(own.call, webhook.id);
    await delivery(own.call, second, ({ attempts }) => attempts.length > 0);
    await ask(
      `INSERT INTO endpoint_health (endpoint_id, organization_id, failures, failed_deliveries, unanswered_deliveries,
         last_failed_delivery, down_since, probe_id) VALUES ($1, $2, 2, 2, 2, $3, now(), $3)
       ON CONFLICT (endpoint_id) DO UPDATE SET down_since = now(), probe_id = excluded.probe_id`,
      [webhook.id, own.id, first],
    );
    await ask("UPDATE deliveries SET next_retry_at = now() + interval '30 min' WHERE id = $1", [first]);
    const details = await eventually("the run to wait for its endpoint", async () => {
      const { currentDetails } = await runOf(second).query<{ currentDetails: string }>(
        "__temporal_workflow_metadata",
      );
      return currentDetails.startsWith("Parked") ? currentDetails : undefined;
    });
    assert.match(details, new RegExp(`does not answer since .+Z\\. Meanwhile .delivery/${first}. goes on`));
    receiver.behave("/details", 204);
    await own.call("POST", `/v1/deliveries/${second}/retry`);
    assert.equal((await endedDelivery(own.call, second)).status, "succeeded");
    await recordHistory("webhook-delivery-parked", `delivery/${second}`);
  });

  it("gets all that waited, in order, each by one attempt and without a timer, as soon as it answers", async () => {
    receiver.behave("/recovers", "reset");
    const webhook = await newWebhook(own.call, `${receiver.url}/recovers`);
    const ids = await takeDown(webhook.id);
    receiver.behave("/recovers", 204);
    for (const id of ids) assert.equal((await endedDelivery(own.call, id)).status, "succeeded");
    const events = await eventsOf(ids);
    const answered = receiver.at("/recovers").slice(-ids.length).map(({ event }) => events.indexOf(event.id));
    // Those that were attempted before it went down follow their own schedules.
    const attempts = await Promise.all(ids.map(async (id) => (await delivery(own.call, id)).attempt_count));
    const waited = answered.filter((index) => attempts[index] === 1);
    assert.ok(waited.length > 3, `attempts of each: ${attempts}`);
    for (const [place, index] of waited.entries()) {
      const before = waited.filter((other) => other < index).length;
      assert.ok(Math.abs(place - before) < 10, `in the order ${waited}`);
    }
    const last = ids.at(-1)!;
    assert.equal((await delivery(own.call, last)).attempt_count, 1);
    await runBecomes(temporal.client, last, "COMPLETED");
    const { events: history = [] } = await runOf(last).fetchHistory();
    assert.equal(
      history?.filter(({ timerStartedEventAttributes }) => timerStartedEventAttributes != null).length,
      0,
    );
    const [health] = await ask("SELECT FROM endpoint_health WHERE endpoint_id = $1", [webhook.id]);
    assert.equal(health, undefined);
  });

  it("for one event alone gets every other event at once", async () => {
    const webhook = await newWebhook(own.call, `${receiver.url}/poison`);
    let poison: string | undefined;
    receiver.behave("/poison", ({ event }: Received) => {
      poison ??= event.id;
      return event.id === poison ? "reset" : 204;
    });
    const first = await newDelivery(own.call, webhook.id);
    await receiver.until("/poison", 1);
    for (let i = 0; i < 5; i++) {
      const record = await endedDelivery(own.call, await newDelivery(own.call, webhook.id));
      assert.deepEqual([record.status, record.attempt_count], ["succeeded", 1]);
    }
    assert.equal((await endedDelivery(own.call, first)).status, "failed");
  });

  it("within 1.5 seconds leaves its attempt in flight, whose end wakes the run", async () => {
    receiver.behave("/slow", async () => {
      // Longer than the local activity waits.
      await sleep(2_500);
      return 204;
    });
    const webhook = await newWebhook(own.call, `${receiver.url}/slow`);
    const id = await newDelivery(own.call, webhook.id);
    const record = await endedDelivery(own.call, id);
    assert.deepEqual([record.status, record.attempt_count, receiver.at("/slow").length], ["succeeded", 1, 1]);
    await runBecomes(temporal.client, id, "COMPLETED");
    const { events } = await runOf(id).fetchHistory();
    assert.ok(
      events?.some(({ workflowExecutionSignaledEventAttributes: is }) => is?.signalName === "attemptEnded"),
      "the end of the attempt has signalled the run",
    );
    await recordHistory("webhook-delivery-cut", `delivery/${id}`);
  });
});

describe("An attempt that this service cannot send", () => {
  it("fails with its reason, by the schedule, and says nothing about the endpoint", async () => {
    const [own, receiver] = await Promise.all([newOrganization(), startReceiver()]);
    const webhook = await newWebhook(own.call, `${receiver.url}/never`);
    await ask("UPDATE webhooks SET secret = 'broken' WHERE id = $1", [webhook.id]);
    const record = await endedDelivery(own.call, await newDelivery(own.call, webhook.id));
    assert.deepEqual([record.status, record.attempt_count, record.response_status], ["failed", 3, null]);
    for (const { error_code, error_message } of record.attempts) {
      assert.equal(error_code, "configuration");
      assert.match(error_message, /Rotate the secret/);
    }
    assert.equal(receiver.received.length, 0);
    assert.deepEqual(await ask("SELECT FROM endpoint_health WHERE endpoint_id = $1", [webhook.id]), []);
    await receiver.close();
  });
});
