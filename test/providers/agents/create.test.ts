import assert from "node:assert/strict";
import { answerAgents } from "#engine/sampling/answer-agents.ts";
import { createAgentEngine } from "#providers/agents/create.ts";
import { modelConfig, modelRun } from "./openai/model-run.ts";

describe("the agents' engine by configuration", () => {
  it("is the embedded one, which gives the engine's answers at no cost", async () => {
    const engine = createAgentEngine({ kind: "embedded" });
    const { run, io } = modelRun(500);
    assert.deepEqual([engine.name, engine.bounded, engine.chunkSize], ["embedded", true, 10_000]);
    assert.deepEqual(await engine.answer(run, 100, 50, io), answerAgents(run, 100, 50));
    assert.equal(await engine.estimate(run, 500, io), null);
  });

  it("is a model's, under that model's name", () => {
    const engine = createAgentEngine(modelConfig("http://127.0.0.1:1/v1"));
    assert.deepEqual([engine.name, engine.bounded, engine.chunkSize], ["model:small", false, 200]);
    assert.match(engine.version, /^\d+\.\d+\.\d+$/);
  });
});
