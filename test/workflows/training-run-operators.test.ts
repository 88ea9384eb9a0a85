import assert from "node:assert/strict";
import { MAX_QUESTIONS } from "#engine/training/calibration-csv.ts";
import { ask } from "#test/support/database.ts";
import { eventually } from "#test/support/eventually.ts";
import { type OwnService, startOwnService } from "#test/support/own-service.ts";
import { recordHistory } from "#test/support/record-history.ts";
import { ended, newSimulation } from "#test/support/simulations.ts";
import { stack } from "#test/support/stack.ts";
import { endedRun, HEADER, KPI, startRun, uploadedRun } from "#test/support/training-runs.ts";

const CSV = `${HEADER}\noverall,${KPI},40\n`;

describe("A training run in an operator's hands", function () {
  this.timeout(120_000);
  let own: OwnService;
  before(async () => {
    own = await startOwnService();
  });
  after(() => own.stop());

  const handle = (id: string) => own.operator.client.workflow.getHandle(`training/${id}`);
  const status = async (id: string) => (await own.call("GET", `/v1/training/${id}`)).data;
  const results = async (id: string) => (await own.call("GET", `/v1/training/${id}/results`)).data;

  describe("without a worker", () => {
    let id: string;
    let answer: ReturnType<typeof startRun>;
    beforeEach(async () => {
      await own.worker.stop();
      ({ id } = await uploadedRun(own.call, CSV));
      answer = startRun(own.call, id);
      await own.operator.exists(`training/${id}`);
    });

    const endsFailed = async (message: string) => {
      await own.startWorker();
      const { status: state, failure_message, results_available } = await endedRun(own.call, id, 60);
      assert.deepEqual([state, failure_message, results_available], ["FAILED", message, true]);
      assert.equal((await answer).status, 202);
      assert.deepEqual((await results(id)).basis, "none");
    };

    it("fails when an operator cancels it in Temporal", async () => {
      await handle(id).cancel();
      await endsFailed("Cancelled by an operator.");
      assert.equal(await own.operator.closed(`training/${id}`), "CANCELLED");
    });

    it("fails within 60 seconds when an operator terminates it in Temporal", async () => {
      await handle(id).terminate("by hand");
      await endsFailed("Terminated by an operator.");
    });

    it("is started again where Temporal has lost its workflow", async () => {
      await own.temporal.kill();
      await own.startTemporal();
      await ask(
        "UPDATE training_runs SET created_at = created_at - interval '10 min', started_at = started_at - interval '10 min' WHERE id = $1",
        [id],
        own.databaseUrl,
      );
      await own.startWorker();
      assert.equal((await endedRun(own.call, id, 60)).status, "COMPLETED");
      await answer;
    });
  });

  it("stops in the middle of its questions when an operator cancels it, and leaves other work its time", async () => {
    const rows = Array.from({ length: MAX_QUESTIONS }, (_, i) => `overall,Would you buy number ${i}?,50\n`);
    const { id } = await uploadedRun(own.call, `${HEADER}\n${rows.join("")}`);
    const answer = startRun(own.call, id);
    const rowsRead = async () => {
      const { raw: { pendingActivities } } = await handle(id).describe();
      const [{ heartbeatDetails, attempt } = {}] = pendingActivities ?? [];
      assert.ok((attempt ?? 1) === 1, "no heartbeat was missed");
      const [payload] = heartbeatDetails?.payloads ?? [];
      const { rows: read } = JSON.parse(
        new TextDecoder().decode(payload?.data ?? new TextEncoder().encode("{}")),
      );
      return read > 50 && read < MAX_QUESTIONS ? read as number : undefined;
    };
    await eventually("some questions to be predicted", rowsRead, 60);
    const asked = performance.now();
    const small = await newSimulation(own.call, { agent_count: 10 });
    assert.equal((await ended(own.call, small)).status, "completed");
    assert.ok(performance.now() - asked < 3_000, "a simulation beside it is answered");
    await handle(id).cancel();
    const { status: state, failure_message } = await endedRun(own.call, id, 30);
    assert.deepEqual([state, failure_message], ["FAILED", "Cancelled by an operator."]);
    assert.equal((await answer).status, 202);
  });

  it("is final: a reset of its workflow ends at once and changes nothing", async () => {
    const { id } = await uploadedRun(own.call, CSV);
    await startRun(own.call, id);
    const ended = [await status(id), await results(id)];
    const runId = await own.operator.resetToFirstTask(`training/${id}`);
    const result = await own.operator.client.workflow.getHandle(`training/${id}`, runId).result();
    assert.deepEqual(result, { outcome: "terminal", rows: 0 });
    assert.deepEqual([await status(id), await results(id)], ended);
  });

  it("shows operators its organization and its outcome in Temporal", async () => {
    const [{ id }, { id: faulty }] = [await uploadedRun(own.call, CSV), await uploadedRun(own.call, "x")];
    for (const run of [id, faulty]) await startRun(own.call, run);
    const attributes = await own.operator.searchAttributes(`training/${id}`);
    assert.deepEqual(attributes, {
      ...attributes,
      OrganizationId: stack().organizationId,
      Stage: "ended",
      Outcome: "completed",
    });
    const { staticSummary, staticDetails, status: { name } } = await handle(id).describe();
    assert.equal(name, "COMPLETED");
    assert.match(await staticSummary() ?? "", /^training run, /);
    assert.ok((await staticDetails() ?? "").includes(`${own.api.baseUrl}/v1/training/${id}`));
    assert.deepEqual(await handle(id).query("progress"), {
      stage: "ended",
      ended: { outcome: "completed", rows: 1 },
    });
    assert.deepEqual(await handle(faulty).result(), { outcome: "failed", rows: 0 });
    await recordHistory("training-run-completed", `training/${id}`, own.temporal.address);
    await recordHistory("training-run-faulty-file", `training/${faulty}`, own.temporal.address);
  });
});
