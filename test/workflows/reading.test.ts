import assert from "node:assert/strict";
import { ask } from "#test/support/database.ts";
import { type OwnService, startOwnService } from "#test/support/own-service.ts";
import {
  completedSimulation,
  endedReading,
  generate,
  insights,
  measureReadings,
  unreadSimulation,
} from "#test/support/readings.ts";
import { recordHistory } from "#test/support/record-history.ts";
import { stack } from "#test/support/stack.ts";
import { type Receiver, startReceiver } from "#test/support/webhook-receiver.ts";

/** This spec kills its own service. No model rewrites these Readings. */
describe("A Reading", function () {
  this.timeout(120_000);
  let own: OwnService;
  let receiver: Receiver;

  before(async () => {
    [own, receiver] = await Promise.all([startOwnService(), startReceiver()]);
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

    it("fails when an operator cancels it in Temporal, costs nothing, and can be generated again under another id", async () => {
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
      assert.equal(await closed(`${id}/2`), "COMPLETED");
      assert.deepEqual(await usedSince(), { readings: 1, cost: 0.05, reserved: 0 });
    });

    it("fails within 60 seconds when an operator terminates it in Temporal, in any generation", async () => {
      for (const [key, next] of [[id, `${id}/2`], [`${id}/2`, `${id}/3`]] as const) {
        await handle(key).terminate("by hand");
        await own.startWorker();
        const { insights_status, error_message } = await endedReading(own.call, id, 60);
        assert.equal(insights_status, "failed");
        assert.match(error_message, /^Terminated by an operator/);
        assert.deepEqual(await usedSince(), { readings: 0, cost: 0, reserved: 0 });
        await own.worker.stop();
        await generate(own.call, id);
        await own.operator.exists(`reading/${next}`);
      }
      await own.startWorker();
      assert.equal((await endedReading(own.call, id)).insights_status, "completed");
      assert.deepEqual(await events(id), ["simulation.insights.failed", "simulation.insights.completed"]);
    });
  });

  it("retries a failed block alone, and has the other blocks where that fails too", async () => {
    const question = `Would you buy the drink numbered ${crypto.randomUUID().slice(0, 4)}?`;
    const earlier = await completed({ question, seed: 1 });
    await sql("UPDATE simulations SET verdict = '{}' WHERE id = $1", [earlier]);
    const id = await completed({ question, seed: 2 });
    const { insights_status, block_status, post_hoc } = await endedReading(own.call, id);
    assert.equal(insights_status, "completed");
    assert.deepEqual(block_status, {
      synthesis: "completed",
      patterns: "completed",
      reservations: "completed",
      attractions: "completed",
      intensity: "completed",
      quotes: "completed",
      segment_intensity: "completed",
      across_runs: "failed",
    });
    assert.equal(post_hoc.across_runs, null);
    assert.ok(!/earlier run/.test(post_hoc.synthesis.text));
    const { events: history } = await handle(id).fetchHistory();
    const alone = (history ?? []).filter(({ activityTaskScheduledEventAttributes: scheduled }) =>
      scheduled?.activityType?.name === "computeBlock"
    );
    const summaries = alone.map(({ userMetadata }) =>
      new TextDecoder().decode(userMetadata?.summary?.data ?? undefined)
    );
    assert.deepEqual(summaries, ['"block across_runs"', '"block synthesis"']);
    const [attempts] = (history ?? []).flatMap(({ activityTaskStartedEventAttributes: started }) =>
      started?.attempt ?? []
    );
    assert.equal(attempts, 3);
    await recordHistory("reading-failed-block", `reading/${id}`, own.temporal.address);
  });

  it("fails as a workflow too where no block completed, so that operators find it by its status", async () => {
    const id = await unread({ question: "Would you buy a drink that nobody can describe?" });
    await sql("UPDATE simulations SET verdict = '{}' WHERE id = $1", [id]);
    await generate(own.call, id);
    assert.equal((await endedReading(own.call, id)).insights_status, "failed");
    assert.equal(await closed(id), "FAILED");
    assert.deepEqual(await events(id), ["simulation.insights.failed"]);
  });

  it("is final: a reset of its workflow ends at once, changes nothing and sends nothing", async () => {
    const id = await completed();
    const reading = await endedReading(own.call, id);
    assert.equal(await closed(id), "COMPLETED");
    const usedSince = await measureReadings(own.databaseUrl);
    const runId = await own.operator.resetToFirstTask(`reading/${id}`);
    const result = await own.operator.client.workflow.getHandle(`reading/${id}`, runId).result();
    assert.deepEqual(result, { kind: "ended", outcome: "terminal" });
    assert.deepEqual(await endedReading(own.call, id), reading);
    assert.deepEqual(await usedSince(), { readings: 0, cost: 0, reserved: 0 });
    assert.deepEqual(await events(id), ["simulation.insights.completed"]);
  });

  it("shows operators its organization, its simulation and its outcome in Temporal, and nothing of the answers", async () => {
    const id = await completed();
    const { post_hoc } = await endedReading(own.call, id);
    assert.equal(await closed(id), "COMPLETED");
    const { BuildIds: _, ...attributes } = await own.operator.searchAttributes(`reading/${id}`);
    assert.deepEqual(attributes, {
      OrganizationId: stack().organizationId,
      SimulationId: id,
      Stage: "ended",
      Outcome: "completed",
    });
    const { raw, staticSummary, staticDetails } = await handle(id).describe();
    assert.match(await staticSummary() ?? "", /^Reading, product-purchase-intent, /);
    assert.match(await staticDetails() ?? "", new RegExp(`/v1/simulations/${id}/insights`));
    assert.equal(raw.workflowExecutionInfo?.taskQueue, "readings");
    assert.deepEqual(await handle(id).query("progress"), { stage: "ended", failed: [], rewritten_by: null });
    const history = JSON.stringify(await handle(id).fetchHistory());
    assert.ok(!history.includes(btoa(post_hoc.synthesis.text.slice(0, 60))));
    assert.ok(history.length < 40_000, `${history.length} characters`);
    await recordHistory("reading-small", `reading/${id}`, own.temporal.address);
  });
});
