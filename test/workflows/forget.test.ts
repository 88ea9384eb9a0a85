import assert from "node:assert/strict";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Caller } from "#test/caller.ts";
import { ask } from "#test/database.ts";
import { eventually } from "#test/eventually.ts";
import { type OwnService, startOwnService } from "#test/own-service.ts";
import { simulationBody } from "#test/simulations.ts";
import { stack } from "#test/stack.ts";
import { HEADER, KPI, startRun, uploadedRun } from "#test/training-runs.ts";

const CSV = `${HEADER}\noverall,${KPI},40\n`;
const DAY_MS = 86_400_000;

/** It makes what the service keeps old. */
describe("Forgetting", () => {
  let own: OwnService;
  let call: Caller;
  before(async () => {
    own = await startOwnService({ KEEP_UPLOADS_DAYS: "10", KEEP_IDEMPOTENCY_HOURS: "48" });
    ({ call } = own);
  });
  after(() => own.stop());

  const schedule = () => own.operator.client.schedule.getHandle("forget");
  const described = () => eventually("forgetting to be scheduled", () => schedule().describe());
  /** Runs it now, as an operator can, and returns what it says it forgot. */
  const forgetNow = async (): Promise<object> => {
    const before = (await described()).info.recentActions.length;
    await schedule().trigger();
    const workflowId = await eventually("the schedule to start a run", async () => {
      const { info: { recentActions } } = await schedule().describe();
      return recentActions.length > before ? recentActions.at(-1)?.action.workflow.workflowId : undefined;
    });
    return await own.operator.client.workflow.getHandle(workflowId).result();
  };
  const ageUpload = async (id: string, days: number) => {
    const then = new Date(Date.now() - days * DAY_MS);
    await utimes(join(own.uploadsDir, "uploads", `${id}.csv`), then, then);
  };
  const files = () => readdir(join(own.uploadsDir, "uploads"));

  it("is scheduled hourly by every worker that starts, and stays paused where an operator paused it", async () => {
    assert.deepEqual((await described()).spec.intervals?.map(({ every }) => every), [3_600_000]);
    await schedule().pause("by hand");
    await own.worker.stop();
    const restarted = new Date();
    await own.startWorker();
    const { state: { paused, note } } = await eventually("the schedule to be updated", async () => {
      const now = await schedule().describe();
      return (now.info.lastUpdatedAt ?? restarted) > restarted ? now : undefined;
    });
    assert.deepEqual([paused, note], [true, "by hand"]);
    await schedule().unpause();
  });

  it("forgets uploads after their term and no earlier, and remembers that there were some", async () => {
    const [old, recent, unstarted] = await Promise.all([1, 2, 3].map(() => uploadedRun(call, CSV)));
    await startRun(call, old!.id);
    const figures = (await call("GET", `/v1/training/${old!.id}/results`)).data;
    await ageUpload(old!.id, 10.01);
    await ageUpload(recent!.id, 9.99);
    await ageUpload(unstarted!.id, 31);

    assert.deepEqual(await forgetNow(), { idempotency_keys: 0, uploads: 2 });
    assert.deepEqual(await files(), [`${recent!.id}.csv`]);
    for (const { id } of [old!, recent!, unstarted!]) {
      assert.equal((await call("GET", `/v1/training/${id}`)).data.upload_received, true);
    }
    assert.deepEqual((await call("GET", `/v1/training/${old!.id}/results`)).data, figures);
    // Not a mock: it was promised a measurement.
    const { data } = await startRun(call, unstarted!.id);
    assert.deepEqual([data.status, data.failure_message], [
      "FAILED",
      "No file was uploaded, or it was removed.",
    ]);
  });

  it("forgets kept answers after their term, thousands at a time, and no earlier", async () => {
    const kept = crypto.randomUUID();
    await call("POST", "/v1/simulations", { body: simulationBody({ agent_count: 1 }), idempotencyKey: kept });
    await ask(
      `INSERT INTO idempotency_keys (key_hash, organization_id, request_hash, status, answer, created_at)
       SELECT sha256(i::text::bytea), $1, '', 202, '', now() - make_interval(mins => 48 * 60 + CASE WHEN i <= 2500 THEN 1 ELSE -1 END)
       FROM generate_series(1, 2600) AS i`,
      [stack().organizationId],
      own.databaseUrl,
    );
    assert.deepEqual(await forgetNow(), { idempotency_keys: 2_500, uploads: 0 });
    const [left] = await ask<{ rows: number }>(
      "SELECT count(*)::integer AS rows FROM idempotency_keys WHERE answer = ''",
      [],
      own.databaseUrl,
    );
    assert.equal(left?.rows, 100);
    const again = await call("POST", "/v1/simulations", {
      body: simulationBody({ agent_count: 1 }),
      idempotencyKey: kept,
    });
    assert.equal(again.headers.get("Idempotency-Replayed"), "true");
  });
});
