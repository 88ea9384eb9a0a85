import assert from "node:assert/strict";
import { MockActivityEnvironment } from "@temporalio/testing";
import {
  createSimulationActivities,
  type SimulationDependencies,
} from "#activities/simulations/simulation.ts";

describe("The begin of a run on the embedded engine", () => {
  it("fails a run that a model has answered in part, whose agents would not be those of its verdict", async () => {
    const row = { id: "one", agent_count: 500, agents_completed: 200, status: "running" };
    const statements: string[] = [];
    const database = {
      query({ name }: { readonly name: string }) {
        statements.push(name);
        return Promise.resolve([row]);
      },
    };
    const { beginSimulation } = createSimulationActivities(
      { database, engine: { bounded: true }, deadlineSeconds: 60 } as unknown as SimulationDependencies,
    );
    const begin = () => beginSimulation({ simulation_id: "one" });
    await assert.rejects(new MockActivityEnvironment({ isLocal: true }).run(begin), {
      type: "EngineUnavailable",
      nonRetryable: true,
      message: "A model had begun to answer, and is no longer configured",
    });
    assert.deepEqual(statements, ["find_unfinished_run"]);
  });
});
