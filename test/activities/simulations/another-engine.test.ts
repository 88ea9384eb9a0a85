import assert from "node:assert/strict";
import { MockActivityEnvironment } from "@temporalio/testing";
import {
  createSimulationActivities,
  type SimulationActivities,
  type SimulationDependencies,
} from "#activities/simulations/simulation.ts";

/** A run that a model has answered in part. */
const ROW = { id: "one", agent_count: 500, agents_completed: 200, status: "running", engine_name: "model:a" };
const RUN = { simulation_id: ROW.id };

const STEPS: Readonly<Record<string, (activities: SimulationActivities) => Promise<unknown>>> = {
  "begins a run": ({ beginSimulation }) => beginSimulation(RUN),
  "estimates a run's cost": ({ estimateSimulation }) => estimateSimulation(RUN),
  "answers a chunk": ({ answerChunk }) => answerChunk({ ...RUN, first: 200, count: 200 }),
  "writes a verdict": ({ completeSimulation }) => completeSimulation(RUN),
};

describe("A worker that", () => {
  for (const engine of [{ name: "embedded", bounded: true }, { name: "model:b", bounded: false }]) {
    for (const [name, take] of Object.entries(STEPS)) {
      it(`${name} on ${engine.name} fails it for good where another engine has begun it, and stores nothing`, async () => {
        const statements: string[] = [];
        const database = {
          first({ name }: { readonly name: string }) {
            statements.push(name);
            return Promise.resolve(ROW);
          },
        };
        const activities = createSimulationActivities(
          { database, engine, deadlineSeconds: 60 } as unknown as SimulationDependencies,
        );
        await assert.rejects(new MockActivityEnvironment({ isLocal: true }).run(() => take(activities)), {
          type: "EngineUnavailable",
          nonRetryable: true,
          message: `The engine that had begun to answer was model:a, and this worker's is ${engine.name}`,
        });
        // The row keeps the engine that began it.
        const isBegin = name === "begins a run" && !engine.bounded;
        assert.deepEqual(statements, [isBegin ? "begin_run" : "find_unfinished_run"]);
      });
    }
  }

  it("answers by itself carries on no run that a model has answered in part under a release that did not note whose", async () => {
    const database = { first: () => Promise.resolve({ ...ROW, engine_name: null }) };
    const engine = { name: "embedded", bounded: true };
    const { beginSimulation } = createSimulationActivities(
      { database, engine, deadlineSeconds: 60 } as unknown as SimulationDependencies,
    );
    const begun = new MockActivityEnvironment({ isLocal: true }).run(() => beginSimulation(RUN));
    await assert.rejects(begun, { type: "EngineUnavailable", nonRetryable: true });
  });
});
