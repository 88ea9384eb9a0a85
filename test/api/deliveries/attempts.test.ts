import assert from "node:assert/strict";
import { assertRefused, callerWith } from "#test/support/caller.ts";
import { ask } from "#test/support/database.ts";
import { newOrganization, type TestOrganization } from "#test/support/organizations.ts";
import { stack } from "#test/support/stack.ts";
import { whileWorkerStands } from "#test/support/standing-worker.ts";
import { delivery, endedDelivery, newDelivery, newWebhook, waitingDelivery } from "#test/support/webhooks.ts";
import { type Receiver, startReceiver } from "#test/support/webhook-receiver.ts";

describe("The attempts of a delivery", () => {
  let own: TestOrganization;
  let receiver: Receiver;
  before(async () => {
    [own, receiver] = await Promise.all([newOrganization(), startReceiver()]);
  });
  after(() => receiver.close());

  async function succeeded(path: string): Promise<string> {
    const webhook = await newWebhook(own.call, receiver.url + path);
    const id = await newDelivery(own.call, webhook.id);
    await endedDelivery(own.call, id);
    return id;
  }

  it("are listed in pages, newest first; the delivery shows the newest 20, lists of deliveries none", async () => {
    const id = await succeeded("/many");
    await ask(
      `INSERT INTO delivery_attempts (delivery_id, organization_id, endpoint_id, number, at, ended_at)
       SELECT d.id, d.organization_id, d.endpoint_id, n, now(), now() FROM deliveries d, generate_series(2, 45) AS n WHERE d.id = $1`,
      [id],
    );
    const numbers = (attempts: { number: number }[]) => attempts.map(({ number }) => number);
    const newest = Array.from({ length: 45 }, (_, i) => 45 - i);
    assert.deepEqual(numbers((await delivery(own.call, id)).attempts), newest.slice(0, 20));
    const listed: number[] = [];
    let query = "limit=20";
    for (let pages = 0; pages < 3; pages++) {
      const { data, meta } = await own.call("GET", `/v1/deliveries/${id}/attempts?${query}`);
      listed.push(...numbers(data));
      assert.equal(meta.has_more, pages < 2);
      query = `limit=20&cursor=${meta.next_cursor}`;
    }
    assert.deepEqual(listed, newest);
    for (const path of ["/v1/deliveries", "/v1/admin/deliveries"]) {
      const call = path.includes("admin") ? callerWith(stack().operatorKey) : own.call;
      const { data } = await call("GET", path);
      for (const one of data) assert.equal("attempts" in one, false);
    }
    const other = await newOrganization();
    assertRefused(await other.call("GET", `/v1/deliveries/${id}/attempts`), 404, "not_found");
  });

  it("have one request by hand waiting at a time, however often somebody asks", async () => {
    const { id, webhook } = await waitingDelivery(own.call, receiver, "/often");
    await whileWorkerStands(async () => {
      for (let i = 0; i < 5; i++) {
        assert.equal((await own.call("POST", `/v1/deliveries/${id}/retry`)).status, 202);
      }
      const path = `/v1/webhooks/${webhook.id}/deliveries/${id}/retry`;
      assert.equal((await own.call("POST", path)).status, 202);
      const commands = await ask("SELECT FROM outbox WHERE workflow_id = $1", [`delivery/${id}`]);
      assert.ok(commands.length <= 1, `${commands.length} commands`);
    });
    const record = await endedDelivery(own.call, id);
    assert.deepEqual([record.status, record.attempt_count, receiver.at("/often").length], [
      "succeeded",
      2,
      2,
    ]);
  });

  it("are 1,000 at most, then a retry is refused and an operator's job leaves it out", async () => {
    const id = await succeeded("/worn");
    await ask("UPDATE deliveries SET attempt_count = 1000, status = 'failed' WHERE id = $1", [id]);
    assertRefused(await own.call("POST", `/v1/deliveries/${id}/retry`), 409, "delivery_not_retryable");
    const operator = callerWith(stack().operatorKey);
    assertRefused(await operator("POST", `/v1/admin/deliveries/${id}/retry`), 409, "delivery_not_retryable");
    const { data } = await operator("POST", "/v1/admin/deliveries/retry", {
      body: { organization_id: own.id },
    });
    assert.equal(data.matched, 0);
  });

  it("of many deliveries are requested by at least one filter, for failed ones unless it is given", async () => {
    const operator = callerWith(stack().operatorKey);
    assertRefused(
      await operator("POST", "/v1/admin/deliveries/retry", { body: {} }),
      400,
      "validation_error",
    );
    await succeeded("/fine");
    const other = await newOrganization();
    const body = { organization_id: other.id };
    assert.equal((await operator("POST", "/v1/admin/deliveries/retry", { body })).data.matched, 0);
  });
});
