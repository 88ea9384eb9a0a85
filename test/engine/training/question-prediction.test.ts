import assert from "node:assert/strict";
import { newestMethodology, PUBLISHED } from "#engine/bank/catalogue.ts";
import { readCalibrationCsv } from "#engine/training/calibration-csv.ts";
import { questionPrediction, scoreCalibration } from "#engine/training/score-calibration.ts";
import { forecaster, forecastOf } from "#testing/engine-run.ts";
import { bytesOf } from "./bytes.ts";

const SCHOOLS = "Should the country spend more on education and schools?";
const FEWER_SCHOOLS = "Should the country spend less on education and schools?";

async function predictionOf(question: string, slug: string) {
  return questionPrediction(await forecastOf(question, slug), newestMethodology(slug) ?? null);
}

const schools =
  newestMethodology("public-spending")?.calibrated_questions?.find(({ wordings }) =>
    wordings.includes(SCHOOLS)
  ) ?? assert.fail("no survey asked about schools");

describe("what a training run predicts for a question", () => {
  it("is the table of the survey's question that it matches at tier 1, overall and by segment", async () => {
    const prediction = await predictionOf(SCHOOLS, "public-spending");
    assert.deepEqual(prediction.basis, {
      methodology: { slug: "public-spending", version: 1 },
      tier: 1,
      illustrative: false,
    });
    assert.equal(prediction.of("overall").yes_pct, 100 * schools.overall.yes);
    assert.equal(prediction.of(" Overall ").from, "overall");
    for (const { dimension, segment, yes } of schools.segments) {
      assert.deepEqual(prediction.of(`${dimension}=${segment}`), { yes_pct: 100 * yes, from: "segment" });
    }
    assert.ok(schools.segments.length > 20);
    assert.deepEqual(prediction.of("18-24"), prediction.of("age=18-24"));
  });

  it("is its no for the opposite question", async () => {
    const opposite = await predictionOf(FEWER_SCHOOLS, "public-spending");
    assert.equal(opposite.basis.tier, 1);
    assert.equal(opposite.of("overall").yes_pct, 100 * schools.overall.no);
    for (const { dimension, segment, no } of schools.segments) {
      assert.equal(opposite.of(`${dimension}=${segment}`).yes_pct, 100 * no);
    }
  });

  it("follows the question, not its methodology's KPI table", async () => {
    const predictions = await Promise.all(
      [9, 15, 60].map((usd) =>
        predictionOf(`Would you pay $${usd} a month for this podcast app?`, "subscription-pricing")
      ),
    );
    const shares = predictions.map((prediction) => prediction.of("overall").yes_pct);
    assert.deepEqual(shares, shares.toSorted((a, b) => b - a));
    assert.equal(new Set(shares).size, 3);
  });

  it("is the overall share where the population lacks the segment", async () => {
    for (
      const [question, slug, segment] of [
        [SCHOOLS, "public-spending", "region=Atlantis"],
        // Its population is under 65.
        [newestMethodology("employer-appeal")!.kpi_question, "employer-appeal", "age=65+"],
      ] as const
    ) {
      const prediction = await predictionOf(question, slug);
      const { yes_pct } = prediction.of("overall");
      assert.deepEqual(prediction.of(segment), { yes_pct, from: "unknown" });
      assert.equal(prediction.of("age=18-24").from, "segment");
    }
  });

  it("names no methodology at tier 3", async () => {
    const read = await forecaster.read("What is the boiling point of mercury?", null);
    const forecast = forecaster.forecast({ read, methodology: null, onTopic: false, scenario: {} });
    const { basis } = questionPrediction(forecast, PUBLISHED[0] ?? null);
    assert.deepEqual(basis, { methodology: null, tier: 3, illustrative: false });
  });

  it("scores a file of its own shares without any error", async () => {
    const prediction = await predictionOf(SCHOOLS, "public-spending");
    const rows = ["overall", "age=18-24", "female"].map((segment) =>
      `${segment},"${SCHOOLS}",${prediction.of(segment).yes_pct}`
    );
    const file = ["segment,question,observed_yes_pct", ...rows].join("\n");
    const { accuracy, questions } = await scoreCalibration(
      readCalibrationCsv(bytesOf(file)),
      () => prediction,
    );
    assert.deepEqual([accuracy.mape, accuracy.mae_points, accuracy.unknown_segment], [0, 0, 0]);
    assert.deepEqual(questions.by_basis, [{ ...prediction.basis, questions: 1 }]);
  });
});
