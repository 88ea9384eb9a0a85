import assert from "node:assert/strict";
import fc from "fast-check";
import { percentages } from "#engine/numeric/rounding.ts";
import { designEffect, samplingMargin, Tally } from "#engine/verdict/verdict.ts";

const hundredthsOf = (pcts: readonly number[]) => pcts.reduce((sum, pct) => sum + Math.round(pct * 100), 0);

describe("percentages", () => {
  it("add up to 100 and are within a hundredth of the exact share", () => {
    const parts = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(parts.filter((list) => list.some((x) => x > 1e-3)), (list) => {
        const sum = list.reduce((total, x) => total + x, 0);
        const pcts = percentages(list);
        assert.equal(hundredthsOf(pcts), 10_000);
        pcts.forEach((pct, i) => assert.ok(Math.abs(pct - list[i]! / sum * 100) < 0.010001));
      }),
      { seed: 4, numRuns: 500 },
    );
  });

  it("give the hundredths left over to the largest remainders, the first of equals", () => {
    assert.deepEqual(percentages([1, 1, 1]), [33.34, 33.33, 33.33]);
    assert.deepEqual(percentages([1, 2, 0]), [33.33, 66.67, 0]);
    assert.deepEqual(percentages([0.29, 0.71]), [29, 71]);
    assert.deepEqual(percentages([0, 0]), [0, 0]);
  });
});

describe("the margin of error", () => {
  it("of sampling is 1.96·√(deff·p(1−p)/n) in points", () => {
    assert.equal(samplingMargin(0.5, 1_000, 1).toFixed(3), "3.099");
    assert.equal(samplingMargin(0.5, 1_000, 1.44).toFixed(3), "3.719");
    assert.equal(samplingMargin(0.3, 400, 1.2).toFixed(3), (196 * Math.sqrt(1.2 * 0.21 / 400)).toFixed(3));
  });

  it("never comes near 0 for a few agents, even if all agree", () => {
    assert.ok(samplingMargin(1, 1, 1) > 75);
    assert.ok(samplingMargin(0, 20, 1) > 15);
    assert.ok(samplingMargin(0, 10_000, 1) > 0.03);
    assert.equal(samplingMargin(0.5, 0, 1), 100);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 10_000 }), (p, n) => {
        const margin = samplingMargin(p, n, 1);
        assert.ok(Math.abs(samplingMargin(1 - p, n, 1) - margin) < 1e-9, "yes and no are alike");
        assert.ok(margin <= 100 && margin >= Math.min(100, 196 * Math.sqrt(p * (1 - p) / n)) - 1e-9);
      }),
      { seed: 5 },
    );
  });
});

describe("the design effect", () => {
  const of = (...weights: number[]) => {
    const tally = new Tally();
    for (const weight of weights) tally.add(0, weight);
    return designEffect(tally);
  };

  it("is n Σw² / (Σw)², whatever the scale of the weights", () => {
    assert.equal(of(1, 3), 1.25);
    assert.equal(of(10, 30), 1.25);
    assert.equal(of(7, 7, 7), 1);
    assert.equal(of(), 1);
  });
});
