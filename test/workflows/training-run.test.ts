import assert from "node:assert/strict";
import { mkdir, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MAX_QUESTIONS } from "#engine/training/calibration-csv.ts";
import { ask, resetWorkflow, stack, temporalClient, type TestTemporalClient } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { recordHistory } from "./record-history.ts";
import {
  ended,
  endedRun,
  HEADER,
  KPI,
  newSimulation,
  newTrainingRun,
  startRun,
  uploadedRun,
} from "#testing/simulations.ts";

const CSV = `${HEADER}\noverall,${KPI},40\n`;

/** What becomes of one whose worker, server or store dies: `test/outages/training-run.test.ts`. */
describe("A training run", function () {
  this.timeout(120_000);
  let own: TestOrganization;
  let operator: TestTemporalClient;
  before(async () => {
    [own, operator] = await Promise.all([newOrganization(), temporalClient()]);
  });
  after(() => operator?.close());

  const handle = (id: string) => operator.client.workflow.getHandle(`training/${id}`);
  const status = async (id: string) => (await own.call("GET", `/v1/training/${id}`)).data;
  const results = async (id: string) => (await own.call("GET", `/v1/training/${id}/results`)).data;

  describe("whose file cannot be read", () => {
    let id: string;
    let path: string;
    let answer: ReturnType<typeof startRun>;
    beforeEach(async () => {
      ({ id } = await newTrainingRun(own.call));
      path = join(stack().uploadsDir, "uploads", `${id}.csv`);
      await mkdir(path);
      answer = startRun(own.call, id);
      await eventually("two failed attempts", async () => {
        const { raw: { pendingActivities } } = await handle(id).describe();
        return (pendingActivities?.[0]?.attempt ?? 0) > 2 || undefined;
      });
    });

    it("is retried, and finishes once the file can be read", async () => {
      await rmdir(path);
      await writeFile(path, CSV);
      assert.equal((await answer).status, 202);
      assert.equal((await endedRun(own.call, id)).status, "COMPLETED");
      assert.equal((await results(id)).basis, "uploaded_file");
      const rows = await ask("SELECT lost_attempts FROM training_runs WHERE id = $1", [id]);
      assert.deepEqual(rows, [{ lost_attempts: 1 }], "the attempts that failed have reported");
      await recordHistory("training-run-retried", `training/${id}`);
    });

    it("fails when an operator cancels it", async () => {
      await handle(id).cancel();
      const { status: state, failure_message } = await endedRun(own.call, id);
      assert.deepEqual([state, failure_message], ["FAILED", "Cancelled by an operator."]);
      // The run may have removed it.
      await rm(path, { recursive: true, force: true });
      assert.equal(await operator.closed(`training/${id}`), "CANCELLED");
      assert.equal((await answer).data.status, "FAILED");
      await recordHistory("training-run-cancelled", `training/${id}`);
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
    const small = await newSimulation(own.call, { agent_count: 10 });
    assert.equal((await ended(own.call, small)).status, "completed");
    assert.equal((await status(id)).status, "RUNNING", "a simulation beside it has ended before it");
    await handle(id).cancel();
    const { status: state, failure_message } = await endedRun(own.call, id, 30);
    assert.deepEqual([state, failure_message], ["FAILED", "Cancelled by an operator."]);
    assert.equal((await answer).status, 202);
  });

  it("leaves no file behind, however it ends", async () => {
    const [scored, faulty] = [
      await uploadedRun(own.call, CSV),
      await uploadedRun(own.call, "no such header"),
    ];
    for (const { id } of [scored, faulty]) await startRun(own.call, id);
    assert.deepEqual([
      (await endedRun(own.call, scored.id)).status,
      (await endedRun(own.call, faulty.id)).status,
    ], [
      "COMPLETED",
      "FAILED",
    ]);
    for (const { id } of [scored, faulty]) {
      await operator.closed(`training/${id}`);
      await assert.rejects(stat(join(stack().uploadsDir, "uploads", `${id}.csv`)), { code: "ENOENT" });
      assert.equal((await status(id)).upload_received, true);
    }
  });

  it("is final: a reset of its workflow ends at once and changes nothing", async () => {
    const { id } = await uploadedRun(own.call, CSV);
    await startRun(own.call, id);
    const ended = [await status(id), await results(id)];
    const runId = await resetWorkflow(operator.client, `training/${id}`, "first");
    const result = await operator.client.workflow.getHandle(`training/${id}`, runId).result();
    assert.deepEqual(result, { outcome: "terminal", rows: 0 });
    assert.deepEqual([await status(id), await results(id)], ended);
  });

  it("shows operators its organization and its outcome in Temporal", async () => {
    const [{ id }, { id: faulty }] = [await uploadedRun(own.call, CSV), await uploadedRun(own.call, "x")];
    for (const run of [id, faulty]) await startRun(own.call, run);
    const attributes = await operator.searchAttributes(`training/${id}`);
    assert.deepEqual(attributes, {
      ...attributes,
      OrganizationId: own.id,
      Stage: "ended",
      Outcome: "completed",
    });
    const { staticSummary, staticDetails, status: { name } } = await handle(id).describe();
    assert.equal(name, "COMPLETED");
    assert.match(await staticSummary() ?? "", /^training run, /);
    assert.ok((await staticDetails() ?? "").includes(`${stack().baseUrl}/v1/training/${id}`));
    assert.deepEqual(await handle(id).query("progress"), {
      stage: "ended",
      ended: { outcome: "completed", rows: 1 },
    });
    assert.deepEqual(await handle(faulty).result(), { outcome: "failed", rows: 0 });
    await recordHistory("training-run-completed", `training/${id}`);
    await recordHistory("training-run-faulty-file", `training/${faulty}`);
  });
});
