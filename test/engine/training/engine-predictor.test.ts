import assert from "node:assert/strict";
import { predictYesPct } from "#engine/methodologies/accuracy.ts";
import { PUBLISHED } from "#engine/methodologies/catalogue.ts";
import { readCalibrationCsv } from "#engine/training/calibration-csv.ts";
import { enginePredictor } from "#engine/training/engine-predictor.ts";
import { scoreCalibration } from "#engine/training/score-calibration.ts";
import { bytesOf } from "./bytes.ts";

const methodology = PUBLISHED[0] ?? assert.fail("there is no published methodology");

/** Routes a methodology's own KPI question to it, and everything else nowhere. */
const predictor = enginePredictor((questions) =>
  questions.map((question) => question === methodology.kpi_question ? methodology : null)
);

describe("the engine's predictions for a calibration file", () => {
  it("are the routed methodology's", () => {
    for (const segment of ["overall", "age=18-24", "Atlantis"]) {
      assert.deepEqual(predictor.predict(methodology, segment), predictYesPct(methodology, segment));
    }
  });

  it("are the generic prior's where no methodology fits, the same for every segment", () => {
    const { yes_pct } = predictor.predict(null, "overall");
    assert.ok(yes_pct > 30 && yes_pct < 50, String(yes_pct));
    assert.deepEqual(predictor.predict(null, "age=18-24"), { yes_pct, from: "segment" });
    assert.deepEqual(predictor.predict(null, "Atlantis"), { yes_pct, from: "unknown" });
    assert.deepEqual(predictor.predict(null, "Overall"), { yes_pct, from: "overall" });
  });

  it("score a file of the engine's own predictions without any error", async () => {
    const rows = ["overall", "age=18-24", "sex=female"].map((segment) => {
      const { yes_pct } = predictYesPct(methodology, segment);
      return `${segment},"${methodology.kpi_question}",${yes_pct}`;
    });
    const file = ["segment,question,observed_yes_pct", ...rows].join("\n");
    const { accuracy, questions } = await scoreCalibration(readCalibrationCsv(bytesOf(file)), predictor);
    assert.equal(accuracy.mape, 0);
    assert.equal(accuracy.unknown_segment, 0);
    assert.deepEqual(questions.by_methodology.map((one) => one.methodology?.slug), [methodology.slug]);
  });
});
