import assert from "node:assert/strict";
import { measuredUncertainty } from "#engine/forecast/model-forecasts.ts";
import { logistic, logit } from "#engine/random/normal.ts";
import {
  type EvaluatedGroup,
  type EvaluatedQuestion,
  measureModel,
  MIN_QUESTIONS,
} from "#research/agents/measure-model.ts";

const sharesOf = (yes: number) => ({ yes, maybe: 0, no: 1 - yes });

/** Questions at even distances from 15 % to 85 %, whose women say yes more often than men. */
function questions(
  count: number,
  modelOf: (people: number, segment: string | null) => number,
): EvaluatedQuestion[] {
  return Array.from({ length: count }, (_, k) => {
    const yes = 0.15 + 0.7 * k / (count - 1);
    const group = (people: number, segment: string | null, n: number): EvaluatedGroup => ({
      people: sharesOf(people),
      people_n: 10 * n,
      model: sharesOf(modelOf(people, segment)),
      model_n: n,
    });
    const moved = (by: number) => logistic(logit(yes) + by);
    return {
      id: `q${k}`,
      overall: group(yes, null, 1_000),
      segments: new Map([
        ["sex=female", group(moved(0.4), "female", 500)],
        ["sex=male", group(moved(-0.4), "male", 500)],
      ]),
    };
  });
}

describe("a model's error", () => {
  it("is nothing where it answers as people do, and its interval is the narrower", () => {
    const exact = measureModel(questions(40, (people) => people));
    assert.deepEqual([exact.mae_points, exact.bias_points, exact.coverage_pct], [0, 0, 100]);
    assert.ok(Math.abs(exact.variance_ratio.answers - 1) < 0.01);
    assert.ok(Math.abs((exact.variance_ratio.segments ?? 0) - 1) < 0.05);
    const biased = measureModel(questions(40, (people) => logistic(logit(people) + 0.8)));
    assert.ok(biased.half_width_points > 15 && biased.bias_points > 10);
    assert.ok(biased.effective_human_n < 30);
    const { overall, segments, basis } = measuredUncertainty(biased, ["sex=female", "age=65+"]);
    assert.equal(basis, "measured_model");
    assert.ok((overall.yes[0]?.sd ?? 0) >= 0.8 / 1.96 && segments.has("age=65+"));
  });

  it("is wider by fewer questions, and refused with too few", () => {
    const noisy = (people: number) =>
      logistic(logit(people) + (Math.round(people * 1e4) % 2 === 0 ? 0.5 : -0.5));
    const [few, many] = [
      measureModel(questions(MIN_QUESTIONS, noisy)),
      measureModel(questions(160, noisy)),
    ];
    assert.ok(few.sd.yes > many.sd.yes);
    assert.throws(() => measureModel(questions(MIN_QUESTIONS - 1, noisy)), /at least 20/);
  });

  it("shows a segment that is shifted, and segments that are all alike", () => {
    const shifted = measureModel(
      questions(40, (people, segment) => segment === "female" ? people + 0.1 : people),
    );
    const [first] = shifted.shifts;
    assert.deepEqual([first?.segment, Math.round(first?.shift_points ?? 0)], ["sex=female", 10]);
    const alike = measureModel(questions(40, () => 0.5));
    assert.ok((alike.variance_ratio.segments ?? 1) < 0.05);
  });
});
