import assert from "node:assert/strict";
import {
  createDatabase,
  newFolder,
  startApi,
  startTemporal,
  startWorker,
  type TestDatabase,
  type TestProcess,
} from "#testing/processes.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import {
  delivery,
  endedDelivery,
  newDelivery,
  newWebhook,
  type Received,
  type Receiver,
  startReceiver,
} from "#testing/webhooks.ts";

const KILLS = 20;

/** With services of its own, so that no other worker delivers what these workers leave. */
describe("Deliveries survive", () => {
  let database: TestDatabase;
  let temporal: Awaited<ReturnType<typeof startTemporal>>;
  let api: Awaited<ReturnType<typeof startApi>>;
  let worker: TestProcess;
  let settings: Record<string, string>;
  let own: TestOrganization;
  let receiver: Receiver;
  let folder: string;

  before(async function () {
    this.timeout(90_000);
    folder = newFolder("temporal");
    [database, temporal, receiver] = await Promise.all([
      createDatabase(),
      startTemporal({ dir: folder }),
      startReceiver(),
    ]);
    settings = { DATABASE_URL: database.url, TEMPORAL_ADDRESS: temporal.address };
    [api, worker] = await Promise.all([startApi(settings), startWorker(settings)]);
    own = await newOrganization({ baseUrl: api.baseUrl });
  });
  after(async () => {
    await Promise.all([api.stop(), worker.kill()]);
    await temporal.stop();
    await receiver.close();
    await database.drop();
  });

  it(`${KILLS} kills of the worker between "sent" and "recorded", on both paths`, async function () {
    this.timeout(400_000);
    // The receiver answers the second request of an event; the spec kills the worker during the first.
    const firstHangs = ({ event }: Received) =>
      receiver.received.filter((each) => each.event.id === event.id).length === 1 ? "hang" : 204;
    const warm = await newWebhook(own.call, `${receiver.url}/warm`);
    const ids: string[] = [];
    for (let round = 0; round < KILLS; round++) {
      const fast = round % 2 === 0;
      const path = fast ? "/warm" : `/cold${round}`;
      const webhook = fast ? warm : await newWebhook(own.call, receiver.url + path);
      if (fast) {
        // The second delivery of one process to an endpoint takes the fast path.
        receiver.behave(path, 204);
        await endedDelivery(own.call, await newDelivery(own.call, webhook.id));
      }
      receiver.behave(path, firstHangs);
      const { data } = await own.call("POST", `/v1/webhooks/${webhook.id}/test`);
      ids.push(data.id);
      await eventually(
        "the request to arrive",
        () => Promise.resolve(receiver.received.some(({ event }) => event.id === data.event_id) || undefined),
      );
      await worker.kill();
      worker = await startWorker(settings);
    }

    for (const id of ids) {
      const record = await endedDelivery(own.call, id, 90);
      assert.equal(record.status, "succeeded");
      assert.ok(record.attempt_count >= 2);
      const [last, ...earlier] = record.attempts;
      assert.equal(last.response_status, 204);
      for (const attempt of earlier) {
        assert.deepEqual([attempt.response_status, attempt.error_code], [null, "outcome_unknown"]);
        assert.match(attempt.error_message, /outcome is unknown/);
      }
      const requests = receiver.received.filter(({ event }) => event.id === record.event_id);
      // A kill can also meet a retry of an earlier round that is recorded and not sent yet.
      assert.ok(
        requests.length >= 2 && requests.length <= record.attempt_count,
        "every request is in the record",
      );
      assert.equal(new Set(requests.map(({ body }) => body)).size, 1);
    }
  });

  it("an outage of Temporal: a retry that arrives meanwhile is made after it", async function () {
    this.timeout(120_000);
    receiver.behave("/outage", 500);
    const webhook = await newWebhook(own.call, `${receiver.url}/outage`);
    const id = await newDelivery(own.call, webhook.id);
    assert.equal((await endedDelivery(own.call, id, 60)).status, "failed");
    receiver.behave("/outage", 204);
    await temporal.stop();
    const requested = await own.call("POST", `/v1/deliveries/${id}/retry`);
    assert.equal(requested.status, 202);
    temporal = await startTemporal({ port: temporal.port, dir: folder });
    const record = await delivery(own.call, id, ({ status }) => status === "succeeded", 90);
    assert.equal(record.attempt_count, 4);
  });
});
