import assert from "node:assert/strict";
import { NONRESPONSE_REASONS } from "#providers/agents/nonresponse.ts";
import { drawAnswer } from "#providers/agents/openai/reply.ts";

describe("an answer drawn from a distribution", () => {
  const reading = {
    kind: "distribution",
    weights: [60, 20, 10, 10],
    intensity: 4,
    reaction: "I would.",
    naReason: "prefer_not",
  } as const;

  it("is each answer for its share of the uniform", () => {
    const drawn = [0.001, 0.599, 0.601, 0.799, 0.801, 0.899, 0.901, 0.999].map((u) =>
      drawAnswer(reading, u).answer
    );
    assert.deepEqual(drawn, [0, 0, 1, 1, 2, 2, 3, 3]);
  });

  it("follows shares that do not add up to 100", () => {
    assert.equal(drawAnswer({ ...reading, weights: [48, 0, 47, 0] }, 0.504).answer, 0);
    assert.equal(drawAnswer({ ...reading, weights: [48, 0, 47, 0] }, 0.507).answer, 2);
    assert.equal(drawAnswer({ ...reading, weights: [0, 0, 0, 100] }, 0.001).answer, 3);
    assert.equal(drawAnswer({ ...reading, weights: [0, 0, 100, 0] }, 0.999).answer, 2);
  });

  it("carries the reaction only where it is the typical answer", () => {
    assert.deepEqual(drawAnswer(reading, 0.3), {
      answer: 0,
      intensity: 4,
      reason: "I would.",
      quote: "I would.",
    });
    assert.deepEqual(drawAnswer(reading, 0.85), {
      answer: 2,
      intensity: 1,
      reason: "I lean towards no, though most people like me would say yes.",
      quote: null,
    });
    assert.deepEqual(drawAnswer(reading, 0.95), {
      answer: 3,
      intensity: 0,
      reason: NONRESPONSE_REASONS.prefer_not,
      quote: null,
    });
  });
});
