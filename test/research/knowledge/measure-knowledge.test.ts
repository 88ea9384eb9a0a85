import assert from "node:assert/strict";
import { type ModelEstimate, withKnowledge } from "#engine/forecast/model-forecasts.ts";
import { logitsOf } from "#engine/forecast/predictor.ts";
import { logistic, normalQuantile } from "#engine/random/normal.ts";
import {
  type ControlEstimate,
  type EstimatedQuestion,
  measureKnowledge,
} from "#research/knowledge/measure-knowledge.ts";

/** As in the surveys: people's logits have a standard deviation of 1.1, and a prediction knows little of a new question. */
const PEOPLE_SD = 1.1;
const BATTERIES = 60;
const PER_BATTERY = 5;

describe("the gate for a model's knowledge", () => {
  it("refuses a model that knows nothing, and one that knows too little to tell", () => {
    for (const r of [0, 0.1]) {
      const figures = measureKnowledge(planted(r), controls(20), null);
      assert.equal(figures.counts, false, `r ${r}`);
      assert.match(figures.refusals.join(), /gain/);
    }
  });

  it("lets models of correlations 0.5 and 0.8 pass, and the better one gains more", () => {
    const [half, most] = [0.5, 0.8].map((r) => measureKnowledge(planted(r), controls(20), null));
    assert.ok(half !== undefined && most !== undefined);
    assert.ok(half.counts && most.counts);
    assert.ok(half.mae_points.with < half.mae_points.without);
    assert.ok(most.mae_points.with < half.mae_points.with - 2);
    assert.ok(most.spread < half.spread && half.spread < 1);
  });

  it("keeps the interval's coverage", () => {
    for (const r of [0.5, 0.8]) {
      const { coverage_pct } = measureKnowledge(planted(r), controls(20), null);
      assert.ok(coverage_pct > 91 && coverage_pct < 99, `r ${r}: ${coverage_pct}`);
    }
  });

  it("refuses a model that fails the controls, whatever it gains", () => {
    const figures = measureKnowledge(planted(0.8), controls(13), null);
    assert.equal(figures.counts, false);
    assert.match(figures.refusals.join(), /controls/);
  });

  it("gives a model that says the opposite of people no weight", () => {
    const contrary = planted(0.8).map((question) => ({
      ...question,
      estimate: { share: 1 - question.estimate.share, says_yes: null },
    }));
    const { weights, counts } = measureKnowledge(contrary, controls(20), null);
    assert.deepEqual([weights.share, weights.says_yes], [0, 0]);
    assert.equal(counts, false);
  });

  it("weighs what a model says in a word apart from its numbers, which may know nothing or the opposite", () => {
    for (const share of [() => 0.45, (word: number) => 1 - word]) {
      const inWords = planted(0.5).map((question) => ({
        ...question,
        estimate: { share: share(question.estimate.share), says_yes: question.estimate.share },
      }));
      const controlled = controls(20).map(({ answer, estimate }) => ({
        answer,
        estimate: { share: share(estimate.share), says_yes: estimate.share },
      }));
      const { weights, counts, gain_points } = measureKnowledge(inWords, controlled, null);
      assert.ok(counts && weights.says_yes > 0 && weights.share === 0, JSON.stringify(weights));
      const { gain_points: byNumbers } = measureKnowledge(planted(0.5), controls(20), null);
      assert.ok(Math.abs(gain_points.mean - byNumbers.mean) < 0.05);
    }
  });

  it("keeps the better of a number and a word of which one would count against itself", () => {
    // The word is a worse copy of the number: beside it, it counts against itself.
    const both = planted(0.8).map(({ estimate: { share }, people, ...question }) => {
      const [number, truth] = [share, people.yes].map((each) => Math.log(each / (1 - each))) as [
        number,
        number,
      ];
      return { ...question, people, estimate: { share, says_yes: logistic(2 * number - truth) } };
    });
    const { weights, gain_points } = measureKnowledge(both, controls(20), null);
    const { gain_points: alone } = measureKnowledge(planted(0.8), controls(20), null);
    assert.ok(weights.share > 0 && weights.says_yes === 0, JSON.stringify(weights));
    assert.ok(Math.abs(gain_points.mean - alone.mean) < 0.05);
  });

  it("credits a model with nothing that the surveys' predictions gain by being weighed alone", () => {
    const questions = planted(0).map((question) => ({
      ...question,
      predicted: {
        yes: 0.2 + 0.01 * question.predicted.yes,
        maybe: 0,
        no: 0.8 - 0.01 * question.predicted.yes,
      },
      estimate: estimateOf(0.5),
    }));
    const { gain_points, counts, mae_points } = measureKnowledge(questions, controls(20), null);
    assert.deepEqual([gain_points.mean, counts], [0, false]);
    assert.equal(mae_points.with, mae_points.without);
  });

  it("fits the weights without the question's battery: a model that knows single batteries by heart gains nothing elsewhere", () => {
    const questions = planted(0).map((question) =>
      Number(question.battery) < 3 ? { ...question, estimate: estimateOf(question.people.yes) } : question
    );
    assert.equal(measureKnowledge(questions, controls(20), null).counts, false);
  });

  it("tells gains before the model's cutoff from those after it", () => {
    const remembered = planted(0).map((question) =>
      question.year < 2016 ? { ...question, estimate: estimateOf(question.people.yes) } : question
    );
    const { gain_by_cutoff } = measureKnowledge(remembered, controls(20), 2015);
    assert.ok((gain_by_cutoff.before ?? 0) > 3);
    assert.ok((gain_by_cutoff.after ?? 0) < 0);
    assert.deepEqual(measureKnowledge(remembered, controls(20), null).gain_by_cutoff, {
      before: null,
      after: null,
    });
  });

  it("needs 20 batteries", () => {
    const few = planted(0.8).filter(({ battery }) => Number(battery) < 19);
    assert.throws(() => measureKnowledge(few, controls(20), null), RangeError);
  });
});

describe("a forecast with a model's knowledge", () => {
  it("moves those who decide toward the model, and leaves maybe as it is", () => {
    const figures = measureKnowledge(planted(0.8), controls(20), null);
    const logits = logitsOf(0, 0.2, 1);
    const prediction = {
      logits,
      shares: { yes: 0.4, maybe: 0.2, no: 0.4 },
      segments: new Map(),
      middle: 0.3,
      offered: null,
    };
    const moved = withKnowledge(prediction, { model: "knows", estimate: estimateOf(0.9), figures });
    assert.ok(Math.abs(moved.shares.maybe - 0.2) < 1e-9);
    assert.ok(moved.shares.yes > 0.5 && moved.shares.yes < 0.72);
    assert.ok(Math.abs(moved.shares.yes + moved.shares.maybe + moved.shares.no - 1) < 1e-12);
    assert.ok(Math.abs(moved.logits.variance - figures.spread ** 2) < 1e-12);
  });
});

/** Questions whose estimates have the correlation r with people's logits; the predictions explain a tenth of them. */
function planted(r: number): EstimatedQuestion[] {
  const draw = draws();
  return Array.from({ length: BATTERIES * PER_BATTERY }, (_, i) => {
    const battery = Math.floor(i / PER_BATTERY);
    const truth = draw();
    const people = logistic(PEOPLE_SD * truth);
    const predicted = logistic(0.1 * PEOPLE_SD * truth + 0.3 * draw());
    const estimate = logistic(PEOPLE_SD * (r * truth + Math.sqrt(1 - r * r) * draw()));
    return {
      id: `q${i}`,
      battery: `${battery}`,
      year: battery % 2 === 0 ? 2012 : 2020,
      people: { yes: people, maybe: 0, no: 1 - people },
      predicted: { yes: predicted, maybe: 0, no: 1 - predicted },
      sd: PEOPLE_SD,
      estimate: estimateOf(estimate),
    };
  });
}

/** By numbers alone. */
const estimateOf = (share: number): ModelEstimate => ({ share, says_yes: null });

/** Of 20 control questions of either kind a model gets so many right; it says the same to the rest. */
function controls(right: number): ControlEstimate[] {
  return Array.from({ length: 20 }, (_, i) => i < right).flatMap((knows): ControlEstimate[] => [
    { answer: "yes", estimate: estimateOf(knows ? 0.95 : 0.5) },
    { answer: "no", estimate: estimateOf(knows ? 0.05 : 0.5) },
  ]);
}

/** Standard normal numbers, the same in every run: quantiles of an additive sequence. */
function draws(): () => number {
  let state = 12_345;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const u = (state + 0.5) / 4_294_967_296;
    return normalQuantile(u);
  };
}
