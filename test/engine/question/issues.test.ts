import assert from "node:assert/strict";
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

  it("is neither gibberish nor foreign nor two questions for what surveys asked, but for one in a hundred", () => {
    const wordings = calibratedBank().flatMap(({ wordings }) => wordings);
    const faulted = wordings.filter((wording) => questionIssues(wording).some((issue) => issue !== "open"));
    assert.ok(wordings.length > 900 && faulted.length <= wordings.length / 100, faulted.join("\n"));
  });
});
