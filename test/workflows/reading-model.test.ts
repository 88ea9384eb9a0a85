import assert from "node:assert/strict";
import pg from "pg";
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
  completion,
  COMPLETIONS,
  COST_OF_CALL_USD,
  obedient,
  readingModelSettings,
} from "#test/support/reading-model.ts";
import { completedSimulation, endedReading, generate, insights } from "#test/support/readings.ts";
import { stack } from "#test/support/stack.ts";
import { temporalClient, type TestTemporalClient } from "#test/support/temporal.ts";
import { type Receiver, startReceiver } from "#test/support/webhook-receiver.ts";

/** API, worker, Temporal and database of this spec's own; its model does as each spec says. */
describe("A Reading that a model words", function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let temporal: Awaited<ReturnType<typeof startTemporal>>;
  let api: Awaited<ReturnType<typeof startApi>>;
  let worker: TestProcess;
  let operator: TestTemporalClient;
  let receiver: Receiver;
  let call: Caller;
  const settings = () => ({ DATABASE_URL: database.url, TEMPORAL_ADDRESS: temporal.address });
  const startOwnWorker = (change: Record<string, string> = {}) =>
    startWorker({ ...settings(), ...readingModelSettings(receiver), ...change });

  before(async () => {
    [database, temporal, receiver] = await Promise.all([createDatabase(), startTemporal(), startReceiver()]);
    [api, worker] = await Promise.all([startApi(settings()), startOwnWorker()]);
    operator = await temporalClient(temporal.address);
    call = callerWith(stack().apiKey, api.baseUrl);
  });
  after(async () => {
    await operator.close();
    await Promise.all([api.stop(), worker.stop()]);
    await temporal.stop();
    await receiver.close();
    await database.drop();
  });

  const handle = (id: string) => operator.client.workflow.getHandle(`reading/${id}`);
  const calls = () => receiver.at(COMPLETIONS).length;
  /** A simulation whose events come to a path of its own. */
  const simulation = async () => {
    const path = `/callback/${crypto.randomUUID()}`;
    const id = await completedSimulation(call, { callback_url: `${receiver.url}${path}` });
    return { id, path };
  };
  /** The one event of its Reading. */
  const announced = async (path: string) => {
    const received = await receiver.until(path, 2);
    const about = received.filter(({ event }) => event.type.startsWith("simulation.insights."));
    assert.equal(about.length, 1);
    return about[0]!.event;
  };
  const used = async () => {
    const [row] = await ask<{ readings: number; cost: number; reserved: number }>(
      `SELECT coalesce(sum(readings), 0)::integer AS readings, coalesce(sum(reading_cost_usd), 0)::float AS cost,
         coalesce(sum(reading_reserved_usd), 0)::float AS reserved FROM usage_months`,
      [],
      database.url,
    );
    return row!;
  };
  const usedSince = async (before: Awaited<ReturnType<typeof used>>) => {
    const { readings, cost, reserved } = await used();
    return { readings: readings - before.readings, cost: Number((cost - before.cost).toFixed(6)), reserved };
  };
  /** Its Reading once completed, after checking that resource, event and month say the same of its cost. */
  const settled = async (before: Awaited<ReturnType<typeof used>>, id: string, path: string) => {
    const reading = await endedReading(call, id, 60);
    assert.equal(reading.insights_status, "completed", reading.error_message);
    const { type, data } = await announced(path);
    assert.deepEqual([type, data.insights_status, data.cost_usd_estimate], [
      "simulation.insights.completed",
      "completed",
      reading.cost_usd_estimate,
    ]);
    assert.deepEqual(await usedSince(before), { readings: 1, cost: reading.cost_usd_estimate, reserved: 0 });
    return reading;
  };

  it("has its words, says so, and costs what the model's tokens cost", async () => {
    receiver.behave(COMPLETIONS, obedient);
    const before = await used();
    const { id, path } = await simulation();
    const { calibration_boundary, post_hoc, cost_usd_estimate } = await settled(before, id, path);
    assert.equal(calibration_boundary.model_tier, "small");
    assert.match(calibration_boundary.disclaimer, /worded by a small language model/);
    assert.match(post_hoc.synthesis.text, /^The simulated respondents lean one way/);
    assert.match(post_hoc.reservations.reservations[0].description, /^In the model's words/);
    assert.equal(cost_usd_estimate, COST_OF_CALL_USD);
    const { worded_by } = await handle(id).query<{ worded_by: string }>("progress");
    assert.equal(worded_by, "small, 1 calls");
  });

  it("has computed texts where the model answers rubbish, and costs what its two answers cost", async () => {
    for (const rubbish of ["I'd rather talk about the weather.", '{"synthesis": 99}', "", "[[[["]) {
      receiver.behave(COMPLETIONS, completion(rubbish));
      const [before, asked] = [await used(), calls()];
      const { id, path } = await simulation();
      const { calibration_boundary, post_hoc, cost_usd_estimate } = await settled(before, id, path);
      assert.equal(calibration_boundary.model_tier, "computed");
      assert.match(post_hoc.synthesis.text, /100 simulated respondents/);
      assert.equal(calls() - asked, 2);
      assert.equal(cost_usd_estimate, 2 * COST_OF_CALL_USD);
    }
  });

  it("takes none of a number that is not the run's", async () => {
    receiver.behave(COMPLETIONS, (asked) => {
      const { body } = obedient(asked) as { body: string };
      const texts = JSON.parse(JSON.parse(body).choices[0].message.content);
      return completion(
        JSON.stringify({ ...texts, synthesis: `${texts.synthesis} Nearly 97% of them would pay.` }),
      );
    });
    const before = await used();
    const { id, path } = await simulation();
    const { calibration_boundary, post_hoc } = await settled(before, id, path);
    assert.equal(calibration_boundary.model_tier, "mixed");
    assert.ok(!post_hoc.synthesis.text.includes("97%"));
    assert.match(post_hoc.reservations.reservations[0].description, /^In the model's words/);
  });

  it("is running while the model is slow, with when to look again, and generate says so too", async () => {
    const slow = Promise.withResolvers<void>();
    receiver.behave(COMPLETIONS, async (asked) => {
      await slow.promise;
      return obedient(asked);
    });
    const [before, asked] = [await used(), calls()];
    const { id, path } = await simulation();
    await receiver.until(COMPLETIONS, asked + 1);
    const { status, headers, data, meta } = await insights(call, id);
    assert.deepEqual([status, headers.get("Retry-After"), meta.next_poll_after_seconds], [200, "5", 5]);
    assert.deepEqual([data.insights_status, data.block_status, data.post_hoc, data.cost_usd_estimate], [
      "running",
      null,
      null,
      null,
    ]);
    const again = await generate(call, id);
    assert.deepEqual([again.status, again.data.insights_status], [202, "running"]);
    assert.deepEqual(await usedSince(before), { readings: 1, cost: 0, reserved: 0.05 });
    assert.deepEqual(await handle(id).query("progress"), { stage: "words", failed: [], worded_by: null });
    slow.resolve();
    assert.equal((await settled(before, id, path)).calibration_boundary.model_tier, "small");
  });

  it("has computed texts where the model never answers, and costs what it may have used", async () => {
    receiver.behave(COMPLETIONS, "hang");
    const before = await used();
    const { id, path } = await simulation();
    const { calibration_boundary, cost_usd_estimate } = await settled(before, id, path);
    assert.equal(calibration_boundary.model_tier, "computed");
    // All that it was allowed: 2,500 tokens out, and the prompt.
    assert.ok(cost_usd_estimate > 0.005 && cost_usd_estimate < 0.01, `${cost_usd_estimate}`);
  });

  it("has computed texts at no cost where the model refuses", async () => {
    receiver.behave(COMPLETIONS, 503);
    const before = await used();
    const { id, path } = await simulation();
    const { calibration_boundary, cost_usd_estimate } = await settled(before, id, path);
    assert.deepEqual([calibration_boundary.model_tier, cost_usd_estimate], ["computed", 0]);
  });

  it("survives the death of its worker in the middle of the model's answer: one event, and at least the flat rate to pay", async () => {
    receiver.behave(COMPLETIONS, "hang");
    const [before, asked] = [await used(), calls()];
    const { id, path } = await simulation();
    await receiver.until(COMPLETIONS, asked + 1);
    await worker.kill();
    receiver.behave(COMPLETIONS, obedient);
    worker = await startOwnWorker();
    const { calibration_boundary, cost_usd_estimate } = await settled(before, id, path);
    assert.equal(calibration_boundary.model_tier, "small");
    assert.equal(cost_usd_estimate, 0.05);
    assert.equal(calls() - asked, 2);
  });

  it("is not paid for twice when the worker dies after the model has answered", async () => {
    // The simulation's row is held from when the model was asked, so that the Reading cannot end before its worker dies.
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    receiver.behave(COMPLETIONS, async (asked) => {
      await holder.query("BEGIN; SELECT FROM simulations WHERE insights_status = 'running' FOR UPDATE");
      return obedient(asked);
    });
    const [before, asked] = [await used(), calls()];
    const { id, path } = await simulation();
    await eventually("its words to be kept", async () => {
      const [row] = await ask(
        "SELECT FROM readings WHERE simulation_id = $1 AND words IS NOT NULL",
        [id],
        database.url,
      );
      return row;
    });
    await worker.kill();
    await holder.end();
    worker = await startOwnWorker();
    const { calibration_boundary, cost_usd_estimate } = await settled(before, id, path);
    assert.deepEqual([calibration_boundary.model_tier, cost_usd_estimate], ["small", COST_OF_CALL_USD]);
    assert.equal(calls() - asked, 1);
  });

  it("fails when an operator terminates it in the middle of the model's answer, and counts for what that may have cost", async () => {
    receiver.behave(COMPLETIONS, "hang");
    const [before, asked] = [await used(), calls()];
    const { id, path } = await simulation();
    await receiver.until(COMPLETIONS, asked + 1);
    await handle(id).terminate("by hand");
    const { insights_status, cost_usd_estimate } = await endedReading(call, id, 60);
    assert.deepEqual([insights_status, cost_usd_estimate], ["failed", null]);
    const { type, data } = await announced(path);
    assert.equal(type, "simulation.insights.failed");
    assert.match(data.error_message, /^Terminated by an operator/);
    // By then its call has run out of time and is estimated, or nothing is known of it and the flat rate counts.
    const { readings, cost, reserved } = await usedSince(before);
    assert.deepEqual([readings, reserved], [0, 0]);
    assert.ok(cost > 0.005 && cost <= 0.05, `${cost}`);
  });

  it("fails when an operator cancels it in the middle of the model's answer", async () => {
    receiver.behave(COMPLETIONS, "hang");
    const asked = calls();
    const { id, path } = await simulation();
    await receiver.until(COMPLETIONS, asked + 1);
    await handle(id).cancel();
    const { insights_status, error_message } = await endedReading(call, id, 60);
    assert.deepEqual([insights_status, error_message], [
      "failed",
      "Cancelled by an operator. It can be generated again.",
    ]);
    assert.equal((await announced(path)).type, "simulation.insights.failed");
  });

  it("counts the flat rate where the model's price is not known", async () => {
    receiver.behave(COMPLETIONS, obedient);
    await worker.stop();
    worker = await startOwnWorker({ READING_MODEL: "model-without-a-price" });
    const before = await used();
    const { id, path } = await simulation();
    const { calibration_boundary, cost_usd_estimate } = await settled(before, id, path);
    assert.deepEqual([calibration_boundary.model_tier, cost_usd_estimate], ["small", 0.05]);
  });

  it("has computed texts at no cost where nobody is at the model's address", async () => {
    await worker.stop();
    const gone = await startReceiver();
    await gone.close();
    worker = await startOwnWorker(readingModelSettings(gone));
    const before = await used();
    const { id, path } = await simulation();
    const { calibration_boundary, cost_usd_estimate } = await settled(before, id, path);
    assert.deepEqual([calibration_boundary.model_tier, cost_usd_estimate], ["computed", 0]);
  });
});
