import assert from "node:assert/strict";
import { mkdir, rmdir, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MAX_ROWS } from "#engine/training/calibration-csv.ts";
import { assertRefused, type Caller } from "#test/support/caller.ts";
import { ask } from "#test/support/database.ts";
import { eventually } from "#test/support/eventually.ts";
import { type OwnService, startOwnService } from "#test/support/own-service.ts";
import { endedRun, HEADER, KPI, newTrainingRun, startRun, uploadedRun } from "#test/support/training-runs.ts";

const CSV = `${HEADER}\noverall,${KPI},40\n`;
/** About a second's work. */
const LARGE = [
  HEADER,
  ...Array.from(
    { length: MAX_ROWS },
    (_, row) => `age=18-24,Would you buy the one numbered ${row % 2_000}?,${row % 101}`,
  ),
].join("\n");

/** It kills what the service is made of. */
describe("A training run", function () {
  this.timeout(180_000);
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
  /** Asks for a start, and until it is known what became of it. */
  const begin = (id: string, key = crypto.randomUUID()) => {
    const answer = startRun(call, id, key).catch(() => null);
    return { key, answer };
  };
  const isRunning = (id: string) =>
    eventually("the run to be RUNNING", async () => {
      const rows = await ask(
        "SELECT FROM training_runs WHERE id = $1 AND status = 'RUNNING'",
        [id],
        own.databaseUrl,
      );
      return rows.length === 1 || undefined;
    });

  it("without a worker answers 202 RUNNING after ten seconds, and COMPLETED once it is back", async () => {
    await own.worker.stop();
    const { id } = await uploadedRun(call, CSV);
    const began = performance.now();
    const { key, answer } = begin(id);
    await isRunning(id);
    assertRefused(await startRun(call, id), 409, "training_not_queued");
    // More than the pool has connections: a start that waits holds none.
    const others = await Promise.all(Array.from({ length: 60 }, () => newTrainingRun(call)));
    const answers = others.map((other) => begin(other.id).answer);
    await Promise.all(others.map((other) => isRunning(other.id)));
    const asked = performance.now();
    assert.equal((await call("GET", "/v1/simulations")).status, 200);
    assert.ok(performance.now() - asked < 1_500);
    const started = await answer;
    const waited = performance.now() - began;
    assert.ok(waited > 9_500 && waited < 15_000, `${waited} ms`);
    assert.deepEqual([started?.status, started?.data.status, started?.data.results_available], [
      202,
      "RUNNING",
      false,
    ]);
    assertRefused(await call("GET", `/v1/training/${id}/results`), 409, "training_not_complete");

    // The same key waits for the same run, which goes on as soon as there is a worker.
    const [again] = await Promise.all([
      startRun(call, id, key),
      own.startWorker(),
    ]);
    assert.equal(again.headers.get("Idempotency-Replayed"), "true");
    assert.deepEqual([again.status, (await endedRun(call, id)).status], [202, "COMPLETED"]);
    assert.equal((await startRun(call, id, key)).data.status, "COMPLETED");
    assert.deepEqual(new Set((await Promise.all(answers)).map((reply) => reply?.status)), new Set([202]));
    for (const other of others) assert.equal((await endedRun(call, other.id)).status, "COMPLETED");
  });

  it("without Temporal answers 202 RUNNING after ten seconds, and COMPLETED once it is back", async () => {
    const { id } = await uploadedRun(call, CSV);
    await own.temporal.stop();
    const { data } = await startRun(call, id);
    assert.equal(data.status, "RUNNING");
    await own.startTemporal();
    assert.equal((await endedRun(call, id)).status, "COMPLETED");
  });

  it("finishes or is QUEUED as before when the API is killed while it starts, and the same key then completes it", async () => {
    const seen = new Set<string>();
    for (const delay of [0, 1, 3, 6, 12, 25, 50]) {
      const { id } = await uploadedRun(call, CSV);
      const { key, answer } = begin(id);
      await sleep(delay);
      await own.api.kill();
      await answer;
      await own.startApi();
      const { status: left } = await status(id);
      seen.add(left);
      assert.ok(["QUEUED", "RUNNING", "COMPLETED"].includes(left));
      if (left !== "QUEUED") await endedRun(call, id);
      const again = await startRun(call, id, key);
      assert.deepEqual([again.status, again.data.status], [202, "COMPLETED"]);
      assert.equal(again.headers.has("Idempotency-Replayed"), left !== "QUEUED");
    }
    assert.ok(seen.has("QUEUED") && seen.size > 1, `the kills hit before and after the commit: ${[...seen]}`);
  });

  it("finishes when the API is killed after the commit, before Temporal was told", async () => {
    const { id } = await uploadedRun(call, CSV);
    await own.temporal.stop();
    const { answer } = begin(id);
    await isRunning(id);
    await own.api.kill();
    await answer;
    const outbox = await ask(
      "SELECT FROM outbox WHERE workflow_id = $1",
      [`training/${id}`],
      own.databaseUrl,
    );
    assert.equal(outbox.length, 1);
    await own.startTemporal();
    await own.startApi();
    assert.equal((await endedRun(call, id)).status, "COMPLETED");
  });

  it("is QUEUED without a file as before when the API is killed while the file comes", async () => {
    const { id, uploadUrl } = await newTrainingRun(call);
    const upload = request(uploadUrl, {
      method: "PUT",
      headers: { "Content-Type": "text/csv", "Content-Length": 1e6 },
    });
    const broken = new Promise((resolve) => upload.once("error", resolve));
    upload.write(CSV);
    await sleep(100);
    await own.api.kill();
    await broken;
    await own.startApi();
    const { status: left, upload_received } = await status(id);
    assert.deepEqual([left, upload_received], ["QUEUED", false]);
    assert.equal(
      (await fetch(uploadUrl, { method: "PUT", headers: { "Content-Type": "text/csv" }, body: CSV })).status,
      200,
    );
    assert.equal((await startRun(call, id)).data.status, "COMPLETED");
  });

  it("finishes with the same figures when its worker is killed while it scores", async () => {
    const undisturbed = await uploadedRun(call, LARGE);
    await startRun(call, undisturbed.id);
    await endedRun(call, undisturbed.id);
    const { training_id: _, ...figures } = await results(undisturbed.id);
    const ids: string[] = [];
    const hasBegun = (id: string) =>
      eventually("the scoring to begin", async () => {
        const { raw: { pendingActivities } } = await handle(id).describe();
        return pendingActivities?.[0]?.lastStartedTime != null || undefined;
      });
    for (
      const wait of [isRunning, hasBegun, async (id: string) => void (await hasBegun(id), await sleep(400))]
    ) {
      const { id } = await uploadedRun(call, LARGE);
      ids.push(id);
      void begin(id);
      await isRunning(id);
      await wait(id);
      await own.worker.kill();
      await own.startWorker();
    }
    let attempts = 0;
    for (const id of ids) {
      assert.equal((await endedRun(call, id, 60)).status, "COMPLETED");
      const { training_id: __, ...again } = await results(id);
      assert.deepEqual(again, figures);
      await closed(id);
      const { events } = await handle(id).fetchHistory();
      for (const event of events ?? []) attempts += event.activityTaskStartedEventAttributes?.attempt ?? 0;
    }
    assert.ok(attempts > ids.length, "kills hit the scoring");
  });

  describe("whose store cannot be read", () => {
    let id: string;
    let place: string;
    let answer: ReturnType<typeof begin>["answer"];
    beforeEach(async () => {
      ({ id } = await newTrainingRun(call));
      place = join(own.uploadsDir, "uploads", `${id}.csv`);
      await mkdir(place);
      ({ answer } = begin(id));
      await eventually("the file to be read in vain twice", async () => {
        const { raw: { pendingActivities } } = await handle(id).describe();
        return (pendingActivities?.[0]?.attempt ?? 0) > 2 || undefined;
      });
    });

    it("waits, and finishes once it can be", async () => {
      await rmdir(place);
      await writeFile(place, CSV);
      assert.equal((await answer)?.status, 202);
      assert.equal((await endedRun(call, id)).status, "COMPLETED");
      assert.equal((await results(id)).basis, "uploaded_file");
    });

    it("fails when an operator cancels it", async () => {
      await handle(id).cancel();
      const { status: left, failure_message } = await endedRun(call, id);
      assert.deepEqual([left, failure_message], ["FAILED", "Cancelled by an operator."]);
      assert.equal(await closed(id), "CANCELLED");
      assert.equal((await answer)?.data.status, "FAILED");
    });
  });
});
