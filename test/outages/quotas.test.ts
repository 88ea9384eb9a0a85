import assert from "node:assert/strict";
import type { Caller } from "#testing/caller.ts";
import { startOwnService } from "#testing/processes.ts";
import { ended, newSimulation } from "#testing/simulations.ts";

/** What the month's counters show: simulations and agent runs. */
async function used(call: Caller): Promise<[simulations: number, agentRuns: number]> {
  const { data } = await call("GET", "/v1/usage");
  return [data.simulations_this_period, data.agent_runs_this_period];
}

describe("A run that could not start", function () {
  this.timeout(120_000);

  it("is given back to the month that it was created in; the service's database and Temporal are the spec's own", async () => {
    const service = await startOwnService({}, {}, {
      queues: ["simulations", "small-simulations", "operations"],
    });
    try {
      await service.worker.kill();
      const before = await used(service.call);
      const id = await newSimulation(service.call, { agent_count: 9 });
      assert.deepEqual(await used(service.call), [before[0] + 1, before[1] + 9]);
      await service.operator.exists(`simulation/${id}`);
      await service.operator.client.workflow.getHandle(`simulation/${id}`).terminate("spec");
      await service.startWorker();
      const { failure_code } = await ended(service.call, id, 60);
      assert.equal(failure_code, "terminated");
      assert.deepEqual(await used(service.call), before);
    } finally {
      await service.stop();
    }
  });

  it("costs nothing where the model server was away until its deadline, since no agent answered", async () => {
    const service = await startOwnService(
      {
        AGENTS_BASE_URL: "http://127.0.0.1:9/v1",
        AGENTS_MODEL: "away",
        SIMULATION_DEADLINE_SECONDS: "3",
      },
      {},
      { queues: ["simulations", "small-simulations", "operations"] },
    );
    try {
      const before = await used(service.call);
      const id = await newSimulation(service.call, { agent_count: 2 });
      const { failure_code } = await ended(service.call, id, 60);
      assert.ok(["engine_unavailable", "timed_out"].includes(failure_code), failure_code);
      assert.deepEqual(await used(service.call), before);
    } finally {
      await service.stop();
    }
  });
});
