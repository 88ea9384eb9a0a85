import assert from "node:assert/strict";
import { holdDelivery } from "#db/deliveries/state.ts";
import type { Database } from "#db/postgres/database.ts";
import { ask, connectAs } from "#testing/stack.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { endedDelivery, newDelivery, newWebhook, type Receiver, startReceiver } from "#testing/webhooks.ts";

describe("A delivery that is to be held", () => {
  let database: Database;
  let own: TestOrganization;
  let receiver: Receiver;
  before(async () => {
    [database, own, receiver] = await Promise.all([
      connectAs("app_worker"),
      newOrganization(),
      startReceiver(),
    ]);
  });
  after(() => Promise.all([database?.close(), receiver?.close()]));

  it("is held while its subscription is disabled, and not where that is enabled or deleted by now", async () => {
    const { id: webhook } = await newWebhook(own.call, `${receiver.url}/held`);
    const id = await newDelivery(own.call, webhook);
    await endedDelivery(own.call, id);
    const isHeld = async () =>
      (await ask<{ held: boolean }>("SELECT held FROM deliveries WHERE id = $1", [id]))[0]?.held;
    assert.deepEqual([await holdDelivery(database, id, webhook), await isHeld()], [false, false]);
    await ask("UPDATE webhooks SET enabled = false WHERE id = $1", [webhook]);
    assert.deepEqual([await holdDelivery(database, id, webhook), await isHeld()], [true, true]);
    await ask("UPDATE deliveries SET held = false WHERE id = $1", [id]);
    await ask("DELETE FROM webhooks WHERE id = $1", [webhook]);
    assert.deepEqual([await holdDelivery(database, id, webhook), await isHeld()], [false, false]);
  });
});
