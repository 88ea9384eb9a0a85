import assert from "node:assert/strict";
import type { Prediction } from "#engine/methodologies/accuracy.ts";
import { readCalibrationCsv } from "#engine/training/calibration-csv.ts";
import { trainingResults } from "#engine/training/results.ts";
import { QUESTIONS_PER_CALL, scoreCalibration } from "#engine/training/score-calibration.ts";
import { bytesOf } from "./bytes.ts";

const calibration = { source: "A survey", illustrative: false, rows: [] };
const purchase = { slug: "product-purchase-intent", version: 2, calibration };
const ballot = { slug: "ballot-measure", version: 1, calibration: { ...calibration, illustrative: true } };

/** Purchase intent by keyword; shares by segment, the overall one for each methodology. */
const predictor = {
  choose: (questions: readonly string[]) =>
    questions.map((question) =>
      question.includes("buy") ? purchase : question.includes("vote") ? ballot : null
    ),
  predict: (methodology: { slug: string } | null, segment: string): Prediction => {
    const shares: Record<string, number> = methodology === null
      ? { overall: 50 }
      : methodology.slug === purchase.slug
      ? { overall: 30, "age=18-24": 42, "age=65+": 18 }
      : { overall: 55, "age=18-24": 60 };
    const share = shares[segment];
    if (share !== undefined) return { yes_pct: share, from: segment === "overall" ? "overall" : "segment" };
    return { yes_pct: shares.overall ?? NaN, from: "unknown" };
  },
};

const score = (file: string) => scoreCalibration(readCalibrationCsv(bytesOf(file)), predictor);

describe("a small calibration file, recomputed by hand", () => {
  const file = [
    "segment,question,observed_yes_pct,n",
    "overall,Would you buy it?,25,1000", // predicted 30: 5 points, 20 %
    "age=18-24,Would you buy it?,40,150", // predicted 42: 2 points, 5 %
    "age=65+,Would you buy it?,4,200", // predicted 18: 14 points, too small for MAPE
    "age=18-24,Would you vote yes?,48,150", // predicted 60: 12 points, 25 %
    "region=Atlantis,Would you vote yes?,50,10", // unknown, predicted 55: 5 points, 10 %
    "overall,Is it good?,40,1000", // generic, predicted 50: 10 points, 25 %
  ].join("\r\n");

  it("gives the MAPE, the MAE and the segments computed by hand", async () => {
    const results = trainingResults("0199f0d2-0000-7000-8000-000000000001", await score(file));
    // MAPE: (20 + 5 + 25 + 10 + 25) / 5. MAE: (5 + 2 + 14 + 12 + 5 + 10) / 6.
    assert.equal(results.mape, 17);
    assert.equal(results.mae_points, 8);
    assert.deepEqual(results.by_segment, [
      { segment: "overall", mape: 22.5, observations: 2, small_actuals: 0, mae_points: 7.5 },
      { segment: "age=18-24", mape: 15, observations: 2, small_actuals: 0, mae_points: 7 },
      { segment: "age=65+", mape: null, observations: 1, small_actuals: 1, mae_points: 14 },
      { segment: "region=Atlantis", mape: 10, observations: 1, small_actuals: 0, mae_points: 5 },
    ]);
    assert.equal(results.preview_only, true);
    assert.equal(results.basis, "uploaded_file");
  });

  it("says in the disclaimer what was computed, left out and assumed", async () => {
    const { disclaimer } = trainingResults("0199f0d2-0000-7000-8000-000000000001", await score(file));
    for (
      const sentence of [
        "Computed from the uploaded calibration file: 6 rows of 4 segments and 3 distinct questions, every row counted alike.",
        "over rows with an observed yes share of at least 5 %; 1 row is below that and counted in the mean absolute error only.",
        "The population lacks the segment of 1 row: the overall share was predicted.",
        "The methodology product-purchase-intent (version 2) predicted 1 question.",
        "The methodology ballot-measure (version 1), calibrated on illustrative figures, predicted 1 question.",
        "The generic prior, which fits no question in particular, predicted 1 question.",
        "On the 6 rows with n, sampling error alone would give a perfect prediction a mean absolute error of about",
        "changes nothing",
      ]
    ) assert.ok(disclaimer.includes(sentence), `${disclaimer}\nlacks: ${sentence}`);
    assert.doesNotMatch(disclaimer, /mock/i);
  });

  it("gives the same results every time", async () => {
    assert.deepEqual(await score(file), await score(file));
  });

  it("counts questions and rows by methodology, most questions first, then by name", async () => {
    const more = `${file}\r\noverall,Could you buy it?,50,\r\n`;
    assert.deepEqual((await score(more)).questions, {
      distinct: 4,
      by_methodology: [
        {
          methodology: { slug: "product-purchase-intent", version: 2, illustrative: false },
          questions: 2,
          rows: 4,
        },
        { methodology: null, questions: 1, rows: 1 },
        { methodology: { slug: "ballot-measure", version: 1, illustrative: true }, questions: 1, rows: 2 },
      ],
    });
  });
});

describe("scoring", () => {
  it("has no MAPE, and says so, where every observed share is small", async () => {
    const results = trainingResults("x", await score("segment,question,observed_yes_pct\noverall,q,3\n"));
    assert.equal(results.mape, null);
    assert.equal(results.mae_points, 47);
    assert.match(results.disclaimer, /There is no MAPE: .* and the file has none\./);
    assert.doesNotMatch(results.disclaimer, /sampling error/);
  });

  it("routes each distinct question once, in bounded batches", async () => {
    const distinct = 2 * QUESTIONS_PER_CALL + 1;
    const rows = Array.from({ length: 3 * distinct }, (_, row) => `overall,Question ${row % distinct},50,\n`);
    const asked: string[] = [];
    const calls: number[] = [];
    const { questions } = await scoreCalibration(
      readCalibrationCsv(bytesOf(`segment,question,observed_yes_pct,n\n${rows.join("")}`)),
      {
        choose: async (batch) => {
          calls.push(batch.length);
          asked.push(...batch);
          return await Promise.resolve(batch.map(() => null));
        },
        predict: () => ({ yes_pct: 50, from: "overall" }),
      },
    );
    assert.equal(questions.distinct, distinct);
    assert.equal(asked.length, distinct);
    assert.equal(new Set(asked).size, distinct);
    assert.ok(calls.every((count) => count > 0 && count <= QUESTIONS_PER_CALL));
  });

  it("refuses a prediction that is not a share from 0 to 100", async () => {
    for (const wrong of [-1, 100.5, NaN]) {
      await assert.rejects(
        scoreCalibration(readCalibrationCsv(bytesOf("segment,question,observed_yes_pct\noverall,q,3\n")), {
          choose: (asked) => asked.map(() => null),
          predict: () => ({ yes_pct: wrong, from: "segment" }),
        }),
        { name: "RangeError", message: `Cannot score a row: ${wrong} is not a share from 0 to 100` },
      );
    }
  });

  it("throws the file's fault after any number of scored rows", async () => {
    await assert.rejects(score("segment,question,observed_yes_pct\noverall,q,3\noverall,q,x\n"), {
      name: "CalibrationFileFault",
      line: 3,
      column: 3,
    });
  });
});
