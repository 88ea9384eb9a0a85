import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { questionsOfTables, surveyTables } from "#engine/bank/calibrated-survey.ts";
import { CalibrationFault, type SurveyMapping } from "#engine/bank/mapping.ts";
import { checkPublishable, methodologyFile, readMethodologyFile } from "#engine/bank/methodology-file.ts";
import { marginsOfPeople } from "#engine/population/own-frame.ts";
import { mappingOf, respondentsOf } from "#commands/methodology.ts";

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

const TOWN = {
  slug: "town",
  name: "Town",
  label: "Town",
  description: "Life in the town.",
  topic: "the town",
};

const tablesOf = (mapping: SurveyMapping, data: Buffer) =>
  surveyTables(mapping, respondentsOf(mapping, data));

const MARGINS = { sex: { female: 2 / 3, male: 1 / 3 } };

/** 800 rows: women count double and say yes to 3 in 4, men to 1 in 4. */
const rows = Array.from({ length: 800 }, (_, i) => {
  const female = i % 2 === 0;
  const yes = (i >> 1) % 4 < (female ? 3 : 1);
  return `${female ? 2 : 1},${female ? "F" : "M"},${20 + i % 60},${yes ? 1 : 3}`;
});
const csv = (lines: readonly string[], header = "w,sex,age,pool") =>
  Buffer.from([header, ...lines].join("\n"));

function peopleOf(mapping: SurveyMapping) {
  const { segments, weight } = respondentsOf(mapping, csv(rows));
  return [segments, weight] as const;
}

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

  it("are published where their people are worth 100, by what the file says too", () => {
    const file = readMethodologyFile(
      JSON.stringify(methodologyFile(tablesOf(MAPPING, csv(rows)), TOWN, MARGINS)),
    );
    checkPublishable(file);
    const [question] = file.questions;
    const few = { ...file, questions: [{ ...question!, overall: [0.01, 0, 0.99, 120, 1] }] };
    const stored = readMethodologyFile(JSON.stringify(few));
    assert.throws(() => checkPublishable(stored), {
      code: "too_few_respondents",
      message: /its respondents are worth 1 \(effective n\), at least 100 are needed/,
    });
  });

  it("say of whom they speak: the survey's own people, in a dimension's order, adding up to 1", () => {
    const people = marginsOfPeople(...peopleOf(MAPPING));
    assert.deepEqual(people.sex, { female: 0.666667, male: 0.333333 });
    assert.deepEqual(Object.keys(people), ["age", "sex"]);
    const unclear = {
      ...MAPPING,
      dimensions: { sex: [{ column: "sex", values: { F: ["female", "male"], M: null } }] },
    };
    const { sex } = marginsOfPeople(...peopleOf(unclear));
    assert.ok(
      Math.abs((sex?.["female"] ?? 0) - 0.51) < 0.01,
      "who may be either is divided as U.S. adults are",
    );
    const invalid = { ...MARGINS, sex: { female: 0.5, male: 0.4 } };
    const file = JSON.stringify(methodologyFile(tablesOf(MAPPING, csv(rows)), TOWN, invalid));
    assert.throws(() => readMethodologyFile(file), /\/population\/margins\/sex has shares/);
    const nobody = JSON.stringify(
      methodologyFile(tablesOf(MAPPING, csv(rows)), TOWN, { planet: { mars: 1 } } as never),
    );
    assert.throws(() => readMethodologyFile(nobody), /\/population\/margins\/planet\/mars names no segment/);
  });

  it("weight a question of a later wave by its own column, as if that were the survey's", () => {
    const [question] = MAPPING.questions;
    const header = "later,w,sex,age,pool";
    const later = rows.map((row, i) => `${i < 600 ? (i % 2 === 0 ? 1 : 3) : ""},${row}`);
    const missed = later.map((row) => row.startsWith(",") ? row.replace(/[13]$/, "") : row);
    const mapping: SurveyMapping = { ...MAPPING, questions: [{ ...question!, weight: "later" }] };
    const tables = tablesOf(mapping, csv(missed, header));
    assert.deepEqual(tables.questions[0]?.overall, [0.375, 0, 0.625, 600, 480]);
    assert.deepEqual(
      tables,
      tablesOf({ ...MAPPING, weight: "later" }, csv(later.slice(0, 600), header)),
    );
    const twice = missed.map((row) => `${row},${row.at(-1) === "," ? "" : row.at(-1)}`);
    const both: SurveyMapping = {
      ...MAPPING,
      questions: [question!, { ...question!, variable: "pool_later", weight: "later" }],
    };
    assert.deepEqual(
      tablesOf(both, csv(twice, `${header},pool_later`)).questions[1]?.overall,
      tables.questions[0]?.overall,
    );
    const zero = later.map((row) => row.replace(/^,/, "0,"));
    assert.deepEqual(tablesOf(mapping, csv(zero, header)), tables);
    assert.equal(refused(mapping, csv(later, header)), "weight_invalid");
    assert.equal(refused(mapping, csv(rows)), "weight_column_missing");
  });

  it("say how each question was asked, and by whom, where the mapping does", () => {
    const asked = {
      inverted_wordings: ["Should the town do without a swimming pool?"],
      scale: "want-3",
      year: 2026,
      mode: "web",
      yes_means: "yes, at once",
    } as const;
    const mapping = mappingOf(JSON.stringify({
      ...MAPPING,
      house: "Town hall",
      mode: "mixed",
      questions: MAPPING.questions.map((question) => ({ ...question, ...asked })),
    }));
    const file = methodologyFile(tablesOf(mapping, csv(rows)), TOWN, MARGINS);
    const { source, questions: [question] } = readMethodologyFile(JSON.stringify(file));
    assert.deepEqual([source.house, source.mode], ["Town hall", "mixed"]);
    assert.partialDeepStrictEqual(question, asked);
    const without = JSON.stringify(tablesOf(MAPPING, csv(rows)));
    assert.doesNotMatch(without, /"(house|mode|scale|year|yes_means|inverted_wordings)"/);
  });

  it("are refused where the mapping says it in a way that nobody can read", () => {
    const [question] = MAPPING.questions;
    const withQuestion = (fields: object) =>
      JSON.stringify({ ...MAPPING, questions: [{ ...question, ...fields }] });
    const unreadable = (text: string) =>
      assert.throws(() => mappingOf(text), { name: "CalibrationFault", code: "mapping_invalid" }, text);
    unreadable(JSON.stringify({ ...MAPPING, mode: "telepathy" }));
    unreadable(JSON.stringify({ ...MAPPING, house: "" }));
    unreadable(withQuestion({ year: "2026" }));
    unreadable(withQuestion({ mode: "telepathy" }));
    unreadable(withQuestion({ inverted_wordings: [""] }));
    unreadable(withQuestion({ scale: 3 }));
    const bothWays = withQuestion({ inverted_wordings: ["should the town build a swimming pool? "] });
    assert.equal(refused(mappingOf(bothWays), csv(rows)), "wording_both_ways");
    const open = withQuestion({ inverted_wordings: ["What should the town build?"] });
    const file = JSON.stringify(methodologyFile(tablesOf(mappingOf(open), csv(rows)), TOWN, MARGINS));
    assert.throws(() => readMethodologyFile(file), {
      code: "question_open",
      message: /"What should the town build\?"/,
    });
  });

  it("of the General Social Survey's mapping name every question of the shipped file", () => {
    const folder = new URL("../../engine/bank/surveys/", import.meta.url);
    const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
    const mapped = read("gss-2016-2018.mapping.json").questions.map(({ variable }: { variable: string }) =>
      variable
    );
    const shipped = read("gss-2016-2018.tables.json").questions.map(({ id }: { id: string }) => id);
    assert.deepEqual(shipped, mapped);
  });
});
