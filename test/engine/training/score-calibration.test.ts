import assert from "node:assert/strict";
import {
  type Prediction,
  type PredictionBasis,
  scoreCalibration,
} from "#engine/training/score-calibration.ts";
import { readCalibrationCsv } from "#engine/training/calibration-csv.ts";
import { trainingResults } from "#engine/training/results.ts";
import { bytesOf } from "./bytes.ts";

const purchase = {
  methodology: { slug: "product-purchase-intent", version: 2 },
  tier: 1,
  illustrative: false,
} as const;
const ballot = { methodology: { slug: "ballot-measure", version: 1 }, tier: 2, illustrative: true } as const;
const nowhere = { methodology: null, tier: 3, illustrative: false } as const;

/** Purchase intent by keyword; shares by segment, the overall one for each methodology. */
function predict(question: string) {
  const [basis, shares]: [PredictionBasis, Record<string, number>] = question.includes("buy")
    ? [purchase, { overall: 30, "age=18-24": 42, "age=65+": 18 }]
    : question.includes("vote")
    ? [ballot, { overall: 55, "age=18-24": 60 }]
    : [nowhere, { overall: 50 }];
  const of = (segment: string): Prediction => {
    const share = shares[segment];
    if (share !== undefined) return { yes_pct: share, from: segment === "overall" ? "overall" : "segment" };
    return { yes_pct: shares["overall"] ?? NaN, from: "unknown" };
  };
  return { basis, of };
}

const score = (file: string) => scoreCalibration(readCalibrationCsv(bytesOf(file)), predict);

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
        "The population, or the forecast, lacks the segment of 1 row: the overall share was predicted.",
        "The methodology product-purchase-intent (version 2) predicted 1 question that matches a calibrated question (tier 1).",
        "The methodology ballot-measure (version 1), calibrated on illustrative figures, predicted 1 question on its topic that " +
        "matches no calibrated question of it (tier 2).",
        "No published methodology fits 1 question: predicted as a simulation of it would be, on tier 3.",
        "On the 6 rows with n, sampling error alone would give a perfect prediction a mean absolute error of about",
        "changes nothing",
      ]
    ) assert.ok(disclaimer.includes(sentence), `${disclaimer}\nlacks: ${sentence}`);
    assert.doesNotMatch(disclaimer, /mock/i);
  });

  it("gives the same results every time", async () => {
    assert.deepEqual(await score(file), await score(file));
  });

  it("counts questions by methodology and tier, most questions first, then by name", async () => {
    const more = `${file}\r\noverall,Could you buy it?,50,\r\n`;
    const { questions, accuracy } = await score(more);
    assert.deepEqual(questions, {
      distinct: 4,
      by_basis: [
        { ...purchase, questions: 2 },
        { ...nowhere, questions: 1 },
        { ...ballot, questions: 1 },
      ],
    });
    const { disclaimer } = trainingResults("x", { questions, accuracy });
    assert.match(disclaimer, /predicted 2 questions that match a calibrated question \(tier 1\)\./);
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

  it("predicts each distinct question once, in the file's order", async () => {
    const rows = Array.from({ length: 3_000 }, (_, row) => `overall,Question ${row % 1_000},50,\n`);
    const asked: string[] = [];
    const { questions } = await scoreCalibration(
      readCalibrationCsv(bytesOf(`segment,question,observed_yes_pct,n\n${rows.join("")}`)),
      async (question) => {
        asked.push(question);
        return await Promise.resolve(predict(question));
      },
    );
    assert.equal(questions.distinct, 1_000);
    assert.deepEqual(asked, Array.from({ length: 1_000 }, (_, i) => `Question ${i}`));
  });

  it("refuses a prediction that is not a share from 0 to 100", async () => {
    for (const wrong of [-1, 100.5, NaN]) {
      await assert.rejects(
        scoreCalibration(
          readCalibrationCsv(bytesOf("segment,question,observed_yes_pct\noverall,q,3\n")),
          () => ({
            basis: nowhere,
            of: () => ({ yes_pct: wrong, from: "segment" }),
          }),
        ),
        { name: "RangeError", message: `Cannot score a row: ${wrong} is not a share from 0 to 100` },
      );
    }
  });

  it("throws the file's fault after any number of scored rows", async () => {
    await assert.rejects(score("segment,question,observed_yes_pct\noverall,q,3\noverall,q,x\n"), {
      name: "CalibrationFileFault",
      message: /^Line 3, column 3 /,
    });
  });
});
