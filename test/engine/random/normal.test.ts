import assert from "node:assert/strict";
import { logistic, logit, normalCdf, normalQuantile } from "#engine/random/normal.ts";

describe("the normal distribution", () => {
  it("has the quantiles of the tables", () => {
    const known = [[0.5, 0], [0.975, 1.959963984540054], [0.001, -3.090232306167813], [
      1e-10,
      -6.361340902404056,
    ], [
      1e-20,
      -9.262340089798408,
    ]] as const;
    for (const [p, z] of known) {
      assert.ok(Math.abs(normalQuantile(p) - z) < 1e-12, `${p}: ${normalQuantile(p)}`);
    }
  });

  it("is the inverse of its distribution function", () => {
    for (let p = 0.01; p < 1; p += 0.01) assert.ok(Math.abs(normalCdf(normalQuantile(p)) - p) < 2e-7);
  });
});

describe("the logit of a share", () => {
  it("is the inverse of the logistic function", () => {
    for (const p of [0.001, 0.25, 0.5, 0.9]) assert.ok(Math.abs(logistic(logit(p)) - p) < 1e-12);
  });

  it("is finite for 0 and 1", () => {
    assert.equal(logit(0), logit(1e-6));
    assert.equal(logit(1), logit(1 - 1e-6));
  });
});
