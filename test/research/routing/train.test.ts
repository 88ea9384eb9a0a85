import assert from "node:assert/strict";
import { confidences } from "#engine/routing/weights.ts";
import { fitConfidence, type LabelledScores } from "#research/routing/train.ts";

describe("confidence", () => {
  it("adds up to 1 and rises with the score", () => {
    const link = { methodology: 3, off_topic: 2, off_topic_bias: 0.5 };
    const p = confidences(Float64Array.of(0.9, 0.1, 0.2), link);
    assert.ok(Math.abs(p.reduce((sum, x) => sum + x, 0) - 1) < 1e-12);
    assert.ok(p[0]! > p[1]!);
  });

  it("is finite for scores of any size", () => {
    const p = confidences(Float64Array.of(1e6, -1e6, 0), { methodology: 5, off_topic: 5, off_topic_bias: 0 });
    assert.deepEqual([...p], [1, 0, 0]);
  });

  it("is fitted so that the share that is right equals it", () => {
    // 80 of 100 questions with the same scores belong to the first methodology, 15 to the second and 5 to neither.
    const of = (right: number, count: number): LabelledScores[] =>
      Array.from({ length: count }, () => ({ scores: Float64Array.of(1, 0, 0), right, weight: 0.01 }));
    const off = (right: number, count: number): LabelledScores[] =>
      Array.from({ length: count }, () => ({ scores: Float64Array.of(0, 0, 1), right, weight: 0.01 }));
    const link = fitConfidence([
      ...of(0, 80),
      ...of(1, 15),
      ...of(2, 5),
      ...off(2, 90),
      ...off(0, 5),
      ...off(1, 5),
    ]);
    assert.ok(Math.abs(confidences(Float64Array.of(1, 0, 0), link)[0]! - 0.8) < 1e-6);
    assert.ok(Math.abs(confidences(Float64Array.of(0, 0, 1), link)[2]! - 0.9) < 1e-6);
  });
});
