import assert from "node:assert/strict";
import { type Caller, callerWith } from "#test/support/caller.ts";
import { ask } from "#test/support/database.ts";
import { eventually } from "#test/support/eventually.ts";
import {
  createDatabase,
  startApi,
  startTemporal,
  startWorker,
  type TestDatabase,
  type TestProcess,
} from "#test/support/processes.ts";
import {
  changeOrganization,
  completedSimulation,
  endedReading,
  generate,
  insights,
} from "#test/support/readings.ts";
import { stack } from "#test/support/stack.ts";
import { temporalClient, type TestTemporalClient } from "#test/support/temporal.ts";
import { type Receiver, startReceiver } from "#test/support/webhook-receiver.ts";

/** API, worker, Temporal and database of this spec's own: it kills them. No model words these Readings. */
describe("A Reading", function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let temporal: Awaited<ReturnType<typeof startTemporal>>;
  let api: Awaited<ReturnType<typeof startApi>>;
  let worker: TestProcess;
  let operator: TestTemporalClient;
  let call: Caller;
  let receiver: Receiver;
  const settings = () => ({ DATABASE_URL: database.url, TEMPORAL_ADDRESS: temporal.address });
  const sql = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    ask<Row>(text, values, database.url);

  before(async () => {
    receiver = await startReceiver();
    [database, temporal] = await Promise.all([createDatabase(), startTemporal()]);
    [api, worker] = await Promise.all([startApi(settings()), startWorker(settings())]);
    operator = await temporalClient(temporal.address);
    call = callerWith(stack().apiKey, api.baseUrl);
    // Without a receiver no event is kept.
    const hook = { url: `${receiver.url}/hook`, events: ["*"] };
    assert.equal((await call("POST", "/v1/webhooks", { body: hook })).status, 201);
  });
  after(async () => {
    await operator.close();
    await receiver.close();
    await Promise.all([api.stop(), worker.stop()]);
    await temporal.stop();
    await database.drop();
  });

  const handle = (key: string) => operator.client.workflow.getHandle(`reading/${key}`);
  const closed = (key: string) =>
    eventually("the workflow to close", async () => {
      const { status: { name } } = await handle(key).describe();
      return name === "RUNNING" ? undefined : name;
    });
  const events = async (id: string) =>
    (await sql<{ type: string }>(
      "SELECT type FROM events WHERE simulation_id = $1 AND type LIKE '%insights%'",
      [id],
    ))
      .map(({ type }) => type);
  const used = async () => {
    const [row] = await sql<{ readings: number; cost: number; reserved: number }>(
      `SELECT coalesce(sum(readings), 0)::integer AS readings, coalesce(sum(reading_cost_usd), 0)::float AS cost,
         coalesce(sum(reading_reserved_usd), 0)::float AS reserved FROM usage_months`,
    );
    return row!;
  };
  /** What this spec's organization has used since `before`, in Readings and cents. */
  const usedSince = async (before: Awaited<ReturnType<typeof used>>) => {
    const { readings, cost, reserved } = await used();
    return [readings - before.readings, Math.round(100 * (cost - before.cost)), Math.round(100 * reserved)];
  };
  const limit = (reading_ceiling_usd: number | null) =>
    changeOrganization(stack().organizationId, { limits: { reading_ceiling_usd } }, api.baseUrl);
  /** A completed simulation without a Reading. */
  const unread = async (change: object = {}) => {
    await limit(0);
    const id = await completedSimulation(call, change);
    await limit(null);
    return id;
  };

  it("is made once, whenever its worker is killed: one event, one price", async () => {
    const undisturbed = await endedReading(
      call,
      await completedSimulation(call, { agent_count: 2_000, seed: 42 }),
    );
    for (const delay of [0, 10, 40]) {
      const id = await unread({ agent_count: 2_000, seed: 42 });
      const before = await used();
      await generate(call, id);
      await new Promise((resolve) => setTimeout(resolve, delay));
      await worker.kill();
      worker = await startWorker(settings());
      const reading = await endedReading(call, id);
      assert.equal(reading.insights_status, "completed");
      assert.deepEqual(reading.post_hoc.intensity, undisturbed.post_hoc.intensity);
      assert.equal(await closed(id), "COMPLETED");
      assert.deepEqual(await events(id), ["simulation.insights.completed"]);
      assert.deepEqual(await usedSince(before), [1, 5, 0]);
    }
  });

  it("is queued while Temporal is away, and made when it is back", async () => {
    const id = await unread();
    await temporal.stop();
    assert.equal((await generate(call, id)).status, 202);
    const waiting = await insights(call, id);
    assert.equal(waiting.data.insights_status, "queued");
    assert.equal(waiting.headers.get("Retry-After"), "5");
    assert.equal(waiting.meta.next_poll_after_seconds, 5);
    assert.deepEqual([waiting.data.block_status, waiting.data.post_hoc], [null, null]);
    const again = await generate(call, id);
    assert.deepEqual([again.status, again.data.insights_status], [202, "queued"]);
    temporal = await startTemporal({ port: temporal.port });
    assert.equal((await endedReading(call, id)).insights_status, "completed");
  });

  it("comes back when Temporal has lost it", async () => {
    const id = await unread();
    await worker.stop();
    await generate(call, id);
    await eventually("the workflow to exist", async () => (await handle(id).describe()).status.name);
    await temporal.kill();
    temporal = await startTemporal({ port: temporal.port });
    await sql("UPDATE readings SET queued_at = queued_at - interval '10 minutes' WHERE simulation_id = $1", [
      id,
    ]);
    await sql("DELETE FROM outbox WHERE workflow_id = $1", [`reading/${id}`]);
    worker = await startWorker(settings());
    assert.equal((await endedReading(call, id, 60)).insights_status, "completed");
  });

  describe("that waits for a worker", () => {
    let id: string;
    let before: Awaited<ReturnType<typeof used>>;
    beforeEach(async () => {
      id = await unread();
      before = await used();
      await worker.stop();
      await generate(call, id);
      await eventually("the workflow to exist", async () => (await handle(id).describe()).status.name);
    });

    it("fails when an operator cancels it in Temporal, costs nothing, and can be generated again under another id", async () => {
      assert.deepEqual(await usedSince(before), [1, 0, 5]);
      await handle(id).cancel();
      worker = await startWorker(settings());
      const { insights_status, error_message } = await endedReading(call, id, 60);
      assert.deepEqual([insights_status, error_message], [
        "failed",
        "Cancelled by an operator. It can be generated again.",
      ]);
      assert.equal(await closed(id), "CANCELLED");
      assert.deepEqual(await events(id), ["simulation.insights.failed"]);
      assert.deepEqual(await usedSince(before), [0, 0, 0]);
      assert.equal((await generate(call, id)).data.insights_status, "queued");
      assert.equal((await endedReading(call, id)).insights_status, "completed");
      assert.equal(await closed(`${id}/2`), "COMPLETED");
      assert.deepEqual(await usedSince(before), [1, 5, 0]);
    });

    it("fails when an operator terminates it in Temporal, within 60 s, whichever generation it is", async () => {
      for (const key of [id, `${id}/2`]) {
        await handle(key).terminate("by hand");
        worker = await startWorker(settings());
        const { insights_status, error_message } = await endedReading(call, id, 60);
        assert.equal(insights_status, "failed");
        assert.match(error_message, /^Terminated by an operator/);
        assert.deepEqual(await usedSince(before), [0, 0, 0]);
        await worker.stop();
        await generate(call, id);
        await eventually(
          "the next workflow to exist",
          async () => (await handle(key === id ? `${id}/2` : `${id}/3`).describe()).status.name,
        );
      }
      worker = await startWorker(settings());
      assert.equal((await endedReading(call, id)).insights_status, "completed");
      assert.deepEqual(await events(id), ["simulation.insights.failed", "simulation.insights.completed"]);
    });
  });

  it("keeps the blocks that stand when one fails, which is tried again alone", async () => {
    const question = `Would you buy the drink numbered ${crypto.randomUUID().slice(0, 4)}?`;
    const earlier = await completedSimulation(call, { question, seed: 1 });
    await sql("UPDATE simulations SET verdict = '{}' WHERE id = $1", [earlier]);
    const id = await completedSimulation(call, { question, seed: 2 });
    const { insights_status, block_status, post_hoc } = await endedReading(call, id);
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
    const alone = (history ?? []).filter(({ activityTaskScheduledEventAttributes: is }) =>
      is?.activityType?.name === "computeBlock"
    );
    const summaries = alone.map(({ userMetadata }) =>
      new TextDecoder().decode(userMetadata?.summary?.data ?? undefined)
    );
    assert.deepEqual(summaries, ['"block across_runs"', '"block synthesis"']);
    const [attempts] = (history ?? []).flatMap(({ activityTaskStartedEventAttributes: is }) =>
      is?.attempt ?? []
    );
    assert.equal(attempts, 3);
  });

  it("fails as a workflow too when nothing can be made, so that operators find it by its status", async () => {
    const id = await unread({ question: "Would you buy a drink that nobody can describe?" });
    await sql("UPDATE simulations SET verdict = '{}' WHERE id = $1", [id]);
    await generate(call, id);
    assert.equal((await endedReading(call, id)).insights_status, "failed");
    assert.equal(await closed(id), "FAILED");
    assert.deepEqual(await events(id), ["simulation.insights.failed"]);
  });

  it("is final: a reset of its workflow ends at once, changes nothing and sends nothing", async () => {
    const id = await completedSimulation(call);
    const before = await endedReading(call, id);
    assert.equal(await closed(id), "COMPLETED");
    const counted = await used();
    const runId = await resetToFirstTask(id);
    const result = await operator.client.workflow.getHandle(`reading/${id}`, runId).result();
    assert.deepEqual(result, { kind: "ended", outcome: "terminal" });
    assert.deepEqual(await endedReading(call, id), before);
    assert.deepEqual(await used(), counted);
    assert.deepEqual(await events(id), ["simulation.insights.completed"]);
  });

  it("tells an operator in Temporal whose it is, of what, and how it ended; and carries nothing of the answers", async () => {
    const id = await completedSimulation(call);
    const { post_hoc } = await endedReading(call, id);
    assert.equal(await closed(id), "COMPLETED");
    const { typedSearchAttributes, raw, staticSummary, staticDetails } = await described(id);
    const attributes = Object.fromEntries(
      typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
    );
    const { BuildIds: _, ...ours } = attributes;
    assert.deepEqual(ours, {
      OrganizationId: stack().organizationId,
      SimulationId: id,
      Stage: "ended",
      Outcome: "completed",
    });
    assert.match(staticSummary ?? "", /^Reading, product-purchase-intent, /);
    assert.match(staticDetails ?? "", new RegExp(`/v1/simulations/${id}/insights`));
    assert.equal(raw.workflowExecutionInfo?.taskQueue, "readings");
    assert.deepEqual(await handle(id).query("progress"), { stage: "ended", failed: [], worded_by: null });
    const history = JSON.stringify(await handle(id).fetchHistory());
    assert.ok(!history.includes(btoa(post_hoc.synthesis.text.slice(0, 60))));
    assert.ok(history.length < 40_000, `${history.length} characters`);
  });

  /** As `temporal workflow reset --type FirstWorkflowTask` does: to the completion of the task, since an eager start is one with its task. */
  async function resetToFirstTask(key: string): Promise<string> {
    const [{ workflowId, runId }, { events: history }] = await Promise.all([
      handle(key).describe(),
      handle(key).fetchHistory(),
    ]);
    const completed = history?.find(({ workflowTaskCompletedEventAttributes: is }) => is != null);
    const reset = await operator.client.workflowService.resetWorkflowExecution({
      namespace: "default",
      workflowExecution: { workflowId, runId },
      reason: "by hand",
      requestId: crypto.randomUUID(),
      workflowTaskFinishEventId: completed!.eventId!,
    });
    return reset.runId;
  }

  async function described(key: string) {
    const description = await handle(key).describe();
    return {
      ...description,
      staticSummary: await description.staticSummary(),
      staticDetails: await description.staticDetails(),
    };
  }
});
