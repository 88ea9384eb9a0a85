import assert from "node:assert/strict";
import { verifyWebhook } from "#client/verify-webhook.ts";
import { respondentSettings, startRespondent, type StubServer } from "#testing/stub-server.ts";
import { ask } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import { recordHistory } from "#test/workflows/record-history.ts";
import { ended, newSimulation } from "#testing/simulations.ts";
import {
  endedDelivery,
  newDelivery,
  newWebhook,
  type Receiver,
  startReceiver,
  type TestWebhook,
  waitingDelivery,
} from "#testing/webhooks.ts";
import { STAGE } from "#temporal/search-attributes.ts";

/**
 * This spec stops its own worker, so that no run goes on meanwhile, however fast the machine is. Its runs ask a model: one of the embedded
 * engine may have been given to the worker before it stopped, and ends as soon as that goes on.
 */
describe("A worker that was stopped meanwhile", () => {
  let own: OwnService;
  let receiver: Receiver;
  let model: StubServer;
  before(async () => {
    model = await startRespondent();
    [own, receiver] = await Promise.all([
      startOwnService(respondentSettings(model), {}, {
        queues: ["simulations", "small-simulations", "deliveries", "operations"],
      }),
      startReceiver(),
    ]);
  });
  after(async () => {
    await receiver?.close();
    await own?.stop();
    await model?.close();
  });

  const enable = (id: string, enabled: boolean) =>
    own.call("PATCH", `/v1/webhooks/${id}`, { body: { enabled } });

  async function whileWorkerStops<T>(work: () => Promise<T>): Promise<T> {
    await own.worker.kill("SIGSTOP");
    try {
      return await work();
    } finally {
      await own.worker.kill("SIGCONT");
    }
  }

  it("has one request by hand waiting at a time, however often somebody asks", async () => {
    const { id, webhook } = await waitingDelivery(own.call, receiver, "/often");
    await whileWorkerStops(async () => {
      for (let i = 0; i < 5; i++) {
        assert.equal((await own.call("POST", `/v1/deliveries/${id}/retry`)).status, 202);
      }
      const path = `/v1/webhooks/${webhook.id}/deliveries/${id}/retry`;
      assert.equal((await own.call("POST", path)).status, 202);
      const commands = await ask(
        "SELECT FROM outbox WHERE workflow_id = $1",
        [`delivery/${id}`],
        own.databaseUrl,
      );
      assert.ok(commands.length <= 1, `${commands.length} commands`);
    });
    const record = await endedDelivery(own.call, id);
    assert.deepEqual([record.status, record.attempt_count, receiver.at("/often").length], [
      "succeeded",
      2,
      2,
    ]);
  });

  for (
    const [how, code, end] of [
      [
        "its customer cancels it",
        "cancelled",
        (id: string) => own.call("POST", `/v1/simulations/${id}/cancel`),
      ],
      [
        "an operator cancels its workflow",
        "cancelled",
        (id: string) => own.operator.client.workflow.getHandle(`simulation/${id}`).cancel(),
      ],
      [
        "an operator terminates its workflow",
        "terminated",
        (id: string) => own.operator.client.workflow.getHandle(`simulation/${id}`).terminate(),
      ],
    ] as const
  ) {
    it(`has simulation.failed sent, once, when ${how}`, async function () {
      this.timeout(90_000);
      const failed = `/failed-${how.replaceAll(" ", "-")}`;
      const webhooks = [
        await newWebhook(own.call, receiver.url + failed, { events: ["simulation.failed"] }),
        await newWebhook(own.call, `${receiver.url}/completed`, { events: ["simulation.completed"] }),
      ];
      const id = await whileWorkerStops(async () => {
        const id = await newSimulation(own.call, { agent_count: 1_000 });
        const handle = own.operator.client.workflow.getHandle(`simulation/${id}`);
        await eventually("the workflow to exist", () => handle.describe());
        await end(id);
        return id;
      });
      const run = await ended(own.call, id, 75);
      assert.equal(run.failure_code, code);
      const [request] = await receiver.until(failed, 1);
      const { data, type } = request!.event;
      assert.deepEqual(
        [type, data.simulation_id, data.status, data.failure_code, data.failure_message, data.completed_at],
        ["simulation.failed", id, "failed", code, run.failure_message, run.completed_at],
      );
      assert.equal(receiver.at("/completed").length, 0);
      const events = await ask<{ type: string }>(
        "SELECT type FROM events WHERE simulation_id = $1",
        [id],
        own.databaseUrl,
      );
      assert.deepEqual(events, [{ type: "simulation.failed" }]);
      for (const { id } of webhooks) await own.call("DELETE", `/v1/webhooks/${id}`);
    });
  }

  it("holds, cancels and signs first attempts as the subscription is by then, where its endpoint has been answering fast", async () => {
    const [disabled, deleted, rotated] = await Promise.all(
      ["disabled", "removed", "renewed"].map(async (name) => {
        const webhook = await newWebhook(own.call, `${receiver.url}/first-${name}`);
        for (let i = 0; i < 2; i++) await endedDelivery(own.call, await newDelivery(own.call, webhook.id));
        return webhook;
      }),
    ) as [TestWebhook, TestWebhook, TestWebhook];
    const fast = await newDelivery(own.call, rotated.id);
    await endedDelivery(own.call, fast);
    await recordHistory("webhook-delivery-fast", `delivery/${fast}`, own.temporal.address);
    const { ids, secret } = await whileWorkerStops(async () => {
      const ids: string[] = [];
      for (const { id } of [disabled, deleted, rotated]) ids.push(await newDelivery(own.call, id));
      await enable(disabled.id, false);
      await own.call("DELETE", `/v1/webhooks/${deleted.id}`);
      const { data } = await own.call("POST", `/v1/webhooks/${rotated.id}/rotate-secret`);
      return { ids, secret: data.secret };
    });
    const [held = "", cancelled = "", sent = ""] = ids;
    assert.equal((await endedDelivery(own.call, sent)).status, "succeeded");
    const last = receiver.at("/first-renewed").at(-1);
    assert.ok(await verifyWebhook(last!.body, String(last?.headers["x-service-signature"]), secret));
    assert.deepEqual(await own.operator.client.workflow.getHandle(`delivery/${cancelled}`).result(), {
      status: "cancelled",
    });
    const handle = own.operator.client.workflow.getHandle(`delivery/${held}`);
    await eventually("the run to hold", async () => {
      const { typedSearchAttributes } = await handle.describe();
      return typedSearchAttributes.get(STAGE) === "held" || undefined;
    });
    for (const name of ["disabled", "removed"]) assert.equal(receiver.at(`/first-${name}`).length, 2);
    await enable(disabled.id, true);
    assert.equal((await endedDelivery(own.call, held)).attempt_count, 1);
  });
});
