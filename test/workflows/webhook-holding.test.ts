import assert from "node:assert/strict";
import { MockActivityEnvironment } from "@temporalio/testing";
import { createWebhookOperationsActivities } from "#activities/deliveries/operations.ts";
import { verifyWebhook } from "#client/verify-webhook.ts";
import { signIn, writtenMailTo } from "#testing/accounts.ts";
import { assertRefused, callerWith } from "#testing/caller.ts";
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
  newDelivery,
  newWebhook,
  type Receiver,
  RETRY_IN_AN_HOUR,
  startReceiver,
} from "#testing/webhooks.ts";

describe("A subscription that is disabled, changed or deleted", () => {
  let own: TestOrganization;
  let receiver: Receiver;
  let temporal: TestTemporalClient;
  before(async () => {
    own = await newOrganization();
    receiver = await startReceiver();
    temporal = await temporalClient();
  });
  after(async () => {
    await receiver.close();
    await temporal.close();
  });

  const enable = (id: string, enabled: boolean) =>
    own.call("PATCH", `/v1/webhooks/${id}`, { body: { enabled } });

  it("holds its pending deliveries, and releases all of them when it is enabled", async () => {
    receiver.behave("/held", RETRY_IN_AN_HOUR);
    const webhook = await newWebhook(own.call, `${receiver.url}/held`);
    const ids: string[] = [];
    for (let i = 0; i < 25; i++) ids.push(await newDelivery(own.call, webhook.id));
    for (const id of ids) {
      await delivery(own.call, id, ({ attempts }) => attempts[0]?.response_status === 503);
    }
    receiver.behave("/held", 204);
    assert.equal((await enable(webhook.id, false)).data.enabled, false);
    for (const id of ids) {
      const { status, next_retry_at } = await delivery(own.call, id);
      assert.deepEqual([status, next_retry_at], ["pending", null]);
    }
    assert.equal(receiver.at("/held").length, 25);

    await enable(webhook.id, true);
    for (const id of ids) assert.equal((await endedDelivery(own.call, id)).status, "succeeded");
    assert.equal(receiver.at("/held").length, 50);
    await recordHistory("webhook-delivery-released", `delivery/${ids[0]}`);
    await recordHistory("webhook-settle", `subscription/${webhook.id}`);
  });

  it("releases at most 10 deliveries at once, and the next ones a second later", async () => {
    receiver.behave("/paced", 204);
    const { id } = await newWebhook(own.call, `${receiver.url}/paced`, { enabled: false });
    const ids: string[] = [];
    for (let i = 0; i < 25; i++) ids.push(await newDelivery(own.call, id));
    // Enabled behind the API's back, so that this process alone releases them; a worker takes what it leaves in the outbox.
    await ask("UPDATE webhooks SET enabled = true WHERE id = $1", [id]);
    const database = await connectAs("app_worker");
    const steps: (number | string)[] = [];
    const { settleDeliveries } = createWebhookOperationsActivities({
      database,
      pause: async (ms) => void await Promise.resolve(steps.push(`${ms} ms`)),
    });
    const activity = new MockActivityEnvironment();
    activity.on("heartbeat", ({ released }: { released: number }) => {
      steps.push(released);
    });
    try {
      await activity.run(settleDeliveries, { webhook_id: id, organization_id: own.id });
    } finally {
      await database.close();
    }
    assert.deepEqual(steps, [10, "1000 ms", 20, "1000 ms", 25, "1000 ms"]);
    for (const delivered of ids) assert.equal((await endedDelivery(own.call, delivered)).status, "succeeded");
  });

  it("gets no new deliveries while it is disabled; a retry by hand is held", async () => {
    receiver.behave("/off", 500);
    const webhook = await newWebhook(own.call, `${receiver.url}/off`);
    const id = await newDelivery(own.call, webhook.id);
    assert.equal((await endedDelivery(own.call, id)).status, "failed");
    await enable(webhook.id, false);
    receiver.behave("/off", 204);
    assert.equal((await own.call("POST", `/v1/deliveries/${id}/retry`)).status, 202);
    await eventually("the retry to be held", async () => {
      const [row] = await ask<{ held: boolean }>("SELECT held FROM deliveries WHERE id = $1", [id]);
      return row?.held || undefined;
    });
    assert.equal(receiver.at("/off").length, 3);
    await enable(webhook.id, true);
    assert.equal((await delivery(own.call, id, ({ status }) => status === "succeeded")).attempt_count, 4);
    await recordHistory("webhook-delivery-held", `delivery/${id}`);
  });

  it("is disabled by an answer of 410, with a reason, and its organization's users get a notification", async () => {
    receiver.behave("/gone?token=secret-of-the-query", 410);
    const people = [await signIn({ organizationId: own.id }), await signIn({ organizationId: own.id })];
    const webhook = await newWebhook(own.call, `${receiver.url}/gone?token=secret-of-the-query`);
    const id = await newDelivery(own.call, webhook.id);
    const shown = await eventually("the subscription to be disabled", async () => {
      const { data } = await own.call("GET", `/v1/webhooks/${webhook.id}`);
      return data.enabled ? undefined : data;
    });
    assert.match(shown.disabled_reason, /410/);
    const { status, next_retry_at } = await delivery(own.call, id);
    assert.deepEqual([status, next_retry_at], ["pending", null]);
    const { data: [entry] } = await people[0]!.call("GET", "/v1/audit");
    assert.deepEqual([entry.action, entry.subject, entry.actor.kind], [
      "webhook.disable",
      webhook.id,
      "service",
    ]);
    const notification = await notificationOf(webhook.id);
    for (const { email } of people) {
      const { subject, text } = await writtenMailTo(email);
      assert.match(subject, /disabled/);
      assert.ok(text.includes(`${receiver.url}/gone`) && text.includes("410"), text);
      assert.ok(!text.includes("secret-of-the-query"));
    }
    assert.deepEqual(await temporal.client.workflow.getHandle(notification).result(), {
      outcome: "notified",
      mails: 2,
    });
    receiver.behave("/gone?token=secret-of-the-query", 204);
    assert.equal((await enable(webhook.id, true)).data.disabled_reason, null);
    await recordHistory("webhook-disabled-notification", notification);
  });

  it("is disabled when every attempt has failed for five days, and not a moment before", async () => {
    receiver.behave("/hopeless", 500);
    const webhook = await newWebhook(own.call, `${receiver.url}/hopeless`);
    const failingFor = (time: string) =>
      ask("UPDATE webhooks SET failing_since = now() - $2::interval WHERE id = $1", [webhook.id, time]);
    await endedDelivery(own.call, await newDelivery(own.call, webhook.id));
    await failingFor("4 days 23:59:00");
    await endedDelivery(own.call, await newDelivery(own.call, webhook.id));
    assert.equal((await own.call("GET", `/v1/webhooks/${webhook.id}`)).data.enabled, true);

    receiver.behave("/hopeless", 204, 500);
    await endedDelivery(own.call, await newDelivery(own.call, webhook.id));
    const [row] = await ask<{ failing_since: Date | null }>(
      "SELECT failing_since FROM webhooks WHERE id = $1",
      [
        webhook.id,
      ],
    );
    assert.equal(row?.failing_since, null, "a success ends the count");

    await endedDelivery(own.call, await newDelivery(own.call, webhook.id));
    await failingFor("5 days");
    await newDelivery(own.call, webhook.id);
    const { disabled_reason } = await eventually("the subscription to be disabled", async () => {
      const { data } = await own.call("GET", `/v1/webhooks/${webhook.id}`);
      return data.enabled ? undefined : data;
    });
    assert.match(disabled_reason, /5 days/);
    await notificationOf(webhook.id);
  });

  /** The id of the workflow that notifies users by mail. */
  const notificationOf = (webhookId: string) =>
    eventually("the notification to start", async () => {
      const query = `WorkflowType="notifyWebhookDisabled" AND WebhookId="${webhookId}"`;
      for await (const { workflowId } of temporal.client.workflow.list({ query })) return workflowId;
      return undefined;
    });

  it("when deleted, cancels its pending deliveries, ends their runs and gets nothing more, by any way to retry", async () => {
    receiver.behave("/deleted", RETRY_IN_AN_HOUR);
    const webhook = await newWebhook(own.call, `${receiver.url}/deleted`);
    const id = await newDelivery(own.call, webhook.id);
    await delivery(own.call, id, ({ attempts }) => attempts[0]?.response_status === 503);
    const deleted = await own.call("DELETE", `/v1/webhooks/${webhook.id}`);
    assert.deepEqual([deleted.status, deleted.data], [200, { id: webhook.id, deleted: true }]);
    const record = await delivery(own.call, id);
    assert.deepEqual([record.status, record.next_retry_at, record.webhook_id], [
      "cancelled",
      null,
      webhook.id,
    ]);
    const handle = temporal.client.workflow.getHandle(`delivery/${id}`);
    assert.deepEqual(await handle.result(), { status: "cancelled" });

    receiver.behave("/deleted", 204);
    assertRefused(await own.call("POST", `/v1/deliveries/${id}/retry`), 409, "delivery_not_retryable");
    const path = `/v1/webhooks/${webhook.id}/deliveries/${id}/retry`;
    assertRefused(await own.call("POST", path), 409, "delivery_not_retryable");
    const operator = callerWith(stack().operatorKey);
    assertRefused(await operator("POST", `/v1/admin/deliveries/${id}/retry`), 409, "delivery_not_retryable");
    const all = await operator("POST", "/v1/admin/deliveries/retry", { body: { webhook_id: webhook.id } });
    assert.equal(all.data.matched, 0);
    const run = await resetWorkflow(temporal.client, `delivery/${id}`, "first");
    await temporal.client.workflow.getHandle(`delivery/${id}`, run).result();
    assert.equal(receiver.at("/deleted").length, 1);
    assertRefused(await own.call("DELETE", `/v1/webhooks/${webhook.id}`), 404, "not_found");
  });

  it("signs pending retries with its new secret, never with the old one", async () => {
    receiver.behave("/rotated", RETRY_IN_AN_HOUR, 204);
    const webhook = await newWebhook(own.call, `${receiver.url}/rotated`);
    const id = await newDelivery(own.call, webhook.id);
    await delivery(own.call, id, ({ attempts }) => attempts[0]?.response_status === 503);
    const rotated = await own.call("POST", `/v1/webhooks/${webhook.id}/rotate-secret`);
    assert.equal(rotated.status, 201);
    await own.call("POST", `/v1/deliveries/${id}/retry`);
    await endedDelivery(own.call, id);
    const [first, second] = receiver.at("/rotated");
    const header = String(second?.headers["x-service-signature"]);
    assert.equal((await verifyWebhook(second!.body, header, rotated.data.secret)).id, first?.event.id);
    await assert.rejects(verifyWebhook(second!.body, header, webhook.secret));
    assert.equal(
      (await verifyWebhook(first!.body, String(first?.headers["x-service-signature"]), webhook.secret)).type,
      "webhook.test",
    );
  });

  it("sends pending retries to its new URL, with its new headers", async () => {
    receiver.behave("/old", RETRY_IN_AN_HOUR);
    const webhook = await newWebhook(own.call, `${receiver.url}/old`, {
      custom_headers: { "X-Token": "one" },
    });
    const id = await newDelivery(own.call, webhook.id);
    await delivery(own.call, id, ({ attempts }) => attempts[0]?.response_status === 503);
    const body = { url: `${receiver.url}/new`, custom_headers: { "X-Token": "two" } };
    await own.call("PATCH", `/v1/webhooks/${webhook.id}`, { body });
    await own.call("POST", `/v1/deliveries/${id}/retry`);
    const record = await endedDelivery(own.call, id);
    assert.deepEqual([record.url, receiver.at("/old").length], [`${receiver.url}/new`, 1]);
    assert.equal(receiver.at("/old")[0]?.headers["x-token"], "one");
    assert.equal(receiver.at("/new")[0]?.headers["x-token"], "two");
  });
});
