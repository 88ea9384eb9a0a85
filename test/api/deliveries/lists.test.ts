import assert from "node:assert/strict";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { stack } from "#testing/stack.ts";
import { endedDelivery, newDelivery, newWebhook, type Receiver, startReceiver } from "#testing/webhooks.ts";

describe("Lists of deliveries", () => {
  let own: TestOrganization;
  let receiver: Receiver;
  before(async () => {
    own = await newOrganization();
    receiver = await startReceiver();
  });
  after(() => receiver.close());

  it("are filtered and paged, newest first", async () => {
    receiver.behave("/dead", 500);
    const good = await newWebhook(own.call, `${receiver.url}/good`);
    const dead = await newWebhook(own.call, `${receiver.url}/dead`);
    const ids: string[] = [];
    for (const { id } of [good, good, dead]) ids.unshift(await newDelivery(own.call, id));
    for (const id of ids) await endedDelivery(own.call, id);
    const list = async (query: string) =>
      (await own.call("GET", `/v1/deliveries?${query}`)).data.map(({ id }: { id: string }) => id);
    assert.deepEqual(await list(""), ids);
    assert.deepEqual(await list("status=failed"), ids.slice(0, 1));
    assert.deepEqual(await list("status=succeeded&event_type=webhook.test"), ids.slice(1));
    assert.deepEqual(await list("event_type=simulation.failed"), []);
    assert.deepEqual(await list(`simulation_id=sim_${crypto.randomUUID()}`), []);
    const first = await own.call("GET", "/v1/deliveries?limit=2");
    assert.equal(first.meta.has_more, true);
    const second = await own.call("GET", `/v1/deliveries?limit=2&cursor=${first.meta.next_cursor}`);
    assert.deepEqual([...first.data, ...second.data].map(({ id }) => id), ids);
    assert.deepEqual([second.meta.next_cursor, second.meta.has_more], [null, false]);
  });

  it("carry neither attempts nor excerpts, whoever asks", async () => {
    receiver.behave("/wordy", { status: 204, body: "an answer" });
    const { id } = await newWebhook(own.call, `${receiver.url}/wordy`);
    await endedDelivery(own.call, await newDelivery(own.call, id));
    const operator = callerWith(stack().operatorKey);
    for (
      const { data } of [
        await own.call("GET", "/v1/deliveries"),
        await own.call("GET", `/v1/webhooks/${id}/deliveries`),
        await operator("GET", `/v1/admin/deliveries?organization_id=${own.id}`),
      ]
    ) {
      assert.ok(data.length > 0);
      assert.deepEqual(data.filter((each: object) => "attempts" in each || "response_excerpt" in each), []);
      assert.equal(data[0].attempt_count, 1);
    }
  });

  for (
    const query of [
      "status=lost",
      "event_type=x",
      "simulation_id=7",
      "limit=0",
      "limit=101",
      "cursor=abc",
      "who=me",
    ]
  ) {
    it(`answer 400 validation_error to ?${query}`, async () => {
      assertRefused(await own.call("GET", `/v1/deliveries?${query}`), 400, "validation_error");
    });
  }

  it("answer 404 for a missing delivery, 400 for a malformed id", async () => {
    assertRefused(await own.call("GET", `/v1/deliveries/${crypto.randomUUID()}`), 404, "not_found");
    assertRefused(await own.call("GET", "/v1/deliveries/evt_7"), 400, "validation_error");
    assertRefused(await own.call("POST", `/v1/deliveries/${crypto.randomUUID()}/retry`), 404, "not_found");
  });
});
