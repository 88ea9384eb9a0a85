import assert from "node:assert/strict";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import {
  completion,
  COMPLETIONS,
  COST_OF_CALL_USD,
  obedient,
  readingModelSettings,
} from "#testing/stub-server.ts";
import {
  completedSimulation,
  endedReading,
  generate,
  insights,
  measureReadings,
  type UsedReadings,
} from "#testing/simulations.ts";
import { recordHistory } from "./record-history.ts";
import { type Receiver, startReceiver } from "#testing/webhooks.ts";

/** With another worker, or one that is killed: `test/outages/reading-model.test.ts`. The receiver plays the model too, and behaves as each spec says. */
describe("A Reading that a model rewrites", function () {
  this.timeout(120_000);
  let own: OwnService;
  let receiver: Receiver;
  let usedSince: () => Promise<UsedReadings>;

  before(async () => {
    receiver = await startReceiver();
    own = await startOwnService(readingModelSettings(receiver), {}, {
      queues: ["simulations", "small-simulations", "readings", "deliveries", "operations"],
    });
  });
  after(async () => {
    await own.stop();
    await receiver.close();
  });
  beforeEach(async () => {
    usedSince = await measureReadings(own.databaseUrl);
  });

  const handle = (id: string) => own.operator.client.workflow.getHandle(`reading/${id}`);
  const calls = () => receiver.at(COMPLETIONS).length;
  /** A simulation whose events go to a path of its own. */
  const simulation = async () => {
    const path = `/callback/${crypto.randomUUID()}`;
    const id = await completedSimulation(own.call, {
      workflow_id: "public-spending",
      question: "Should more tax money go to environmental programs?",
      agent_count: 1_000,
      seed: 7,
      callback_url: `${receiver.url}${path}`,
    });
    return { id, path };
  };
  /** The one event of its Reading. */
  const eventAt = async (path: string) => {
    const received = await receiver.until(path, 2);
    const ofReading = received.filter(({ event }) => event.type.startsWith("simulation.insights."));
    assert.equal(ofReading.length, 1);
    return ofReading[0]!.event;
  };
  /** Its Reading once completed; resource, event and month agree on its cost. */
  const settled = async (id: string, path: string) => {
    const reading = await endedReading(own.call, id, 60);
    assert.equal(reading.insights_status, "completed", reading.error_message);
    const { type, data } = await eventAt(path);
    assert.deepEqual([type, data.insights_status, data.cost_usd_estimate], [
      "simulation.insights.completed",
      "completed",
      reading.cost_usd_estimate,
    ]);
    assert.deepEqual(await usedSince(), { readings: 1, cost: reading.cost_usd_estimate, reserved: 0 });
    return reading;
  };

  it("has the model's texts, names its model tier, and costs what the model's tokens cost", async () => {
    receiver.behave(COMPLETIONS, obedient);
    const { id, path } = await simulation();
    const { calibration_boundary, post_hoc, cost_usd_estimate } = await settled(id, path);
    assert.equal(calibration_boundary.model_tier, "small");
    assert.match(calibration_boundary.disclaimer, /worded by a small language model/);
    assert.match(post_hoc.synthesis.text, /^The simulated respondents lean to a side/);
    assert.match(post_hoc.patterns.patterns[0].description, /^In the model's words/);
    assert.equal(cost_usd_estimate, COST_OF_CALL_USD);
    const { rewritten_by } = await handle(id).query<{ rewritten_by: string }>("progress");
    assert.equal(rewritten_by, "small, 1 calls");
    await recordHistory("reading-rewritten", `reading/${id}`, own.temporal.address);
  });

  it("has computed texts where the model's answers cannot be used, and costs what its two answers cost", async () => {
    for (const rubbish of ["I'd rather talk about the weather.", '{"synthesis": 99}', "", "[[[["]) {
      receiver.behave(COMPLETIONS, completion(rubbish));
      const callsBefore = calls();
      usedSince = await measureReadings(own.databaseUrl);
      const { id, path } = await simulation();
      const { calibration_boundary, post_hoc, cost_usd_estimate } = await settled(id, path);
      assert.equal(calibration_boundary.model_tier, "computed");
      assert.match(post_hoc.synthesis.text, /1,000 simulated respondents/);
      assert.equal(calls() - callsBefore, 2);
      assert.equal(cost_usd_estimate, 2 * COST_OF_CALL_USD);
    }
  });

  it("has the computed text where the model's holds a number that is not the run's", async () => {
    receiver.behave(COMPLETIONS, (request) => {
      const { body } = obedient(request) as { body: string };
      const texts = JSON.parse(JSON.parse(body).choices[0].message.content);
      return completion(
        JSON.stringify({ ...texts, synthesis: `${texts.synthesis} Nearly 97% of them would pay.` }),
      );
    });
    const { id, path } = await simulation();
    const { calibration_boundary, post_hoc } = await settled(id, path);
    assert.equal(calibration_boundary.model_tier, "mixed");
    assert.ok(!post_hoc.synthesis.text.includes("97%"));
    assert.match(post_hoc.patterns.patterns[0].description, /^In the model's words/);
  });

  it("is running while the model is slow, names the next poll, and generate answers with its state", async () => {
    const slow = Promise.withResolvers<void>();
    receiver.behave(COMPLETIONS, async (request) => {
      await slow.promise;
      return obedient(request);
    });
    const callsBefore = calls();
    const { id, path } = await simulation();
    await receiver.until(COMPLETIONS, callsBefore + 1);
    const { status, headers, data, meta } = await insights(own.call, id);
    assert.deepEqual([status, headers.get("Retry-After"), meta.next_poll_after_seconds], [200, "5", 5]);
    assert.deepEqual([data.insights_status, data.block_status, data.post_hoc, data.cost_usd_estimate], [
      "running",
      null,
      null,
      null,
    ]);
    const again = await generate(own.call, id);
    assert.deepEqual([again.status, again.data.insights_status], [202, "running"]);
    assert.deepEqual(await usedSince(), { readings: 1, cost: 0, reserved: 0.05 });
    assert.deepEqual(await handle(id).query("progress"), {
      stage: "rewriting",
      failed: [],
      rewritten_by: null,
    });
    slow.resolve();
    assert.equal((await settled(id, path)).calibration_boundary.model_tier, "small");
  });

  it("has computed texts where the model never answers, and costs what the model may have used", async () => {
    receiver.behave(COMPLETIONS, "hang");
    const { id, path } = await simulation();
    const { calibration_boundary, cost_usd_estimate } = await settled(id, path);
    assert.equal(calibration_boundary.model_tier, "computed");
    // The whole allowance: 2,500 tokens of output, and the prompt.
    assert.ok(cost_usd_estimate > 0.005 && cost_usd_estimate < 0.01, `${cost_usd_estimate}`);
  });

  it("has computed texts at no cost where the model refuses", async () => {
    receiver.behave(COMPLETIONS, 503);
    const { id, path } = await simulation();
    const { calibration_boundary, cost_usd_estimate } = await settled(id, path);
    assert.deepEqual([calibration_boundary.model_tier, cost_usd_estimate], ["computed", 0]);
  });

  it("fails when an operator terminates it during the model's call, and counts for what that may have cost", async () => {
    receiver.behave(COMPLETIONS, "hang");
    const callsBefore = calls();
    const { id, path } = await simulation();
    await receiver.until(COMPLETIONS, callsBefore + 1);
    await handle(id).terminate("by hand");
    const { insights_status, cost_usd_estimate } = await endedReading(own.call, id, 60);
    assert.deepEqual([insights_status, cost_usd_estimate], ["failed", null]);
    const { type, data } = await eventAt(path);
    assert.equal(type, "simulation.insights.failed");
    assert.match(data.error_message, /^Terminated by an operator/);
    // The call's cost is estimated if it timed out before; the flat rate counts if the call had no end.
    const { readings, cost, reserved } = await usedSince();
    assert.deepEqual([readings, reserved], [0, 0]);
    assert.ok(cost > 0.005 && cost <= 0.05, `${cost}`);
  });

  it("fails when an operator cancels it during the model's call", async () => {
    receiver.behave(COMPLETIONS, "hang");
    const callsBefore = calls();
    const { id, path } = await simulation();
    await receiver.until(COMPLETIONS, callsBefore + 1);
    await handle(id).cancel();
    const { insights_status, error_message } = await endedReading(own.call, id, 60);
    assert.deepEqual([insights_status, error_message], [
      "failed",
      "Cancelled by an operator. It can be generated again.",
    ]);
    assert.equal((await eventAt(path)).type, "simulation.insights.failed");
    await recordHistory("reading-cancelled", `reading/${id}`, own.temporal.address);
  });
});
