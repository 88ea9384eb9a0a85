import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { verifyWebhook } from "#client/verify-webhook.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { ended, newSimulation } from "#testing/simulations.ts";
import { stack, temporalClient, type TestTemporalClient } from "#testing/stack.ts";
import { endedDelivery, newWebhook, type Receiver, startReceiver } from "#testing/webhooks.ts";

describe("A simulation's event", () => {
  let own: TestOrganization;
  let receiver: Receiver;
  let temporal: TestTemporalClient;
  beforeEach(async () => {
    own = await newOrganization();
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());
  before(async () => {
    temporal = await temporalClient();
  });
  after(() => temporal.close());

  const subscribe = (path: string, events: string[], change: object = {}) =>
    newWebhook(own.call, receiver.url + path, { events, ...change });

  it("goes, without a callback, to every enabled subscription that lists its type or all", async () => {
    await subscribe("/all", ["*"]);
    await subscribe("/listed", ["simulation.completed", "webhook.test"]);
    await subscribe("/other", ["simulation.failed"]);
    await subscribe("/disabled", ["*"], { enabled: false });
    const began = Math.floor(Date.now() / 1_000);
    const id = await newSimulation(own.call);
    const { completed_at } = await ended(own.call, id);
    const [all] = await receiver.until("/all", 1);
    const [listed] = await receiver.until("/listed", 1);
    assert.equal(all?.body, listed?.body);
    assert.match(all?.event.id, /^evt_[0-9a-f-]{36}$/);
    assert.equal(all?.event.type, "simulation.completed");
    assert.ok(all!.event.created >= began && all!.event.created <= Date.now() / 1_000);
    assert.deepEqual(all?.event.data, {
      simulation_id: id,
      workflow_id: "product-purchase-intent",
      status: "completed",
      agent_count: 100,
      results_url: `${stack().baseUrl}/v1/simulations/${id}/results`,
      completed_at,
      failure_code: null,
      failure_message: null,
    });
    const { data } = await own.call("GET", `/v1/deliveries?simulation_id=sim_${id}`);
    assert.equal(data.length, 2);
    assert.equal(new Set(data.map(({ event_id }: { event_id: string }) => event_id)).size, 1);
    assert.deepEqual([receiver.at("/other").length, receiver.at("/disabled").length], [0, 0]);
  });

  it("goes, with a callback, there and to subscriptions to all; the callback secret signs the callback's delivery", async () => {
    const { secret } = (await own.call("POST", "/v1/callback-secret")).data;
    const everything = await subscribe("/all", ["*"]);
    await subscribe("/listed", ["simulation.completed"]);
    const id = await newSimulation(own.call, { callback_url: `${receiver.url}/callback?run=7` });
    const [callback] = await receiver.until("/callback?run=7", 1);
    const [all] = await receiver.until("/all", 1);
    const signature = (request: typeof callback) => String(request?.headers["x-service-signature"]);
    assert.equal(
      (await verifyWebhook(callback!.body, signature(callback), secret)).type,
      "simulation.completed",
    );
    assert.equal((await verifyWebhook(all!.body, signature(all), everything.secret)).id, callback?.event.id);
    assert.equal(receiver.at("/listed").length, 0);

    const { data } = await own.call("GET", `/v1/deliveries?simulation_id=${id}`);
    const listed = data.find(({ webhook_id }: { webhook_id: string | null }) => webhook_id === null);
    assert.equal(listed.url, `${receiver.url}/callback?run=7`);
    await endedDelivery(own.call, listed.id);
    assert.equal((await own.call("POST", `/v1/deliveries/${listed.id}/retry`)).status, 202);
    const [, again] = await receiver.until("/callback?run=7", 2);
    assert.equal(again?.body, callback?.body);

    // The library of Standard Webhooks takes secret, body and headers as they came, fresh and sent again.
    for (const [key, request] of [[secret, callback], [everything.secret, all], [secret, again]] as const) {
      assert.equal(request?.headers["webhook-id"], callback?.event.id);
      const headers = request!.headers as Record<string, string>;
      assert.deepEqual(new Webhook(key).verify(request!.body, headers), request!.event);
    }
  });

  it("is signed with the present callback secret, in pending retries too", async () => {
    receiver.behave("/callback", { status: 503, headers: { "Retry-After": "3600" } }, 204);
    await newSimulation(own.call, { callback_url: `${receiver.url}/callback` });
    await receiver.until("/callback", 1);
    const { secret } = (await own.call("POST", "/v1/callback-secret")).data;
    const { data: [{ id }] } = await own.call("GET", "/v1/deliveries");
    await own.call("POST", `/v1/deliveries/${id}/retry`);
    const [, second] = await receiver.until("/callback", 2);
    await verifyWebhook(second!.body, String(second?.headers["x-service-signature"]), secret);
  });

  it("is stored without a receiver, and no delivery with it", async () => {
    const other = await newOrganization();
    const id = await newSimulation(other.call);
    await ended(other.call, id);
    const { data: [event] } = await other.call("GET", `/v1/events?simulation_id=${id}`);
    assert.deepEqual([event.type, event.data.simulation_id], ["simulation.completed", id]);
    assert.deepEqual((await other.call("GET", "/v1/deliveries")).data, []);
  });
});
