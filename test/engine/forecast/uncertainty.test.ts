import assert from "node:assert/strict";
import { effectiveHumanN, intervalAround, spreadOf, varianceOf, Z95 } from "#engine/forecast/uncertainty.ts";
import { logistic, logit, normalCdf } from "#engine/random/normal.ts";

const near = (actual: number, expected: number, by = 1e-6) =>
  assert.ok(Math.abs(actual - expected) <= by, `${actual} is not ${expected}`);

describe("the interval of what people would answer", () => {
  const exact = [{ weight: 1, offset: 0, sd: 0 }];

  it("has the sampling of the agents, 1 / (n p (1 − p)) on the logit scale", () => {
    const { low, high } = intervalAround(0.5, 100, exact);
    near(low, logistic(-Z95 * 0.2));
    near(high, logistic(Z95 * 0.2));
  });

  it("adds the prediction's error, which no number of agents takes away", () => {
    const unsure = [{ weight: 1, offset: 0, sd: 0.3 }];
    near(intervalAround(0.5, 100, unsure).high, logistic(Z95 * Math.hypot(0.3, 0.2)));
    near(intervalAround(0.5, 1e9, unsure).high, logistic(Z95 * 0.3), 1e-4);
  });

  it("is shifted by the deviation's offset, and stays within 0 and 1", () => {
    const { low, high } = intervalAround(0.9, 100, [{ weight: 1, offset: 0.5, sd: 2 }]);
    const sd = Math.sqrt(4 + 1 / (100 * 0.9 * 0.1));
    near(low, logistic(logit(0.9) + 0.5 - Z95 * sd));
    near(high, logistic(logit(0.9) + 0.5 + Z95 * sd));
    assert.ok(low > 0 && high < 1);
  });

  it("leaves 2.5 % of a mixture of deviations below it, and 2.5 % above", () => {
    const parts = [{ weight: 0.7, offset: 0, sd: 0.1 }, { weight: 0.3, offset: -1, sd: 1 }];
    const { low, high } = intervalAround(0.4, 1e9, parts);
    const below = (x: number) =>
      parts.reduce(
        (sum, { weight, offset, sd }) => sum + weight * normalCdf((logit(x) - logit(0.4) - offset) / sd),
        0,
      );
    near(below(low), 0.025, 1e-4);
    near(below(high), 0.975, 1e-4);
  });
});

describe("the random sample that an interval is worth", () => {
  /** Wilson's 95 % interval (Journal of the American Statistical Association 22, 1927), in percent. */
  function wilson(yesPct: number, n: number): [number, number] {
    const [p, z] = [yesPct / 100, Z95];
    const middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    const half = z * Math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    return [100 * (middle - half), 100 * (middle + half)];
  }

  it("is the one whose Wilson interval is as wide, at every share", () => {
    for (const yesPct of [0, 2, 12, 50, 88, 97, 100]) {
      for (const n of [1, 15, 37, 400]) near(effectiveHumanN(yesPct, wilson(yesPct, n)), n);
    }
  });

  it("is the largest that is not narrower, and nobody where an interval excludes nothing", () => {
    const interval: [number, number] = [2.1, 10.3];
    const n = effectiveHumanN(4.4, interval);
    const width = (size: number) => wilson(4.4, size)[1] - wilson(4.4, size)[0];
    assert.ok(width(n) >= 8.2 && width(n + 0.1) < 8.2, `${n}`);
    assert.equal(effectiveHumanN(50, [0, 100]), 0);
  });
});

describe("the spread of a prediction", () => {
  it("is the process's by the factor that left-out questions need, and a segment's own beside it", () => {
    const errors = { factor: 1.5, maybe: 0.8, segments: { age: 0.4 }, maybeSegments: 0.6, doubt: 0.1 };
    const logits = { yes: 0, no: 0, variance: 0.04 } as Parameters<typeof spreadOf>[1];
    const overall = spreadOf(errors, logits);
    near(overall.yes, 0.3);
    assert.deepEqual([overall.no, overall.maybe], [overall.yes, 0.8]);
    near(spreadOf(errors, logits, "age").yes, Math.hypot(0.3, 0.4));
    near(spreadOf(errors, logits, "age").maybe, 1);
  });

  it("has the variance of the whole mixture, between its parts as well as within", () => {
    near(varianceOf([{ weight: 0.5, offset: -1, sd: 0.5 }, { weight: 0.5, offset: 1, sd: 0.5 }]), 1.25);
  });
});
