import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { calibratedBank } from "#engine/bank/calibrated-survey.ts";
import { questionIssues } from "#engine/question/issues.ts";

describe("what is wrong with a question", () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    gibberish: ["asdf qwer zxcv uiop?", "lorem blah wibble fnord", "????", "12345"],
    not_english: [
      "Würden Sie dieses Produkt kaufen?",
      "Achetez-vous du lait d'avoine?",
      "Vuoi comprare questo latte?",
      "你会买这个产品吗？",
      "Купили бы вы это?",
    ],
    open: ["What should we do about taxes?", "How many cars do you own?"],
    double_barrelled: [
      "Should the government raise taxes and cut spending?",
      "Would you switch from Samsung and buy an iPhone?",
      "Would you watch this show and would you pay for it?",
      "Do you trust scientists and use their advice?",
      "Should taxes be cut and spending on schools be raised?",
      "Do you support lower taxes but stronger unions?",
      "Is the Supreme Court fair and honest?",
      "Are electric cars safe and affordable?",
      "Is the Supreme Court impartial and trustworthy?",
    ],
  };
  for (const [issue, questions] of Object.entries(cases)) {
    for (const question of questions) {
      it(`is ${issue}: ${question}`, () => assert.deepEqual(questionIssues(question), [issue]));
    }
  }

  for (
    const question of [
      "Do you approve or disapprove of the president?",
      "Should men and women be paid the same?",
      "Is there a clear line between good and evil?",
      "Should we build more roads and bridges?",
      "Would you wait and see before you buy?",
      "Is pineapple on pizza ok?",
      "Would you go and vote?",
      "Do politicians serve the rich and powerful?",
      "WOULD U BUY THIS OAT MILK??",
      "Do you trust Xerox?",
      "are mormons christian",
    ]
  ) {
    it(`is nothing: ${question}`, () => assert.deepEqual(questionIssues(question), []));
  }

  const typed = readFileSync(new URL("./issues.tsv", import.meta.url), "utf8").split("\n")
    .filter((line) => line !== "" && !line.startsWith("#")).map((line) =>
      line.split("\t") as [string, string]
    );
  for (const [issue, question] of typed) {
    it(`is ${issue}: ${question}`, () =>
      assert.deepEqual(questionIssues(question), issue === "nothing" ? [] : [issue]));
  }

  it("is nothing for what surveys asked, but for three wordings of two things", () => {
    const wordings = calibratedBank().flatMap(({ wordings }) => wordings);
    assert.ok(wordings.length > 900);
    assert.deepEqual(wordings.filter((wording) => questionIssues(wording).length > 0), [
      "Illegal immigrants are felons and should be sent home, every one of them.",
      "Being here illegally should be a felony, and all of them should be sent home.",
      "Does science show hydroxychloroquine to be a safe and effective treatment for COVID-19?",
    ]);
  });
});
