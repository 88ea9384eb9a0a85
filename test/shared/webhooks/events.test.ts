import assert from "node:assert/strict";
import { eventBody, webhookTestData } from "#shared/webhooks/events.ts";

describe("an event's body", () => {
  const id = "0198c0de-0000-7000-8000-0123456789ab";

  it("has id, type, created in whole unix seconds and data, in this order", () => {
    const createdAt = new Date("2026-11-21T12:00:00.999Z");
    assert.equal(
      eventBody({
        id,
        type: "simulation.completed",
        createdAt,
        data: { simulation_id: "1", status: "completed" },
      }),
      `{"id":"evt_${id}","type":"simulation.completed","created":1795262400,` +
        `"data":{"simulation_id":"1","status":"completed"}}`,
    );
  });

  it("of a test names the subscription", () => {
    assert.deepEqual(webhookTestData(id), {
      webhook_id: id,
      message: "This is a test: your endpoint receives events.",
    });
  });
});
