import assert from "node:assert/strict";
import { verifyWebhook } from "#client/verify-webhook.js";
import { newOrganization, type TestOrganization } from "#test/organizations.ts";
import { endedDelivery, newDelivery, newWebhook } from "#test/webhooks.ts";
import { type Receiver, startReceiver } from "#test/webhook-receiver.ts";
import { ended, newSimulation } from "#test/simulations.ts";

describe("A webhook delivery", () => {
  let own: TestOrganization;
  let receiver: Receiver;
  before(async () => {
    own = await newOrganization();
    receiver = await startReceiver();
  });
  after(() => receiver.close());

  it("makes three attempts at a receiver that answers 500, 500, 204, and its record tells the same", async () => {
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
});
