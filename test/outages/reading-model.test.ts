import assert from "node:assert/strict";
import pg from "pg";
import { ask } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import { COMPLETIONS, COST_OF_CALL_USD, obedient, readingModelSettings } from "#testing/stub-server.ts";
import {
  completedSimulation,
  endedReading,
  measureReadings,
  type UsedReadings,
} from "#testing/simulations.ts";
import { type Receiver, startReceiver } from "#testing/webhooks.ts";

/** The receiver plays the model too, and behaves as each spec says. */
describe("A Reading that a model rewrites, with another worker", function () {
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

  const calls = () => receiver.at(COMPLETIONS).length;
  /** A simulation whose events go to a path of its own. */
  const simulation = async () => {
    const path = `/callback/${crypto.randomUUID()}`;
    const id = await completedSimulation(own.call, { callback_url: `${receiver.url}${path}` });
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

  it("completes after its worker was killed during the model's call, with one event, and costs at least the flat rate", async () => {
    receiver.behave(COMPLETIONS, "hang");
    const callsBefore = calls();
    const { id, path } = await simulation();
    await receiver.until(COMPLETIONS, callsBefore + 1);
    await own.worker.kill();
    receiver.behave(COMPLETIONS, obedient);
    await own.startWorker();
    const { calibration_boundary, cost_usd_estimate } = await settled(id, path);
    assert.equal(calibration_boundary.model_tier, "small");
    assert.equal(cost_usd_estimate, 0.05);
    assert.equal(calls() - callsBefore, 2);
  });

  it("is paid for once where its worker is killed after the model has answered", async () => {
    // Locks the simulation's row during the model's call, so that the Reading cannot end before its worker is killed.
    const holder = new pg.Client({ connectionString: own.databaseUrl });
    await holder.connect();
    receiver.behave(COMPLETIONS, async (request) => {
      await holder.query("BEGIN; SELECT FROM simulations WHERE insights_status = 'running' FOR UPDATE");
      return obedient(request);
    });
    const callsBefore = calls();
    const { id, path } = await simulation();
    await eventually("the rewritten texts to be stored", async () => {
      const [row] = await ask(
        "SELECT FROM readings WHERE simulation_id = $1 AND rewrite IS NOT NULL",
        [id],
        own.databaseUrl,
      );
      return row;
    });
    await own.worker.kill();
    await holder.end();
    await own.startWorker();
    const { calibration_boundary, cost_usd_estimate } = await settled(id, path);
    assert.deepEqual([calibration_boundary.model_tier, cost_usd_estimate], ["small", COST_OF_CALL_USD]);
    assert.equal(calls() - callsBefore, 1);
  });

  it("counts the flat rate where the model's price is unknown", async () => {
    receiver.behave(COMPLETIONS, obedient);
    await own.worker.stop();
    await own.startWorker({ READING_MODEL: "model-without-a-price" });
    const { id, path } = await simulation();
    const { calibration_boundary, cost_usd_estimate } = await settled(id, path);
    assert.deepEqual([calibration_boundary.model_tier, cost_usd_estimate], ["small", 0.05]);
  });

  it("has computed texts at no cost where no server listens at the model's address", async () => {
    await own.worker.stop();
    const gone = await startReceiver();
    await gone.close();
    await own.startWorker(readingModelSettings(gone));
    const { id, path } = await simulation();
    const { calibration_boundary, cost_usd_estimate } = await settled(id, path);
    assert.deepEqual([calibration_boundary.model_tier, cost_usd_estimate], ["computed", 0]);
  });
});
