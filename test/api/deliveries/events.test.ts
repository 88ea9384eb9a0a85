import assert from "node:assert/strict";
import { assertRefused, type Reply } from "#testing/caller.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { completedSimulation, ended, endedReading, newSimulation } from "#testing/simulations.ts";
import { newDelivery, newWebhook } from "#testing/webhooks.ts";

describe("Events", () => {
  let own: TestOrganization;
  beforeEach(async () => {
    own = await newOrganization();
  });

  const events = async (query: string): Promise<Reply["data"]> => {
    const { status, data, meta } = await own.call("GET", `/v1/events?${query}`);
    assert.equal(status, 200, JSON.stringify(meta));
    return data;
  };
  const typesOf = (list: readonly { type: string }[]) => list.map(({ type }) => type);

  it("are recorded without a subscriber, newest first, each shown by its id", async () => {
    const id = await completedSimulation(own.call);
    await endedReading(own.call, id);
    const list = await events(`simulation_id=sim_${id}`);
    assert.deepEqual(typesOf(list), ["simulation.insights.completed", "simulation.completed"]);
    const [reading, run] = list;
    assert.equal(reading.data.insights_url, `/v1/simulations/${id}/insights`);
    assert.deepEqual(Object.keys(run), ["id", "type", "created", "data"]);
    assert.match(run.id, /^evt_[0-9a-f-]{36}$/);
    assert.deepEqual((await own.call("GET", `/v1/events/${run.id}`)).data, run);
    assert.deepEqual((await own.call("GET", `/v1/events/${run.id.slice(4).toUpperCase()}`)).data, run);
    assert.deepEqual(await events("type=simulation.completed"), [run]);
    const both = "type=simulation.completed,simulation.insights.completed";
    assert.deepEqual(await events(both), [reading, run]);
    assert.deepEqual(await events(`${both}&limit=1`), [reading]);
    assert.deepEqual(await events(`${both}&simulation_id=${id}&after=${run.id}`), [reading]);
    assert.deepEqual(await events("type=simulation.failed&type=webhook.test"), []);
    assert.deepEqual(await events(`type=simulation.failed,simulation.completed&simulation_id=${id}`), [run]);
    assert.deepEqual(await events(`after=${run.id}`), [reading]);
    assert.deepEqual(await events(`after=${reading.id}`), []);
  });

  it("are paged, and the cursor of one filter fits no other", async () => {
    const { id } = await newWebhook(own.call, "https://hooks.example.com/e", { enabled: false });
    for (let i = 0; i < 5; i++) await newDelivery(own.call, id);
    const all = await events("");
    const first = await own.call("GET", "/v1/events?limit=3&type=webhook.test");
    assert.deepEqual([first.data, first.meta.has_more], [all.slice(0, 3), true]);
    const { next_cursor } = first.meta;
    assert.deepEqual(await events(`type=webhook.test&cursor=${next_cursor}`), all.slice(3));
    assertRefused(await own.call("GET", `/v1/events?cursor=${next_cursor}`), 400, "validation_error");
  });

  it("find deliveries by event_id, webhook_id, several statuses and times", async () => {
    const [one, two] = await Promise.all(
      ["a", "b"].map((path) => newWebhook(own.call, `https://hooks.example.com/${path}`, { enabled: false })),
    );
    const first = await newDelivery(own.call, one!.id);
    const second = await newDelivery(own.call, two!.id);
    const { data: { event_id, created_at } } = await own.call("GET", `/v1/deliveries/${first}`);
    const found = async (query: string) =>
      (await own.call("GET", `/v1/deliveries?${query}`)).data.map(({ id }: { id: string }) => id);
    assert.deepEqual(await found(`event_id=${event_id}`), [first]);
    assert.deepEqual(await found(`event_id=${event_id}&webhook_id=${two!.id}`), []);
    assert.deepEqual(await found(`webhook_id=${two!.id}`), [second]);
    assert.deepEqual(await found("status=pending,failed&event_type=webhook.test"), [second, first]);
    assert.deepEqual(await found("status=succeeded&status=cancelled"), []);
    assert.deepEqual(await found(`created_after=${created_at}`), [second]);
    assert.deepEqual(await found(`created_before=${created_at}`), []);
    const path = `/v1/webhooks/${one!.id}/deliveries`;
    assert.equal((await own.call("GET", `${path}?status=pending,failed`)).data[0].id, first);
    assertRefused(await own.call("GET", `${path}?webhook_id=${one!.id}`), 400, "validation_error");
  });

  it("of another organization, unknown ones and malformed ids are refused", async () => {
    const other = await newOrganization();
    const id = await newSimulation(other.call, { agent_count: 1 });
    await ended(other.call, id);
    const { data: [event] } = await other.call("GET", "/v1/events");
    for (const foreign of [event.id, `evt_${crypto.randomUUID()}`]) {
      assertRefused(await own.call("GET", `/v1/events/${foreign}`), 404, "not_found");
      const refused = await own.call("GET", `/v1/events?after=${foreign}`);
      assertRefused(refused, 400, "validation_error");
      assert.equal(refused.meta.field, "/query/after");
    }
    for (const malformed of ["evt_7", "urn:uuid:018f0000-0000-7000-8000-000000000001", "del_1"]) {
      assertRefused(await own.call("GET", `/v1/events/${malformed}`), 400, "validation_error");
    }
    assert.deepEqual(await events(`simulation_id=${id}`), []);
    assertRefused(await own.call("GET", "/v1/events?wait=1"), 400, "validation_error");
  });
});
