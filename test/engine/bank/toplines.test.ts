import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { calibratedBank } from "#engine/bank/calibrated-survey.ts";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import {
  predictorQuestions,
  questionsOfToplines,
  type ToplineFile,
  toplines,
} from "#engine/bank/surveyed.ts";
import { readPredictorAsset } from "#engine/forecast/forecaster.ts";
import { parseQuestion } from "#engine/question/parsed-question.ts";
import { forecaster } from "#testing/engine-run.ts";

const FILE = new URL("../../../engine/bank/surveys/gss-toplines.json", import.meta.url);
const file: ToplineFile = JSON.parse(readFileSync(FILE, "utf8"));
const ids = new Set(file.questions.map(({ id }) => id));

const plain = (wording: string) => wording.toLowerCase().replace(/[^a-z0-9]+/g, " ").trim();

describe("The toplines", () => {
  it("fold counts into shares: of 1,064, 263 very fair and 377 somewhat are yes, 147 neither way", () => {
    const { overall, respondents, has_maybe, segments } = toplines().find(({ id }) => id === "credland")!;
    assert.deepEqual([respondents, has_maybe, segments], [1_064, true, []]);
    assert.deepEqual(overall, { yes: 640 / 1_064, maybe: 147 / 1_064, no: 277 / 1_064 });
    const [first] = file.questions;
    const cut = { ...file, questions: [{ ...first!, fold: "yn", counts: [1, 2, 3] }] };
    assert.throws(() => questionsOfToplines(cut), /fold the answers of letinhsp/);
  });

  it("are worded as questions that yes or no answers, each wording once in the whole bank", () => {
    for (const { id, object, battery, fold, year, wordings } of file.questions) {
      assert.match(object, /^[a-z0-9]+(-[a-z0-9]+)*$/, id);
      assert.match(battery, /^[a-z0-9-]+\/[a-z0-9_:-]+$/i, id);
      assert.match(fold, /^(y+m?n+|n+m?y+|ynm)$/, id);
      assert.ok(year >= 2000 && wordings.length === 3 && wordings[0]!.endsWith("?"), id);
      for (const wording of wordings) assert.ok(parseQuestion(wording).closed, wording);
    }
    const all = predictorQuestions().flatMap(({ wordings }) => wordings).map(plain);
    assert.deepEqual(all.filter((wording, k) => all.indexOf(wording) !== k), []);
  });

  it("leave out the batteries of other surveys by their names", () => {
    const known = new Set(calibratedBank().map(({ battery }) => battery));
    const shared = file.questions.map(({ battery }) => battery).filter((name) =>
      !name.startsWith("gss-toplines/")
    );
    assert.ok(shared.length > 40);
    assert.deepEqual(shared.filter((name) => !known.has(name)), []);
  });

  it("are what the predictor learned from, after the bank, and no methodology's", () => {
    assert.deepEqual(readPredictorAsset().questions, predictorQuestions().map(({ id }) => id));
    assert.equal(new Set(predictorQuestions().map(({ id }) => id)).size, calibratedBank().length + ids.size);
    const published = PUBLISHED.flatMap(({ calibrated_questions = [] }) => calibrated_questions);
    assert.deepEqual(published.filter(({ id }) => ids.has(id)), []);
  });

  it("are never matched, not even word for word", async () => {
    for (const { wordings: [asked = ""] } of file.questions.filter((_, k) => k % 25 === 0)) {
      const { match, own } = await forecaster.read(asked, null);
      const found = [match.best?.id, own?.question.id, ...match.likely.map(({ id }) => id)];
      assert.deepEqual(found.filter((id) => id !== undefined && ids.has(id)), [], asked);
    }
  });
});
