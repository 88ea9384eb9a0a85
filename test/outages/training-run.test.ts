import assert from "node:assert/strict";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { MAX_ROWS } from "#engine/training/calibration-csv.ts";
import { assertRefused } from "#testing/caller.ts";
import { ask } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { type OwnService, startOwnService, startTcpProxy, type TcpProxy } from "#testing/processes.ts";
import { endedRun, HEADER, KPI, newTrainingRun, startRun, uploadedRun } from "#testing/simulations.ts";

const CSV = `${HEADER}\noverall,${KPI},40\n`;
/** Scoring it takes some seconds. */
const LARGE = [
  HEADER,
  ...Array.from(
    { length: MAX_ROWS },
    (_, row) => `age=18-24,Would you buy the one numbered ${row % 200}?,${row % 101}`,
  ),
].join("\n");

/** This spec kills its own service. */
describe("A training run", function () {
  this.timeout(180_000);
  let own: OwnService;
  before(async () => {
    own = await startOwnService({}, {}, { queues: ["training", "operations"] });
  });
  after(() => own.stop());

  const handle = (id: string) => own.operator.client.workflow.getHandle(`training/${id}`);
  const status = async (id: string) => (await own.call("GET", `/v1/training/${id}`)).data;
  const results = async (id: string) => (await own.call("GET", `/v1/training/${id}/results`)).data;
  const figuresOf = ({ training_id: _, ...figures }: { training_id: string }): object => figures;
  /** Starts a run. `answer` is null where the API died before it answered. */
  const begin = (id: string, key = crypto.randomUUID()) => {
    const answer = startRun(own.call, id, key).catch(() => null);
    return { key, answer };
  };
  /** Attempts that began and have not reported; the last one of a run that has completed is among them. */
  const lostAttempts = async (id: string) =>
    (await ask<{ lost_attempts: number }>(
      "SELECT lost_attempts FROM training_runs WHERE id = $1",
      [id],
      own.databaseUrl,
    ))[
      0
    ]?.lost_attempts;
  const isRunning = (id: string) =>
    eventually("the run to be RUNNING", async () => {
      const rows = await ask(
        "SELECT FROM training_runs WHERE id = $1 AND status = 'RUNNING'",
        [id],
        own.databaseUrl,
      );
      return rows.length === 1 || undefined;
    });

  it("answers 202 RUNNING after ten seconds without a worker, and is COMPLETED once one runs", async () => {
    await own.worker.stop();
    const { id } = await uploadedRun(own.call, CSV);
    const began = performance.now();
    const { key, answer } = begin(id);
    await isRunning(id);
    assertRefused(await startRun(own.call, id), 409, "training_not_queued");
    // More starts than the pool has connections: one that waits for its run holds none.
    const others: string[] = [];
    const answers: ReturnType<typeof begin>["answer"][] = [];
    // At most 20 runs may be QUEUED at once.
    while (others.length < 60) {
      const created = await Promise.all(Array.from({ length: 20 }, () => newTrainingRun(own.call)));
      for (const run of created) {
        others.push(run.id);
        answers.push(begin(run.id).answer);
      }
      for (const run of created) await isRunning(run.id);
    }
    const listedAt = performance.now();
    assert.equal((await own.call("GET", "/v1/simulations")).status, 200);
    assert.ok(performance.now() - listedAt < 1_500);
    const started = await answer;
    const waited = performance.now() - began;
    assert.ok(waited > 9_500 && waited < 15_000, `${waited} ms`);
    assert.deepEqual([started?.status, started?.data.status, started?.data.results_available], [
      202,
      "RUNNING",
      false,
    ]);
    assertRefused(await own.call("GET", `/v1/training/${id}/results`), 409, "training_not_complete");

    // A start with the same key waits for the same run, which a new worker completes.
    const [again] = await Promise.all([
      startRun(own.call, id, key),
      own.startWorker(),
    ]);
    assert.equal(again.headers.get("Idempotency-Replayed"), "true");
    assert.deepEqual([again.status, (await endedRun(own.call, id)).status], [202, "COMPLETED"]);
    assert.equal((await startRun(own.call, id, key)).data.status, "COMPLETED");
    assert.deepEqual(new Set((await Promise.all(answers)).map((reply) => reply?.status)), new Set([202]));
    for (const other of others) assert.equal((await endedRun(own.call, other)).status, "COMPLETED");
  });

  it("answers 202 RUNNING after ten seconds without Temporal, and is COMPLETED once Temporal runs", async () => {
    const { id } = await uploadedRun(own.call, CSV);
    await own.temporal.stop();
    const { data } = await startRun(own.call, id);
    assert.equal(data.status, "RUNNING");
    await own.startTemporal();
    assert.equal((await endedRun(own.call, id)).status, "COMPLETED");
  });

  it("finishes or stays QUEUED when the API is killed during its start, and the same key then completes it", async () => {
    const seen = new Set<string>();
    for (const delay of [0, 1, 3, 6, 12, 25, 50, 100, 200, 400]) {
      // A busy machine needs the longer delays for a kill after the commit.
      if (delay > 50 && seen.size > 1) break;
      const { id } = await uploadedRun(own.call, CSV);
      const { key, answer } = begin(id);
      await sleep(delay);
      await own.api.kill();
      await answer;
      await own.startApi();
      const { status: state } = await status(id);
      seen.add(state);
      assert.ok(["QUEUED", "RUNNING", "COMPLETED"].includes(state));
      if (state !== "QUEUED") await endedRun(own.call, id);
      const again = await startRun(own.call, id, key);
      assert.deepEqual([again.status, again.data.status], [202, "COMPLETED"]);
      assert.equal(again.headers.has("Idempotency-Replayed"), state !== "QUEUED");
    }
    assert.ok(seen.has("QUEUED") && seen.size > 1, `the kills hit before and after the commit: ${[...seen]}`);
  });

  it("finishes when the API is killed after the commit, before it has started the workflow", async () => {
    const { id } = await uploadedRun(own.call, CSV);
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
    assert.equal((await endedRun(own.call, id)).status, "COMPLETED");
  });

  it("stays QUEUED without a file when the API is killed during the upload", async () => {
    const { id, uploadUrl } = await newTrainingRun(own.call);
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
    const { status: state, upload_received } = await status(id);
    assert.deepEqual([state, upload_received], ["QUEUED", false]);
    assert.equal(
      (await fetch(uploadUrl, { method: "PUT", headers: { "Content-Type": "text/csv" }, body: CSV })).status,
      200,
    );
    assert.equal((await startRun(own.call, id)).data.status, "COMPLETED");
  });

  it("that has taken five workers with it is given up before it takes the sixth", async () => {
    await own.worker.stop();
    const [poisonous, unlucky] = [await uploadedRun(own.call, CSV), await uploadedRun(own.call, CSV)];
    const answers = [poisonous, unlucky].map(({ id }) => begin(id).answer);
    for (const { id } of [poisonous, unlucky]) await isRunning(id);
    const lose = (id: string, attempts: number) =>
      ask("UPDATE training_runs SET lost_attempts = $2 WHERE id = $1", [id, attempts], own.databaseUrl);
    await lose(poisonous.id, 5);
    await lose(unlucky.id, 4);
    await own.startWorker();
    const { status: state, failure_message, upload_received } = await endedRun(own.call, poisonous.id);
    assert.deepEqual([state, upload_received], ["FAILED", true]);
    assert.match(failure_message, /the process that scored its file stopped 5 times/);
    assert.equal((await endedRun(own.call, unlucky.id)).status, "COMPLETED");
    await Promise.all(answers);
  });

  describe("whose worker is killed", () => {
    let proxy: TcpProxy;
    let figures: object;
    before(async () => {
      const undisturbed = await uploadedRun(own.call, LARGE);
      await startRun(own.call, undisturbed.id);
      await endedRun(own.call, undisturbed.id);
      figures = figuresOf(await results(undisturbed.id));
      proxy = await startTcpProxy({ port: Number(new URL(own.databaseUrl).port) });
      await own.worker.stop();
      await restartWorker();
    });
    after(async () => {
      await own.worker.stop();
      await proxy?.close();
      await own.startWorker();
    });

    // The worker sends one when it begins the scoring, and the other with the figures.
    for (const statement of ["find_running_training_run", "end_training_run"]) {
      it(`before Postgres gets ${statement} finishes with the same figures`, async () => {
        const { id } = await uploadedRun(own.call, LARGE);
        const isSent = proxy.holdAt(statement);
        const { answer } = begin(id);
        await isSent;
        await own.worker.kill();
        proxy.set("pass");
        await restartWorker();
        assert.equal((await endedRun(own.call, id, 60)).status, "COMPLETED");
        await answer;
        assert.deepEqual(figuresOf(await results(id)), figures);
        await own.operator.closed(`training/${id}`);
        const { events } = await handle(id).fetchHistory();
        const attempts = (events ?? []).map((event) =>
          event.activityTaskStartedEventAttributes?.attempt ?? 0
        );
        assert.ok(Math.max(...attempts) > 1, "another worker scored it again");
        // The held statement may still have reached Postgres: then the second attempt finds the run ended, and counts nothing.
        if (statement === "end_training_run") assert.ok((await lostAttempts(id) ?? 0) >= 1);
      });
    }

    /** Through the proxy. */
    function restartWorker(): Promise<void> {
      const url = new URL(own.databaseUrl);
      url.port = String(proxy.port);
      return own.startWorker({ DATABASE_URL: url.href });
    }
  });
});
