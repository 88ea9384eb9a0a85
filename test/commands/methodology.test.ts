import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { questionsOfTables } from "#engine/calibration/calibrated-survey.ts";
import { CalibrationFault, type SurveyMapping } from "#engine/calibration/mapping.ts";
import { tablesOf } from "#commands/methodology.ts";

const MAPPING: SurveyMapping = {
  survey: "town-2026",
  title: "Town survey",
  years: "2026",
  citation: "The town's survey of 2026",
  license: "own",
  weight: "w",
  dimensions: {
    sex: [{ column: "sex", values: { F: "female", M: "male" } }],
    age: [{
      column: "age",
      bands: [{ from: 18, to: 44, segment: "25-34" }, { from: 45, to: 99, segment: "65+" }],
    }],
  },
  questions: [{
    variable: "pool",
    wordings: ["Should the town build a swimming pool?"],
    answers: { "1": "yes", "2": "maybe", "3": "no" },
  }],
};

/** 800 rows: women count double and say yes to 3 in 4, men to 1 in 4. */
const rows = Array.from({ length: 800 }, (_, i) => {
  const female = i % 2 === 0;
  const yes = (i >> 1) % 4 < (female ? 3 : 1);
  return `${female ? 2 : 1},${female ? "F" : "M"},${20 + i % 60},${yes ? 1 : 3}`;
});
const csv = (lines: readonly string[], header = "w,sex,age,pool") =>
  Buffer.from([header, ...lines].join("\n"));

function refused(mapping: SurveyMapping, data: Buffer): string {
  try {
    tablesOf(mapping, data);
  } catch (error) {
    if (error instanceof CalibrationFault) return error.code;
    throw error;
  }
  return "accepted";
}

describe("The tables of a user's survey", () => {
  it("hold weighted shares, respondents and Kish's effective number, overall and by segment", () => {
    const [question] = questionsOfTables(tablesOf(MAPPING, csv(rows)));
    assert.ok(question !== undefined);
    assert.ok(Math.abs(question.overall.yes - (2 * 0.75 + 0.25) / 3) < 1e-4);
    assert.deepEqual([question.respondents, question.effective_n], [800, 720]);
    const women = question.segments.find(({ segment }) => segment === "female");
    assert.equal(women?.observed.yes, 0.75);
    assert.ok(women.yes > 0.6 && women.yes <= 0.75, "shrunk towards the overall share");
    assert.equal(question.source.title, "Town survey");
  });

  it("are refused with a stable code where file or mapping do not fit", () => {
    const [first = "", ...others] = rows;
    assert.equal(refused({ ...MAPPING, weight: "missing" }, csv(rows)), "weight_column_missing");
    assert.equal(refused(MAPPING, csv([first.replace(/[13]$/, "7"), ...others])), "answer_unmapped");
    assert.equal(refused(MAPPING, csv([first.replace(",F,", ",X,"), ...others])), "segment_value_unmapped");
    assert.equal(refused(MAPPING, csv(rows.slice(0, 60))), "too_few_respondents");
    assert.equal(refused({ ...MAPPING, dimensions: {} }, csv(rows)), "no_segments");
    const planet = { ...MAPPING, dimensions: { sex: [{ column: "sex", values: { F: "martian" } }] } };
    assert.equal(refused(planet, csv(rows)), "segment_unknown");
  });

  it("of the General Social Survey's mapping name every question of the shipped file", () => {
    const folder = new URL("../../engine/calibration/surveys/", import.meta.url);
    const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
    const mapped = read("gss-2016-2018.mapping.json").questions.map(({ variable }: { variable: string }) =>
      variable
    );
    const shipped = read("gss-2016-2018.tables.json").questions.map(({ id }: { id: string }) => id);
    assert.deepEqual(shipped, mapped);
  });
});
