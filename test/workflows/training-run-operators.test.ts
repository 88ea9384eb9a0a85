import assert from "node:assert/strict";
import type { Caller } from "#test/support/caller.ts";
import { ask } from "#test/support/database.ts";
import { eventually } from "#test/support/eventually.ts";
import { type OwnService, startOwnService } from "#test/support/own-service.ts";
import { stack } from "#test/support/stack.ts";
import { endedRun, HEADER, KPI, startRun, uploadedRun } from "#test/support/training-runs.ts";

const CSV = `${HEADER}\noverall,${KPI},40\n`;

describe("A training run in an operator's hands", function () {
  this.timeout(120_000);
  let own: OwnService;
  let call: Caller;
  before(async () => {
    own = await startOwnService();
    ({ call } = own);
  });
  after(() => own.stop());

  const handle = (id: string) => own.operator.client.workflow.getHandle(`training/${id}`);
  const status = async (id: string) => (await call("GET", `/v1/training/${id}`)).data;
  const results = async (id: string) => (await call("GET", `/v1/training/${id}/results`)).data;
  const closed = (id: string) =>
    eventually("the workflow to close", async () => {
      const { status: { name } } = await handle(id).describe();
      return name === "RUNNING" ? undefined : name;
    });

  describe("that waits for a worker", () => {
    let id: string;
    let answer: ReturnType<typeof startRun>;
    beforeEach(async () => {
      await own.worker.stop();
      ({ id } = await uploadedRun(call, CSV));
      answer = startRun(call, id);
      await eventually("the workflow to exist", async () => (await handle(id).describe()).status.name);
    });

    const endsFailed = async (message: string) => {
      await own.startWorker();
      const { status: left, failure_message, results_available } = await endedRun(call, id, 60);
      assert.deepEqual([left, failure_message, results_available], ["FAILED", message, true]);
      assert.equal((await answer).status, 202);
      assert.deepEqual((await results(id)).basis, "none");
    };

    it("fails when an operator cancels it in Temporal", async () => {
      await handle(id).cancel();
      await endsFailed("Cancelled by an operator.");
      assert.equal(await closed(id), "CANCELLED");
    });

    it("fails within 60 seconds when an operator terminates it in Temporal", async () => {
      await handle(id).terminate("by hand");
      await endsFailed("Terminated by an operator.");
    });

    it("comes back when Temporal has lost it", async () => {
      await own.temporal.kill();
      await own.startTemporal();
      await ask(
        "UPDATE training_runs SET created_at = created_at - interval '10 min', started_at = started_at - interval '10 min' WHERE id = $1",
        [id],
        own.databaseUrl,
      );
      await own.startWorker();
      assert.equal((await endedRun(call, id, 60)).status, "COMPLETED");
      await answer;
    });
  });

  it("is final: a reset of its workflow ends at once and changes nothing", async () => {
    const { id } = await uploadedRun(call, CSV);
    await startRun(call, id);
    const before = [await status(id), await results(id)];
    const runId = await own.operator.resetToFirstTask(`training/${id}`);
    const result = await own.operator.client.workflow.getHandle(`training/${id}`, runId).result();
    assert.deepEqual(result, { outcome: "terminal", rows: 0 });
    assert.deepEqual([await status(id), await results(id)], before);
  });

  it("tells an operator in Temporal whose it is and how it ended", async () => {
    const [{ id }, { id: faulty }] = [await uploadedRun(call, CSV), await uploadedRun(call, "x")];
    for (const each of [id, faulty]) await startRun(call, each);
    const { typedSearchAttributes, staticSummary, staticDetails, status: { name } } = await handle(id)
      .describe();
    const attributes = Object.fromEntries(
      typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
    );
    assert.deepEqual(attributes, {
      ...attributes,
      OrganizationId: stack().organizationId,
      Stage: "ended",
      Outcome: "completed",
    });
    assert.equal(name, "COMPLETED");
    assert.match(await staticSummary() ?? "", /^training run, /);
    assert.ok((await staticDetails() ?? "").includes(`${own.api.baseUrl}/v1/training/${id}`));
    assert.deepEqual(await handle(id).query("progress"), {
      stage: "ended",
      ended: { outcome: "completed", rows: 1 },
    });
    assert.deepEqual(await handle(faulty).result(), { outcome: "failed", rows: 0 });
  });
});
