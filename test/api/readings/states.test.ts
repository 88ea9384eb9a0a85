import assert from "node:assert/strict";
import { assertRefused } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import {
  changeOrganization,
  completedSimulation,
  ended,
  endedReading,
  generate,
  insights,
  newSimulation,
  setReadingCeiling,
  unreadSimulation,
  usedReadings,
} from "#testing/simulations.ts";
import { type Receiver, startReceiver } from "#testing/webhooks.ts";

const BLOCKS = [
  "synthesis",
  "patterns",
  "reservations",
  "attractions",
  "intensity",
  "quotes",
  "segment_intensity",
  "across_runs",
];

/** The specification's state table of insights, row by row, and the transitions that the decisions add. */
describe("Insights in state", () => {
  let own: TestOrganization;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
  });
  beforeEach(async () => {
    own = await newOrganization();
  });
  after(() => receiver.close());

  it("queued says after how many seconds the organization's newest Readings were there", async () => {
    const [first, second] = [await unreadSimulation(own), await unreadSimulation(own)];
    await generate(own.call, first);
    await endedReading(own.call, first);
    await ask("UPDATE readings SET queued_at = generated_at - interval '7.2 s' WHERE simulation_id = $1", [
      first,
    ]);
    const other = await newOrganization();
    const { data } = await generate(own.call, second);
    assert.equal(data.estimated_completion_time_seconds, 8);
    const { data: foreign } = await generate(other.call, await unreadSimulation(other));
    assert.equal(foreign.estimated_completion_time_seconds, 30);
  });

  it("not_started → queued: generate answers 202 with poll_url, and the Reading completes", async () => {
    const id = await unreadSimulation(own);
    const before = await insights(own.call, id);
    assert.equal(before.status, 200);
    assert.deepEqual(before.data, {
      simulation_id: id,
      insights_status: "not_started",
      block_status: null,
      calibration_boundary: null,
      post_hoc: null,
      generated_at: null,
      cost_usd_estimate: null,
      error_message: null,
    });
    assert.equal(before.meta.generate_url, `${stack().baseUrl}/v1/simulations/${id}/insights/generate`);

    const generated = await generate(own.call, id);
    assert.equal(generated.status, 202);
    assert.deepEqual(generated.data, {
      simulation_id: id,
      insights_status: "queued",
      poll_url: `${stack().baseUrl}/v1/simulations/${id}/insights`,
      estimated_completion_time_seconds: 30,
    });
    assert.equal((await endedReading(own.call, id)).insights_status, "completed");
  });

  it("not_started → queued needs a simulation that did not fail: 409 simulation_not_complete with meta.failure_code", async () => {
    const failed = await cancelled();
    const refused = await generate(own.call, failed);
    assertRefused(refused, 409, "simulation_not_complete");
    assert.deepEqual([refused.meta.status, refused.meta.failure_code], ["failed", "cancelled"]);
    const { data, meta } = await insights(own.call, failed);
    assert.deepEqual(
      [data.insights_status, meta.reason, meta.generate_url],
      ["not_started", "simulation_failed", undefined],
    );
    assert.equal(typeof meta.reason_message, "string");
  });

  it("not_started → queued needs a completed simulation: 409 simulation_not_complete before that", async () => {
    const id = await unreadSimulation(own);
    await ask("UPDATE simulations SET status = 'running', completed_at = NULL WHERE id = $1", [id]);
    const refused = await generate(own.call, id);
    assertRefused(refused, 409, "simulation_not_complete");
    assert.equal(refused.meta.status, "running");
  });

  it("not_started → queued needs no completed Reading: 409 insights_already_generated", async () => {
    const id = await completedSimulation(own.call);
    const reading = await endedReading(own.call, id);
    assertRefused(await generate(own.call, id), 409, "insights_already_generated");
    assert.deepEqual((await insights(own.call, id)).data, reading);
  });

  it("not_started → queued needs the organization's insights: 422 insights_disabled, and nothing starts by itself", async () => {
    await changeOrganization(own.id, { insights_enabled: false });
    const id = await completedSimulation(own.call);
    assertRefused(await generate(own.call, id), 422, "insights_disabled");
    const { data, meta } = await insights(own.call, id);
    assert.deepEqual(
      [data.insights_status, meta.reason, meta.generate_url],
      ["not_started", "insights_disabled", undefined],
    );
    await changeOrganization(own.id, { insights_enabled: true });
    const enabled = (await insights(own.call, id)).meta;
    assert.equal(enabled.reason, "not_requested");
    assert.ok(enabled.generate_url);
    assert.equal((await generate(own.call, id)).status, 202);
    assert.equal((await endedReading(own.call, id)).insights_status, "completed");
  });

  it("not_started → queued needs room under the month's ceiling: 429 insights_cost_cap_reached", async () => {
    await setReadingCeiling(own.id, 0.09);
    const first = await completedSimulation(own.call);
    await endedReading(own.call, first);
    const second = await completedSimulation(own.call);
    const { data, meta } = await insights(own.call, second);
    assert.deepEqual(
      [data.insights_status, meta.reason, meta.generate_url],
      ["not_started", "insights_cost_cap_reached", undefined],
    );
    const refused = await generate(own.call, second);
    assertRefused(refused, 429, "insights_cost_cap_reached");
    assert.equal(refused.meta.reading_ceiling_usd, 0.09);
    const resetsAt = new Date(refused.meta.resets_at);
    assert.deepEqual([resetsAt.getUTCDate(), resetsAt.getUTCHours(), resetsAt > new Date()], [1, 0, true]);
    const seconds = (resetsAt.getTime() - Date.now()) / 1_000;
    assert.ok(Math.abs(Number(refused.headers.get("Retry-After")) - seconds) < 60);
    assert.deepEqual(await usedReadings(own.id), { readings: 1, cost: 0.05, reserved: 0 });
    await setReadingCeiling(own.id, 0.1);
    assert.equal((await generate(own.call, second)).status, 202);
  });

  it("running → completed: by itself after completion, with all blocks, boundary, cost and event", async () => {
    const path = "/completed";
    const id = await completedSimulation(own.call, { callback_url: `${receiver.url}${path}` });
    const reading = await endedReading(own.call, id);
    assert.equal(reading.insights_status, "completed");
    assert.deepEqual(Object.keys(reading.block_status), BLOCKS);
    assert.deepEqual(Object.keys(reading.post_hoc), BLOCKS);
    for (const name of BLOCKS) {
      const state = name === "across_runs" ? "not_applicable" : "completed";
      assert.equal(reading.block_status[name], state);
      assert.equal(reading.post_hoc[name] === null, state !== "completed");
    }
    assert.equal(reading.calibration_boundary.kind, "post_hoc_uncalibrated");
    assert.equal(reading.calibration_boundary.model_tier, "computed");
    assert.match(reading.calibration_boundary.disclaimer, /not calibrated/);
    assert.equal(reading.cost_usd_estimate, 0.05);
    assert.equal(reading.error_message, null);
    const { headers, meta } = await insights(own.call, id);
    assert.equal(headers.get("Retry-After"), null);
    assert.equal(meta.generate_url, undefined);

    const [, second] = await receiver.until(path, 2);
    assert.deepEqual(receiver.at(path).map(({ event }) => event.type).sort(), [
      "simulation.completed",
      "simulation.insights.completed",
    ]);
    const announced = receiver.at(path).find(({ event }) => event.type === "simulation.insights.completed") ??
      second;
    assert.deepEqual(announced?.event.data, {
      simulation_id: id,
      insights_status: "completed",
      block_status: reading.block_status,
      cost_usd_estimate: 0.05,
      generated_at: reading.generated_at,
      insights_url: `/v1/simulations/${id}/insights`,
    });
    assert.deepEqual(await usedReadings(own.id), { readings: 1, cost: 0.05, reserved: 0 });
  });

  it("running → failed: with error_message, its event and no cost; generate starts it again", async () => {
    const path = "/failed";
    const id = await unreadSimulation(own, { callback_url: `${receiver.url}${path}` });
    const [kept] = await ask<{ verdict: object }>("SELECT verdict FROM simulations WHERE id = $1", [id]);
    await ask("UPDATE simulations SET verdict = '{}' WHERE id = $1", [id]);
    await generate(own.call, id);
    const failed = await endedReading(own.call, id);
    assert.deepEqual([failed.insights_status, failed.post_hoc, failed.cost_usd_estimate], [
      "failed",
      null,
      null,
    ]);
    assert.match(failed.error_message, /^Nothing could be made of the stored answers/);
    assert.equal(failed.block_status.synthesis, "failed");
    assert.ok((await insights(own.call, id)).meta.generate_url);
    await receiver.until(path, 2);
    const announced = receiver.at(path).find(({ event }) => event.type === "simulation.insights.failed");
    assert.deepEqual(announced?.event.data, {
      simulation_id: id,
      insights_status: "failed",
      error_message: failed.error_message,
      generated_at: failed.generated_at,
      insights_url: `/v1/simulations/${id}/insights`,
    });
    assert.deepEqual(await usedReadings(own.id), { readings: 0, cost: 0, reserved: 0 });

    await ask("UPDATE simulations SET verdict = $2 WHERE id = $1", [id, kept?.verdict]);
    const again = await generate(own.call, id);
    assert.deepEqual([again.status, again.data.insights_status], [202, "queued"]);
    const reading = await endedReading(own.call, id);
    assert.deepEqual([reading.insights_status, reading.error_message], ["completed", null]);
    assert.deepEqual(await usedReadings(own.id), { readings: 1, cost: 0.05, reserved: 0 });
  });

  it("disabled: error_message says why, generate answers 422, and no event is sent", async () => {
    const path = "/disabled";
    const id = await completedSimulation(own.call, {
      generate_insights: false,
      callback_url: `${receiver.url}${path}`,
    });
    const { status, data, meta } = await insights(own.call, id);
    assert.deepEqual([status, data.insights_status, data.post_hoc], [200, "disabled", null]);
    assert.match(data.error_message, /generate_insights false/);
    assert.equal(meta.generate_url, undefined);
    assertRefused(await generate(own.call, id), 422, "insights_disabled");
    assert.equal((await insights(own.call, id)).data.insights_status, "disabled");
    await receiver.until(path, 1);
    assert.deepEqual(await announced(id), ["simulation.completed"]);
    assert.deepEqual(await usedReadings(own.id), { readings: 0, cost: 0, reserved: 0 });
  });

  it("not_started: a simulation from before the feature has no Reading, and can get one", async () => {
    const id = await fittingEverybody();
    await ask(
      `UPDATE simulations SET calibration_boundary = NULL,
         verdict = jsonb_build_object('yes', verdict->'yes', 'maybe', verdict->'maybe', 'no', verdict->'no') WHERE id = $1`,
      [id],
    );
    const { data, meta } = await insights(own.call, id);
    assert.deepEqual([data.insights_status, data.post_hoc], ["not_started", null]);
    assert.ok(meta.generate_url);
    await generate(own.call, id);
    const reading = await endedReading(own.call, id);
    assert.equal(reading.insights_status, "completed");
    assert.equal(reading.block_status.intensity, "completed");
  });

  async function announced(id: string): Promise<string[]> {
    const rows = await ask<{ type: string }>("SELECT type FROM events WHERE simulation_id = $1", [id]);
    return rows.map(({ type }) => type);
  }

  /** An unread simulation whose question fits all of its agents. */
  async function fittingEverybody(): Promise<string> {
    for (let seed = 1;; seed++) {
      const id = await unreadSimulation(own, { agent_count: 5, seed });
      const { data } = await own.call("GET", `/v1/simulations/${id}/results?agents=false`);
      if (data.verdict.n_a === 0) return id;
    }
  }

  /** A simulation that failed because it was cancelled. */
  async function cancelled(): Promise<string> {
    for (;;) {
      const id = await newSimulation(own.call, { agent_count: 10_000, generate_insights: true });
      if ((await own.call("POST", `/v1/simulations/${id}/cancel`)).status === 202) return id;
      await ended(own.call, id);
    }
  }
});
