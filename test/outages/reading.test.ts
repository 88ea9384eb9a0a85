import assert from "node:assert/strict";
import { ask, stack } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import {
  completedSimulation,
  endedReading,
  generate,
  insights,
  measureReadings,
  unreadSimulation,
} from "#testing/simulations.ts";
import { type Receiver, startReceiver } from "#testing/webhooks.ts";

/** These specs kill their own service. No model rewrites these Readings. */
describe("A Reading", function () {
  this.timeout(120_000);
  let own: OwnService;
  let receiver: Receiver;

  before(async () => {
    [own, receiver] = await Promise.all([
      startOwnService({}, {}, { queues: ["simulations", "small-simulations", "readings", "operations"] }),
      startReceiver(),
    ]);
    // Postgres stores an event only where somebody receives it.
    const hook = { url: `${receiver.url}/hook`, events: ["*"] };
    assert.equal((await own.call("POST", "/v1/webhooks", { body: hook })).status, 201);
  });
  after(async () => {
    await receiver.close();
    await own.stop();
  });

  const sql = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    ask<Row>(text, values, own.databaseUrl);
  const handle = (key: string) => own.operator.client.workflow.getHandle(`reading/${key}`);
  const closed = (key: string) => own.operator.closed(`reading/${key}`);
  const completed = (change: object = {}) => completedSimulation(own.call, change);
  const unread = (change: object = {}) =>
    unreadSimulation({ id: stack().organizationId, call: own.call }, change, own.api.baseUrl);
  const events = async (id: string) => {
    const rows = await sql<{ type: string }>(
      "SELECT type FROM events WHERE simulation_id = $1 AND type LIKE '%insights%'",
      [id],
    );
    return rows.map(({ type }) => type);
  };

  it("is made once, with one event and one price, whenever its worker is killed", async () => {
    const undisturbed = await endedReading(own.call, await completed({ agent_count: 2_000, seed: 42 }));
    for (const delay of [0, 10, 40]) {
      const id = await unread({ agent_count: 2_000, seed: 42 });
      const usedSince = await measureReadings(own.databaseUrl);
      await generate(own.call, id);
      await new Promise((resolve) => setTimeout(resolve, delay));
      await own.worker.kill();
      await own.startWorker();
      const reading = await endedReading(own.call, id);
      assert.equal(reading.insights_status, "completed");
      assert.deepEqual(reading.post_hoc.intensity, undisturbed.post_hoc.intensity);
      assert.equal(await closed(id), "COMPLETED");
      assert.deepEqual(await events(id), ["simulation.insights.completed"]);
      assert.deepEqual(await usedSince(), { readings: 1, cost: 0.05, reserved: 0 });
    }
  });

  it("is queued while Temporal is down, and made when Temporal runs again", async () => {
    const id = await unread();
    await own.temporal.stop();
    assert.equal((await generate(own.call, id)).status, 202);
    const queued = await insights(own.call, id);
    assert.equal(queued.data.insights_status, "queued");
    assert.equal(queued.headers.get("Retry-After"), "5");
    assert.equal(queued.meta.next_poll_after_seconds, 5);
    assert.deepEqual([queued.data.block_status, queued.data.post_hoc], [null, null]);
    const again = await generate(own.call, id);
    assert.deepEqual([again.status, again.data.insights_status], [202, "queued"]);
    await own.startTemporal();
    assert.equal((await endedReading(own.call, id)).insights_status, "completed");
  });

  it("is started again where Temporal has lost its workflow", async () => {
    const id = await unread();
    await own.worker.stop();
    await generate(own.call, id);
    await own.operator.exists(`reading/${id}`);
    await own.temporal.kill();
    await own.startTemporal();
    await sql(
      "UPDATE readings SET queued_at = queued_at - interval '10 minutes' WHERE simulation_id = $1",
      [id],
    );
    await sql("DELETE FROM outbox WHERE workflow_id = $1", [`reading/${id}`]);
    await own.startWorker();
    assert.equal((await endedReading(own.call, id, 60)).insights_status, "completed");
  });

  describe("without a worker", () => {
    let id: string;
    let usedSince: Awaited<ReturnType<typeof measureReadings>>;
    beforeEach(async () => {
      id = await unread();
      usedSince = await measureReadings(own.databaseUrl);
      await own.worker.stop();
      await generate(own.call, id);
      await own.operator.exists(`reading/${id}`);
    });

    it("fails when an operator cancels it in Temporal, costs nothing, and can be generated again under the same id", async () => {
      assert.deepEqual(await usedSince(), { readings: 1, cost: 0, reserved: 0.05 });
      await handle(id).cancel();
      await own.startWorker();
      const { insights_status, error_message } = await endedReading(own.call, id, 60);
      assert.deepEqual([insights_status, error_message], [
        "failed",
        "Cancelled by an operator. It can be generated again.",
      ]);
      assert.equal(await closed(id), "CANCELLED");
      assert.deepEqual(await events(id), ["simulation.insights.failed"]);
      assert.deepEqual(await usedSince(), { readings: 0, cost: 0, reserved: 0 });
      assert.equal((await generate(own.call, id)).data.insights_status, "queued");
      assert.equal((await endedReading(own.call, id)).insights_status, "completed");
      assert.equal(await closed(id), "COMPLETED");
      assert.deepEqual(await usedSince(), { readings: 1, cost: 0.05, reserved: 0 });
    });

    it("fails within 60 seconds when an operator terminates it in Temporal, in any generation", async () => {
      for (let generation = 1; generation <= 2; generation += 1) {
        await handle(id).terminate("by hand");
        await own.startWorker();
        const { insights_status, error_message } = await endedReading(own.call, id, 60);
        assert.equal(insights_status, "failed");
        assert.match(error_message, /^Terminated by an operator/);
        assert.deepEqual(await usedSince(), { readings: 0, cost: 0, reserved: 0 });
        await own.worker.stop();
        await generate(own.call, id);
        await eventually("the run of the next generation", async () => {
          const { status, memo } = await handle(id).describe();
          return status.name === "RUNNING" && memo?.generation === generation + 1 || undefined;
        });
      }
      await own.startWorker();
      assert.equal((await endedReading(own.call, id)).insights_status, "completed");
      const [failed, completed] = ["simulation.insights.failed", "simulation.insights.completed"];
      assert.deepEqual(await events(id), [failed, failed, completed]);
    });
  });
});
