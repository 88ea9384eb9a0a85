import assert from "node:assert/strict";
import { MockActivityEnvironment } from "@temporalio/testing";
import { answerChunk, type AnswerDependencies, askEngine } from "#activities/simulations/simulation.ts";
import type { RunRow } from "#db/simulations/runs.ts";
import { newId } from "#shared/ids.ts";

const ROW = { id: newId(), organization_id: newId(), agent_count: 10 } as RunRow;

describe("The agents of a chunk", () => {
  let steps: string[];
  beforeEach(() => {
    steps = [];
  });
  const step = <Result>(name: string, result: Result): Promise<Result> => {
    steps.push(name);
    return Promise.resolve(result);
  };

  /** A worker whose parts write down what they are asked for, beside a run that is to be answered or has ended. */
  const worker = (unfinished: RunRow | null) =>
    ({
      database: { first: () => step("the run is read", unfinished) },
      turns: { take: () => step("a turn", undefined) },
      runs: { get: () => step("the question is read", { run: null, survey: null }) },
      engine: { answer: () => step("the agents answer", null) },
    }) as unknown as AnswerDependencies;
  const inActivity = <Result>(work: () => Promise<Result>) =>
    new MockActivityEnvironment({ isLocal: true }).run(work) as Promise<Result>;

  it("answer in a turn of their own: that in which their question was read has passed", async () => {
    await inActivity(() => askEngine(worker(ROW), ROW, 0, 10));
    assert.deepEqual(steps, ["a turn", "the question is read", "a turn", "the agents answer"]);
  });

  it("are not asked, and take no turn, once their run has ended", async () => {
    const range = { simulation_id: ROW.id, first: 0, count: 10 };
    assert.deepEqual(await inActivity(() => answerChunk(worker(null), range)), { agents: 10 });
    assert.deepEqual(steps, ["the run is read"]);
  });
});
