import assert from "node:assert/strict";
import { newId } from "#shared/ids.ts";
import { executeCommand } from "#temporal/execute-command.ts";
import { GENERATE_SIGNAL, readingStart } from "#temporal/reading.ts";
import { eventually } from "#testing/times.ts";
import { ask, resetWorkflow, temporalClient, type TestTemporalClient } from "#testing/stack.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import {
  completedSimulation,
  endedReading,
  generate,
  unreadSimulation,
  usedReadings,
} from "#testing/simulations.ts";
import { recordHistory } from "./record-history.ts";
import { type Receiver, startReceiver } from "#testing/webhooks.ts";

/** No model rewrites these Readings. What becomes of one whose worker or server dies: `test/outages/reading.test.ts`. */
describe("A Reading", function () {
  this.timeout(120_000);
  let own: TestOrganization;
  let operator: TestTemporalClient;
  let receiver: Receiver;

  before(async () => {
    [own, operator, receiver] = await Promise.all([newOrganization(), temporalClient(), startReceiver()]);
    // Postgres stores an event only where somebody receives it.
    const hook = { url: `${receiver.url}/hook`, events: ["*"] };
    assert.equal((await own.call("POST", "/v1/webhooks", { body: hook })).status, 201);
  });
  after(async () => {
    await receiver?.close();
    await operator?.close();
  });

  const handle = (key: string) => operator.client.workflow.getHandle(`reading/${key}`);
  const closed = (key: string) => operator.closed(`reading/${key}`);
  /** The generation and the status of each run, the latest first; Temporal lists how a run has closed a moment later. */
  const closedRuns = (id: string) =>
    eventually("the runs to be listed as closed", async () => {
      const runs = await Array.fromAsync(
        operator.client.workflow.list({ query: `WorkflowId = "reading/${id}"` }),
        ({ memo, status }) => [memo?.generation, status.name],
      );
      return runs.some(([, status]) => status === "RUNNING") ? undefined : runs;
    });
  const completed = (change: object = {}) => completedSimulation(own.call, change);
  const unread = (change: object = {}) => unreadSimulation(own, change);
  const events = async (id: string) => {
    const rows = await ask<{ type: string }>(
      "SELECT type FROM events WHERE simulation_id = $1 AND type LIKE '%insights%'",
      [id],
    );
    return rows.map(({ type }) => type);
  };

  it("retries a failed block alone, and has the other blocks where that fails too", async () => {
    const question = `Would you buy the drink numbered ${crypto.randomUUID().slice(0, 4)}?`;
    const earlier = await completed({ question, seed: 1 });
    await ask("UPDATE simulations SET verdict = '{}' WHERE id = $1", [earlier]);
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
    await recordHistory("reading-failed-block", `reading/${id}`);
  });

  it("fails as a workflow too where no block completed, so that operators find it by its status", async () => {
    const id = await unread({ question: "Would you buy a drink that nobody can describe?" });
    await ask("UPDATE simulations SET verdict = '{}' WHERE id = $1", [id]);
    await generate(own.call, id);
    assert.equal((await endedReading(own.call, id)).insights_status, "failed");
    assert.equal(await closed(id), "FAILED");
    assert.deepEqual(await events(id), ["simulation.insights.failed"]);
  });

  it("records an event of each generation that fails", async () => {
    const id = await unread({ question: "Would you eat a soup that nobody can describe?" });
    await ask("UPDATE simulations SET verdict = '{}' WHERE id = $1", [id]);
    for (const count of [1, 2]) {
      await generate(own.call, id);
      await eventually("the event", async () => (await events(id)).length === count || undefined);
      assert.equal((await endedReading(own.call, id)).insights_status, "failed");
    }
    assert.deepEqual(await events(id), Array(2).fill("simulation.insights.failed"));
    assert.deepEqual(await closedRuns(id), [[2, "FAILED"], [undefined, "FAILED"]]);
  });

  it("goes on with the generation that somebody asks for before its run has closed", async () => {
    const id = newId();
    const first = readingStart({
      simulation_id: id,
      generation: 1,
      methodology_slug: "none",
      organization_id: own.id,
      baseUrl: "",
    });
    // The signal stands in the history of the first generation's run before its first task.
    const early = { kind: "signal_with_start", signal: GENERATE_SIGNAL, signal_args: [2] } as const;
    await executeCommand(operator.client, { ...first, ...early }, { deadlineMs: 10_000 });
    await handle(id).result();
    assert.deepEqual(await closedRuns(id), [[2, "COMPLETED"], [undefined, "CONTINUED_AS_NEW"]]);
  });

  it("is final: a reset of its workflow ends at once, changes nothing and sends nothing", async () => {
    const id = await completed();
    const reading = await endedReading(own.call, id);
    assert.equal(await closed(id), "COMPLETED");
    const used = await usedReadings(own.id);
    const runId = await resetWorkflow(operator.client, `reading/${id}`, "first");
    const result = await operator.client.workflow.getHandle(`reading/${id}`, runId).result();
    assert.deepEqual(result, { kind: "ended", outcome: "terminal" });
    assert.deepEqual(await endedReading(own.call, id), reading);
    assert.deepEqual(await usedReadings(own.id), used);
    assert.deepEqual(await events(id), ["simulation.insights.completed"]);
  });

  it("shows operators its organization, its simulation and its outcome in Temporal, and nothing of the answers", async () => {
    const id = await completed();
    const { post_hoc } = await endedReading(own.call, id);
    assert.equal(await closed(id), "COMPLETED");
    const { BuildIds: _, ...attributes } = await operator.searchAttributes(`reading/${id}`);
    assert.deepEqual(attributes, {
      OrganizationId: own.id,
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
    await recordHistory("reading-small", `reading/${id}`);
  });
});
