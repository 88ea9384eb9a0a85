import assert from "node:assert/strict";
import { assertRefused } from "#testing/caller.ts";
import { ask, temporalClient } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { recordHistory } from "#test/workflows/record-history.ts";
import { ended, endedRun, HEADER, KPI, newSimulation, startRun, uploadedRun } from "#testing/simulations.ts";
import { endedDelivery, newDelivery, newWebhook, type Receiver, startReceiver } from "#testing/webhooks.ts";

const MINUTE_AGO = () => new Date(Date.now() - 60_000).toISOString();

describe("Deliveries", () => {
  let own: TestOrganization;
  let receiver: Receiver;
  beforeEach(async () => {
    [own, receiver] = await Promise.all([newOrganization(), startReceiver()]);
  });
  afterEach(() => receiver.close());

  it("are sent once more where they match, and no other organization's are", async () => {
    const webhook = await newWebhook(own.call, `${receiver.url}/again`);
    const ids = [await newDelivery(own.call, webhook.id), await newDelivery(own.call, webhook.id)];
    for (const id of ids) await endedDelivery(own.call, id);
    await ask("UPDATE deliveries SET status = 'failed' WHERE id = ANY($1)", [ids]);
    const fine = await newDelivery(own.call, webhook.id);
    await endedDelivery(own.call, fine);
    const other = await newOrganization();
    const foreign = await other.call("POST", "/v1/deliveries/retry", { body: { webhook_id: webhook.id } });
    assert.deepEqual([foreign.status, foreign.data], [202, { matched: 0 }]);
    const retry = (body: object) => own.call("POST", "/v1/deliveries/retry", { body });
    assert.deepEqual((await retry({ event_type: "simulation.failed" })).data, { matched: 0 });
    assert.deepEqual((await retry({ created_before: MINUTE_AGO() })).data, { matched: 0 });
    assert.deepEqual((await retry({ webhook_id: webhook.id, status: "cancelled" })).data, { matched: 0 });
    const { status, data } = await retry({ event_type: "webhook.test", created_after: MINUTE_AGO() });
    assert.deepEqual([status, data], [202, { matched: 2 }]);
    await receiver.until("/again", 5);
    for (const id of ids) assert.equal((await endedDelivery(own.call, id)).attempt_count, 2);
    // It had succeeded: without a status the failed ones are meant.
    assert.equal((await endedDelivery(own.call, fine)).attempt_count, 1);
  });

  for (const body of [{}, undefined, { organization_id: "x" }, { status: "lost" }]) {
    it(`are not sent once more by ${JSON.stringify(body)}: 400`, async () => {
      assertRefused(await own.call("POST", "/v1/deliveries/retry", { body }), 400, "validation_error");
    });
  }

  it("are sent once more by 60 jobs an hour at most, and no refused one counts", async () => {
    const body = { event_type: "simulation.failed" };
    const { id } = await newWebhook(own.call, `${receiver.url}/none`);
    const recover = (webhook: string, since: string) =>
      own.call("POST", `/v1/webhooks/${webhook}/recover`, { body: { since } });
    assertRefused(await recover(own.id, MINUTE_AGO()), 404, "not_found");
    assertRefused(await recover(id, "2020-01-01T00:00:00Z"), 400, "validation_error");
    for (let i = 0; i < 60; i++) {
      const { status } = await own.call("POST", "/v1/deliveries/retry", { body });
      assert.equal(status, 202);
    }
    const refused = await own.call("POST", "/v1/deliveries/retry", { body });
    assertRefused(refused, 429, "rate_limit_exceeded");
    assert.ok(Number(refused.headers.get("Retry-After")) > 3_000);
  });

  it("of training runs tell of their ends", async () => {
    await newWebhook(own.call, `${receiver.url}/training`, {
      events: ["training.completed", "training.failed"],
    });
    const good = await uploadedRun(own.call, `${HEADER}\noverall,${KPI},40\n`);
    await startRun(own.call, good.id);
    await endedRun(own.call, good.id);
    const [first] = await receiver.until("/training", 1);
    const { type, data } = JSON.parse(first!.body.toString());
    assert.equal(type, "training.completed");
    const { completed_at, ...told } = data;
    assert.deepEqual(told, {
      training_id: good.id,
      workflow_name: "Oat drinks",
      status: "COMPLETED",
      failure_message: null,
    });
    assert.ok(Date.parse(completed_at) > 0);
    const bad = await uploadedRun(own.call, `${HEADER}\noverall,${KPI},lots\n`);
    await startRun(own.call, bad.id);
    await endedRun(own.call, bad.id);
    const [, second] = await receiver.until("/training", 2);
    const failed = JSON.parse(second!.body.toString());
    assert.deepEqual([failed.type, failed.data.training_id], ["training.failed", bad.id]);
    assert.match(failed.data.failure_message, /^Line 2/);
    const { data: events } = await own.call("GET", "/v1/events?type=training.completed,training.failed");
    assert.equal(events.length, 2);
  });
});

describe("A subscription", () => {
  let own: TestOrganization;
  let receiver: Receiver;
  beforeEach(async () => {
    [own, receiver] = await Promise.all([newOrganization(), startReceiver()]);
  });
  afterEach(() => receiver.close());

  const completed = async (change: object = {}) => {
    const id = await newSimulation(own.call, { agent_count: 1, ...change });
    await ended(own.call, id);
    return id;
  };
  const recover = (id: string, since = MINUTE_AGO()) =>
    own.call("POST", `/v1/webhooks/${id}/recover`, { body: { since } });
  const told = async (path: string, count: number) =>
    (await receiver.until(path, count)).map(({ body }) => JSON.parse(body.toString()).data.simulation_id)
      .sort();

  it("gets what failed and what it missed while it was disabled, each once", async () => {
    const events = ["simulation.completed"];
    const { id } = await newWebhook(own.call, `${receiver.url}/back`, { events });
    const before = await completed();
    await receiver.until("/back", 1);
    await ask("UPDATE deliveries SET status = 'failed' WHERE webhook_id = $1", [id]);
    await own.call("PATCH", `/v1/webhooks/${id}`, { body: { enabled: false } });
    const missed = [await completed(), await completed()];
    await completed({ callback_url: `${receiver.url}/callback` });
    await own.call("PATCH", `/v1/webhooks/${id}`, { body: { enabled: true } });
    const { status, data } = await recover(id);
    assert.deepEqual([status, data], [202, { matched: 3 }]);
    assert.deepEqual(await told("/back", 4), [before, before, ...missed].sort());
    assert.deepEqual((await recover(id)).data, { matched: 0 });
    const { data: listed } = await own.call("GET", `/v1/webhooks/${id}/deliveries`);
    assert.equal(listed.length, 3);
  });

  it("that is disabled gets them once it is enabled", async () => {
    const { id } = await newWebhook(own.call, `${receiver.url}/later`, { enabled: false });
    const missed = await completed({ callback_url: `${receiver.url}/callback` });
    assert.deepEqual((await recover(id)).data, { matched: 1 });
    const delivery = await eventually("it to have a delivery", async () => {
      const { data: [made] } = await own.call("GET", `/v1/webhooks/${id}/deliveries`);
      return made;
    });
    assert.deepEqual([delivery.status, delivery.next_retry_at], ["pending", null]);
    await own.call("PATCH", `/v1/webhooks/${id}`, { body: { enabled: true } });
    assert.deepEqual(await told("/later", 1), [missed]);
  });

  it("gets what it missed before ten thousand later events, which is as far as the request counts", async () => {
    const { id } = await newWebhook(own.call, `${receiver.url}/many`);
    const insert = (type: string, count: number) =>
      ask(
        `INSERT INTO events (id, organization_id, type, body, created_at)
         SELECT gen_random_uuid(), $1, $2, '{"data":{}}', now() FROM generate_series(1, $3)`,
        [own.id, type, count],
      );
    await insert("simulation.completed", 3);
    await insert("webhook.test", 10_000);
    const { status, data } = await recover(id);
    assert.deepEqual([status, data], [202, { matched: 0 }]);
    await receiver.until("/many", 3);
    const { data: listed } = await own.call("GET", `/v1/webhooks/${id}/deliveries`);
    assert.equal(listed.length, 3);
    const { client, close } = await temporalClient();
    try {
      const query = `WorkflowType = "recoverMissed" AND WebhookId = "${id}"`;
      const { workflowId } = await eventually(
        "the recovery to be listed",
        async () => (await Array.fromAsync(client.workflow.list({ query })))[0],
      );
      assert.deepEqual(await client.workflow.getHandle(workflowId).result(), { held: 3 });
      await recordHistory("webhook-recovery", workflowId);
    } finally {
      await close();
    }
  });

  it("gets nothing of before it was created", async () => {
    await completed();
    const { id } = await newWebhook(own.call, `${receiver.url}/late`);
    assert.deepEqual((await recover(id)).data, { matched: 0 });
    const later = await completed();
    assert.deepEqual(await told("/late", 1), [later]);
  });

  it("gets no event that went to a callback, once its simulation is deleted neither", async () => {
    const { id } = await newWebhook(own.call, `${receiver.url}/passed-over`, {
      events: ["simulation.completed"],
      enabled: false,
    });
    const other = await newWebhook(own.call, `${receiver.url}/everything`, { enabled: false });
    const called = await completed({ callback_url: `${receiver.url}/callback` });
    assert.deepEqual((await recover(id)).data, { matched: 0 });
    assert.equal((await own.call("DELETE", `/v1/simulations/${called}`)).status, 204);
    assert.deepEqual((await recover(id)).data, { matched: 0 });
    assert.deepEqual((await recover(other.id)).data, { matched: 1 });
  });

  it("gets no test that another subscription was sent", async () => {
    const { id } = await newWebhook(own.call, `${receiver.url}/untested`);
    const tested = await newWebhook(own.call, `${receiver.url}/tested`);
    await endedDelivery(own.call, await newDelivery(own.call, tested.id));
    assert.deepEqual((await recover(id)).data, { matched: 0 });
  });

  it("gets nothing from before the time that it names, nor another organization's", async () => {
    const { id } = await newWebhook(own.call, `${receiver.url}/none`, { enabled: false });
    await completed();
    const other = await newOrganization();
    await ended(other.call, await newSimulation(other.call, { agent_count: 1 }));
    await ask("UPDATE events SET created_at = now() - interval '1 hour' WHERE organization_id = $1", [
      own.id,
    ]);
    assert.deepEqual((await recover(id)).data, { matched: 0 });
  });

  for (
    const [what, since] of [
      ["91 days ago", new Date(Date.now() - 91 * 86_400_000).toISOString()],
      ["tomorrow", new Date(Date.now() + 86_400_000).toISOString()],
      ["no time", "yesterday"],
    ] as const
  ) {
    it(`answers 400 to ${what}, at /since`, async () => {
      const { id } = await newWebhook(own.call, `${receiver.url}/none`);
      const refused = await recover(id, since);
      assertRefused(refused, 400, "validation_error");
      assert.equal(refused.meta.field, "/since");
    });
  }
});
