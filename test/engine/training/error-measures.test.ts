import assert from "node:assert/strict";
import fc from "fast-check";
import { AccuracySums, type ScoredRow, SMALL_ACTUAL_POINTS } from "#engine/training/score-calibration.ts";

const row = (
  segment: string,
  predicted_yes_pct: number,
  observed_yes_pct: number,
  n: number | null = null,
) => ({
  segment,
  predicted_yes_pct,
  observed_yes_pct,
  n,
  unknown_segment: false,
});

function accuracyOf(rows: readonly ScoredRow[]) {
  const sums = new AccuracySums();
  rows.forEach((scored) => sums.add(scored));
  return sums.result();
}

describe("accuracy", () => {
  it("without rows has no figures", () => {
    assert.deepEqual(accuracyOf([]), {
      observations: 0,
      mape: null,
      small_actuals: 0,
      mae_points: null,
      smape: null,
      unknown_segment: 0,
      by_segment: [],
      rows_with_n: 0,
      sampling_mae_points: null,
    });
  });

  it("is zero error where every prediction is right, also at zero", () => {
    const { mape, mae_points, smape } = accuracyOf([row("a", 40, 40), row("a", 0, 0)]);
    assert.deepEqual([mape, mae_points, smape], [0, 0, 0]);
  });

  it("leaves rows observed below 5 points out of MAPE, counts them, and keeps them in MAE and sMAPE", () => {
    const { mape, mae_points, smape, small_actuals, observations } = accuracyOf([
      row("a", 50, 40), // 25 %, 10 points, 1000/45 %
      row("a", 6, 5), // 20 %, 1 point, 100/5.5 %
      row("a", 10, 4.99), // 5.01 points, 501/7.495 %
    ]);
    assert.equal(mape, 22.5);
    assert.equal(small_actuals, 1);
    assert.equal(observations, 3);
    assert.equal(mae_points, 5.336667);
    assert.equal(smape, Math.round((1000 / 45 + 100 / 5.5 + 501 / 7.495) / 3 * 1e6) / 1e6);
  });

  it("has no MAPE where every row is small, and still an MAE", () => {
    const { mape, mae_points, small_actuals, by_segment } = accuracyOf([row("a", 3, 1), row("a", 0, 2)]);
    assert.deepEqual([mape, mae_points, small_actuals], [null, 2, 2]);
    assert.equal(by_segment[0]?.mape, null);
  });

  it("lists segments in the order of the file, each with its own figures", () => {
    const { by_segment } = accuracyOf([row("b", 50, 40), row("a", 30, 60), row("b", 44, 40)]);
    assert.deepEqual(
      by_segment.map(({ segment, mape, observations, mae_points }) => [
        segment,
        mape,
        observations,
        mae_points,
      ]),
      [["b", 17.5, 2, 7], ["a", 50, 1, 30]],
    );
  });

  it("gives the error of sampling alone, over the rows with n", () => {
    const { rows_with_n, sampling_mae_points } = accuracyOf([
      row("a", 50, 50, 100), // standard error 5 points
      row("a", 50, 100, 50), // none: everybody said the same
      row("a", 50, 50),
    ]);
    assert.equal(rows_with_n, 2);
    assert.equal(sampling_mae_points, Math.round(5 * Math.sqrt(2 / Math.PI) / 2 * 1e6) / 1e6);
  });

  const share = fc.integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10);
  const scored = fc.record({
    segment: fc.constantFrom("overall", "age=18-24", "age=65+"),
    predicted_yes_pct: share,
    observed_yes_pct: share,
    n: fc.option(fc.integer({ min: 1, max: 5_000 })),
    unknown_segment: fc.boolean(),
  });

  it("equals its formulas over all rows at once", () => {
    fc.assert(fc.property(fc.array(scored, { minLength: 1, maxLength: 60 }), (rows) => {
      const { mape, mae_points, smape, small_actuals, unknown_segment } = accuracyOf(rows);
      const large = rows.filter((one) => one.observed_yes_pct >= SMALL_ACTUAL_POINTS);
      const errors = rows.map((one) => Math.abs(one.predicted_yes_pct - one.observed_yes_pct));
      const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
      const near = (actual: number | null, expected: number) =>
        assert.ok(actual !== null && Math.abs(actual - expected) < 1e-6, `${actual} is not ${expected}`);
      near(mae_points, average(errors));
      if (large.length === 0) assert.equal(mape, null);
      else {
        near(
          mape,
          average(
            large.map((one) =>
              100 * Math.abs(one.predicted_yes_pct - one.observed_yes_pct) / one.observed_yes_pct
            ),
          ),
        );
      }
      assert.ok(smape !== null && smape >= 0 && smape <= 200);
      assert.equal(small_actuals, rows.length - large.length);
      assert.equal(unknown_segment, rows.filter((one) => one.unknown_segment).length);
    }));
  });

  it("has segments whose counts add up to those of all rows", () => {
    fc.assert(fc.property(fc.array(scored, { minLength: 1, maxLength: 60 }), (rows) => {
      const { by_segment, observations, small_actuals, unknown_segment } = accuracyOf(rows);
      const sum = (pick: (one: (typeof by_segment)[number]) => number) =>
        by_segment.reduce((total, one) => total + pick(one), 0);
      assert.equal(sum((one) => one.observations), observations);
      assert.equal(sum((one) => one.small_actuals), small_actuals);
      assert.equal(sum((one) => one.unknown_segment), unknown_segment);
    }));
  });
});
