import assert from "node:assert/strict";
import { heldOutAccuracy, predictYesPct } from "#engine/forecast/accuracy.ts";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { methodologyWith, PLANTED, row, SEGMENTS } from "../bank/methodology-fixture.ts";

const HELD_OUT = { held_out: true };

describe("accuracy", () => {
  it("is 100 less the mean absolute percentage error on held-out rows", () => {
    const { accuracy_pct, confirm_mean_pct, mae_points, rows, rows_used, rows_dropped } = heldOutAccuracy(
      methodologyWith([
        row("overall", [40, 20, 35, 5]),
        row("overall", [50, 20, 25, 5], HELD_OUT),
        row("overall", [32, 20, 43, 5], HELD_OUT),
        row("overall", [4, 20, 71, 5], HELD_OUT),
      ]),
    );
    // |40 − 50| / 50 = 20 % and |40 − 32| / 32 = 25 %; the row at 4 % is dropped from the MAPE, not from the means.
    assert.equal(accuracy_pct, 77.5);
    assert.equal(confirm_mean_pct, 28.7);
    assert.equal(mae_points, 18);
    assert.deepEqual([rows_used, rows_dropped], [2, 1]);
    assert.deepEqual(rows[0], {
      segment: "overall",
      question: "Would you buy it?",
      predicted_yes_pct: 40,
      observed_yes_pct: 50,
    });
  });

  it("is null without a row to compute it from", () => {
    assert.deepEqual(heldOutAccuracy(PLANTED), {
      accuracy_pct: null,
      baseline_pct: null,
      confirm_mean_pct: null,
      mae_points: null,
      rows: [],
      rows_used: 0,
      rows_dropped: 0,
    });
  });

  it("is computed for every published methodology, from at least eight held-out rows", () => {
    for (const methodology of PUBLISHED.filter(({ calibration }) => calibration.illustrative)) {
      const { accuracy_pct, confirm_mean_pct, rows_used, rows } = heldOutAccuracy(methodology);
      assert.ok(rows_used >= 8, methodology.slug);
      assert.ok(
        accuracy_pct !== null && accuracy_pct > 80 && accuracy_pct < 100,
        `${methodology.slug} ${accuracy_pct}`,
      );
      const mean = rows.reduce((sum, { observed_yes_pct }) => sum + observed_yes_pct, 0) / rows.length;
      assert.ok(Math.abs(confirm_mean_pct! - mean) <= 0.05);
    }
  });
});

describe("predictions", () => {
  it("are made for overall and for segments by pair or label, and marked where a segment is unknown", () => {
    assert.equal(predictYesPct(PLANTED, "overall").from, "overall");
    const young = predictYesPct(PLANTED, "age=18-24");
    assert.equal(young.from, "segment");
    assert.ok(Math.abs(young.yes_pct - 55) < 0.5);
    assert.deepEqual(predictYesPct(PLANTED, "18-24"), young);
    const unknown = predictYesPct(PLANTED, "height=tall");
    assert.deepEqual(unknown, { yes_pct: predictYesPct(PLANTED, "overall").yes_pct, from: "unknown" });
  });

  it("follow from the people in a segment where the table has no rows for its dimension", () => {
    // Younger people say yes more often, and those over 65 are more often white.
    const white = predictYesPct(PLANTED, "race=white");
    const hispanic = predictYesPct(PLANTED, "race=hispanic");
    assert.equal(white.from, "segment");
    assert.ok(hispanic.yes_pct > white.yes_pct + 0.5);
    for (const segment of SEGMENTS) assert.equal(predictYesPct(PLANTED, segment).from, "segment");
  });

  it("treat a segment outside the methodology's population as unknown", () => {
    const men = methodologyWith(PLANTED.calibration.rows, {
      population: { ...PLANTED.population, where: { sex: ["male"] } },
    });
    assert.equal(predictYesPct(men, "sex=female").from, "unknown");
  });
});
