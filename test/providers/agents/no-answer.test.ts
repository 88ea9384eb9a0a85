import assert from "node:assert/strict";
import type { AgentChunk } from "#engine/answers.ts";
import {
  addNoAnswerCounts,
  NO_ANSWER_REASONS,
  noAnswerCounts,
  reportNoAnswers,
} from "#providers/agents/no-answer.ts";

const NONE = { not_applicable: 0, dont_know: 0, prefer_not: 0, model_refusal: 0, failed: 0 };

describe("kinds of no answer", () => {
  it("are counted again from a stored chunk", () => {
    const reasons = ["Because.", ...Object.values(NO_ANSWER_REASONS)];
    const chunk: AgentChunk = {
      first: 0,
      count: 7,
      answer: Uint8Array.of(0, 3, 3, 3, 3, 3, 3),
      intensity: new Uint8Array(7),
      segment: new Uint8Array(0),
      reason: Uint16Array.of(0, 1, 2, 3, 4, 5, 5),
      reasons,
      quote: Array(7).fill(null),
    };
    const counts = noAnswerCounts(chunk);
    assert.deepEqual(counts, { not_applicable: 1, dont_know: 1, prefer_not: 1, model_refusal: 1, failed: 2 });
    assert.equal(addNoAnswerCounts(counts, counts).failed, 4);
  });

  it("fail a run of which more than 2 % could not be read", () => {
    assert.equal(reportNoAnswers({ ...NONE, failed: 20 }, 1_000).failed_share, 0.02);
    assert.throws(() => reportNoAnswers({ ...NONE, failed: 21 }, 1_000), {
      code: "too_many_failed",
      retryable: false,
    });
  });

  it("flag a run of which the model refused more than 5 %", () => {
    assert.equal(reportNoAnswers({ ...NONE, model_refusal: 50 }, 1_000).refusals_flagged, false);
    assert.equal(reportNoAnswers({ ...NONE, model_refusal: 51 }, 1_000).refusals_flagged, true);
  });
});
