import assert from "node:assert/strict";
import { MockActivityEnvironment } from "@temporalio/testing";
import {
  createTrainingRunActivities,
  type TrainingRunDependencies,
} from "#activities/training/training-run.ts";
import { metricsPage } from "#shared/metrics.ts";
import type { TrainingResult } from "#temporal/training-run.ts";
import { ask, connectAs } from "#testing/stack.ts";
import { newOrganization } from "#testing/organizations.ts";
import { HEADER, newTrainingRun } from "#testing/simulations.ts";

describe("a calibration file with a fault at its end", () => {
  it("fails its run before any of its questions is predicted", async () => {
    const { call } = await newOrganization();
    const { id } = await newTrainingRun(call);
    await ask("UPDATE training_runs SET status = 'RUNNING', started_at = now() WHERE id = $1", [id]);
    const file = new TextEncoder().encode(`${HEADER}\noverall,Is this one?,10\noverall,Is this another?,x\n`);
    const database = await connectAs("app_worker");
    const { scoreTrainingRun } = createTrainingRunActivities({
      database,
      storage: {
        head: () => Promise.resolve({ bytes: file.length }),
        read: () => ReadableStream.from([file]),
      },
      methodologies: {
        refresh() {
          throw new Error("a question is to be predicted");
        },
      },
    } as unknown as TrainingRunDependencies);
    const failures = async () =>
      Number(
        /service_training_runs_ended_total\{outcome="failed"\} (\d+)/.exec(await metricsPage())?.[1] ?? 0,
      );
    const before = await failures();
    try {
      const score = async () => {
        const input = { training_id: id };
        return (await new MockActivityEnvironment().run(scoreTrainingRun, input) as TrainingResult).outcome;
      };
      // The second one finds the run ended, and counts nothing.
      assert.deepEqual([await score(), await score()], ["failed", "terminal"]);
      assert.equal(await failures() - before, 1);
    } finally {
      await database.close();
    }
    const { data } = await call("GET", `/v1/training/${id}`);
    assert.match(data.failure_message, /^Line 3, column 3 \(observed_yes_pct\)/);
  });
});
