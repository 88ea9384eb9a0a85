import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import {
  calibratedBank,
  type FileQuestion,
  foldOf,
  type SurveyTables,
} from "#engine/bank/calibrated-survey.ts";
import type { SurveyMapping } from "#engine/bank/mapping.ts";
import { parseQuestion } from "#engine/question/parsed-question.ts";
import { mappingOf } from "#commands/methodology.ts";

interface Scale {
  readonly answers: readonly string[];
  readonly fold: string;
  readonly threshold: string;
}

const ENGINE = new URL("../../../engine/", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ENGINE), "utf8");
const SCALES: Readonly<Record<string, Scale>> = JSON.parse(read("bank/scales.json"));
const SURVEYS = readdirSync(new URL("bank/surveys/", ENGINE))
  .filter((name) => name.endsWith(".mapping.json"))
  .map((name) => ({ path: `bank/surveys/${name}`, mapping: mappingOf(read(`bank/surveys/${name}`)) }));

const plain = (wording: string) => wording.toLowerCase().replace(/[^a-z0-9]+/g, " ").trim();
const wordingsOf = ({ wordings, inverted_wordings = [] }: SurveyMapping["questions"][number]) => [
  ...wordings,
  ...inverted_wordings,
];

/** What the letters of a fold count as. */
const LETTERS: Readonly<Record<string, string>> = { y: "yes", m: "maybe", n: "no", "-": "none" };

describe("The scales of the bank", () => {
  it("name what a question's answers count as, in whichever order its survey codes them", () => {
    const folded = (id: string) => foldOf(calibratedBank().find((question) => question.id === id)!);
    // Coded favor 1, oppose 2, neither 3.
    assert.deepEqual(folded("V161223"), {
      yes: ["favor"],
      maybe: ["neither favor nor oppose"],
      no: ["oppose"],
      none: [],
    });
    // Coded from "not at all", 1, to "a great deal", 5.
    assert.deepEqual(folded("V202405").yes, ["a great deal", "a lot"]);
    // An answer that is left out of the shares is not on the scale.
    assert.deepEqual(folded("tax").yes, ["too much or too far"]);
    const bank = calibratedBank().filter(({ asked: { scale = "" } }) => Object.hasOwn(SCALES, scale));
    assert.ok(bank.length > 500, `${bank.length}`);
    for (const question of bank) {
      const { answers, fold } = SCALES[question.asked.scale!]!;
      assert.deepEqual(foldOf(question).maybe, answers.filter((_, k) => fold[k] === "m"), question.id);
      assert.ok(foldOf(question).yes.includes(answers[fold.indexOf("y")]!), question.id);
    }
  });

  it("are not believed of a user's survey that counts otherwise by the same name", () => {
    const [question] = calibratedBank();
    const asked = { ...question!.asked, scale: "favor-neither-3", fold: { 1: "yes", 2: "no" } } as const;
    assert.deepEqual(foldOf({ ...question!, asked }), { yes: ["1"], maybe: [], no: ["2"], none: [] });
  });

  it("have a letter of the fold for each answer, from yes to no, and say what a yes means", () => {
    for (const [name, { answers, fold, threshold }] of Object.entries(SCALES)) {
      assert.match(fold, /^y+m?n+$/, name);
      assert.equal(answers.length, fold.length, name);
      assert.ok(name.endsWith(`-${answers.length}`) && threshold !== "", name);
    }
  });
});

describe("The surveys of the bank", () => {
  it("have no wording twice, neither of one question nor of two", () => {
    const all = SURVEYS.flatMap(({ mapping }) => mapping.questions.flatMap(wordingsOf)).map(plain);
    assert.deepEqual(all.filter((wording, k) => all.indexOf(wording) !== k), []);
  });

  for (const { path, mapping } of SURVEYS) {
    describe(mapping.survey, () => describeSurvey(path, mapping));
  }
});

function describeSurvey(path: string, mapping: SurveyMapping): void {
  it("has wordings that can be answered with yes or no, and first the canonical question", () => {
    const open = mapping.questions.flatMap(wordingsOf).filter((wording) => !parseQuestion(wording).closed);
    assert.deepEqual(open, []);
    for (const { wordings: [canonical] } of mapping.questions) assert.match(canonical ?? "", /\?$/);
  });

  it("says who asked and how, and of each question when, what about and what a yes means", () => {
    assert.ok(mapping.house !== undefined && mapping.mode !== undefined);
    for (const { variable, object = "", battery, year, yes_means } of mapping.questions) {
      assert.match(object, /^[a-z0-9]+(-[a-z0-9]+)*$/, variable);
      assert.ok(battery !== undefined && year !== undefined && yes_means !== undefined, variable);
    }
  });

  it("folds the answers of each question as its scale does", () => {
    for (const { variable, scale = "", answers } of mapping.questions) {
      const expected = Array.from(SCALES[scale]?.fold ?? "", (letter) => LETTERS[letter]);
      // An answer that is left out of the shares ("pays no tax") is not on the scale.
      const folded = Object.values(answers).filter((answer) => answer !== "none");
      assert.deepEqual(new Set(folded), new Set(expected), `${variable}, ${scale}`);
    }
  });

  it("has a table of each question, with its wordings and its fold", () => {
    const tables: SurveyTables = JSON.parse(read(path.replace("mapping", "tables")));
    const told = ({ wordings, inverted_wordings, scale, object, fold }: FileQuestion) => ({
      wordings,
      inverted_wordings,
      scale,
      object,
      fold,
    });
    assert.deepEqual(
      tables.questions.map((question) => ({ id: question.id, ...told(question) })),
      mapping.questions.map(({ variable, wordings, inverted_wordings, scale, object, answers }) => ({
        id: variable,
        wordings,
        inverted_wordings,
        scale,
        object,
        fold: answers,
      })),
    );
    assert.equal(tables.source.house, mapping.house);
  });
}
