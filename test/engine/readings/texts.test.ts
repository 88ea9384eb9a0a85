import assert from "node:assert/strict";
import fc from "fast-check";
import type { Fact, FactSheet, TextKey } from "#engine/readings/fact-sheet.ts";
import { fillPlaceholders, textFaults } from "#engine/readings/texts.ts";

function fact(id: string, written: string, more: Partial<Fact> = {}): Fact {
  return { id, written, means: id, about: "verdict", answer: null, ...more };
}

const SHEET: FactSheet = {
  question: "Would you pay $9.99 a month?",
  situation: "clear",
  facts: [
    fact("respondents", "1,204"),
    fact("yes_pct", "63%", { answer: "yes" }),
    fact("no_pct", "25%", { answer: "no" }),
    fact("n_a_pct", "less than 1%", { answer: "n_a" }),
    fact("margin", "3.5 points"),
    fact("confidence_level", "95%"),
    fact("pattern_1_segment", "people aged 18 to 24", { about: "pattern_1" }),
    fact("pattern_1_pct", "71%", { about: "pattern_1", answer: "yes" }),
    fact("reservation_1_pct", "33%", { about: "reservation_1" }),
  ],
  required: ["margin", "yes_pct"],
  topics: [],
  opening: "",
  closing: "",
};

const STATED = "Of all {respondents} who were asked, {yes_pct} said yes, plus or minus {margin}.";
const faults = (text: string, key: TextKey = "pattern_1") => textFaults(SHEET, key, text);

describe("a text that a model writes for a Reading", () => {
  const fine = [
    "{yes_pct} said yes and {no_pct} said no.",
    "Yes came to {yes_pct}, plus or minus {margin}, and no to {no_pct}.",
    "{pattern_1_pct} of {pattern_1_segment} said yes.",
    "{pattern_1_segment} said yes more often.",
    "{no_pct} of those who said yes once would not again.",
    "For {n_a_pct} the question did not apply, the second reason that often stands alone.",
  ];
  for (const text of fine) it(`may stand: ${text}`, () => assert.deepEqual(faults(text), []));

  const wrong: [string, RegExp][] = [
    ["63% said yes to it.", /writes "6" itself/],
    ["Sixty-three of a hundred agreed.", /writes "Sixty" itself/],
    ["Two thirds of them said yes.", /writes "Two" itself/],
    ["Half of the people said yes.", /writes "Half" itself/],
    ["A quarter of the people agreed.", /writes "quarter" itself/],
    ["Hundreds of people agreed.", /writes "Hundreds" itself/],
    ["Yes was twice as common as no.", /writes "twice" itself/],
    ["Support has doubled since then.", /writes "doubled" itself/],
    ["{respondents} percent said yes.", /writes "percent" itself/],
    ["Only one respondent said no.", /writes "one" itself/],
    ["A dozen people gave it.", /writes "dozen" itself/],
    ["٦٣ of the people said yes.", /writes "٦" itself/],
    ["６４ of the people said yes.", /writes "6" itself/],
    ["⅖ of the people said no.", /writes "2" itself/],
    ["{maybe_pct} of them said maybe.", /\{maybe_pct\} is no placeholder of this text/],
    ["{reservation_1_pct} give this reason.", /\{reservation_1_pct\} is no placeholder of this text/],
    ["{{yes_pct}} of them said yes.", /not one paragraph of plain text/],
    ["{yes pct} of them said yes.", /not one paragraph of plain text/],
    ["<b>Most</b> of them said yes.", /not one paragraph of plain text/],
    ["Most said y\u200bes, as it seems.", /not one paragraph of plain text/],
    ["{yes_pct} said no.", /\{yes_pct\} is not a share that said no/],
    ["{no_pct} of women said yes.", /\{no_pct\} is not a share that said yes/],
    ["It is {confidence_level} yes.", /\{confidence_level\} is not a share that said yes/],
    ["yes ({no_pct}) is behind", /\{no_pct\} is not a share that said yes/],
    ["No came to {yes_pct}.", /\{yes_pct\} is not a share that said no/],
    ["Short.", /it has 6 characters, not 10 to 400/],
    ["{pattern_1_segment} agreed. ".repeat(20), /characters, not 10 to 400/],
  ];
  for (const [text, complaint] of wrong) {
    it(`is refused: ${text.slice(0, 60)}`, () => assert.match(faults(text).join("; "), complaint));
  }

  it("may use the facts of its own subject, the synthesis those of all", () => {
    assert.deepEqual(faults("{reservation_1_pct} give this reason.", "reservation_1"), []);
    assert.deepEqual(faults(`${STATED} {reservation_1_pct} would rather wait.`, "synthesis"), []);
  });

  it("states the share and the margin where it is the synthesis", () => {
    assert.deepEqual(faults(STATED, "synthesis"), []);
    const without = STATED.replace("{yes_pct}", "most").replace("{margin}", "some points");
    assert.deepEqual(faults(without, "synthesis"), [
      "{yes_pct}, the yes_pct, is missing",
      "{margin}, the margin, is missing",
    ]);
  });

  it("gets each figure in its placeholder's place, in upper case where a sentence begins", () => {
    assert.equal(
      fillPlaceholders(SHEET, "{n_a_pct} are left out. {pattern_1_segment} lead: {yes_pct}, {unknown}."),
      "Less than 1% are left out. People aged 18 to 24 lead: 63%, {unknown}.",
    );
  });

  it("has no figure but the sheet's, whatever it says", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...SHEET.facts.map(({ id }) => `{${id}}`),
        "{nothing}",
        "said yes",
        "people",
        "half",
        "7",
        "{",
      ),
      fc.string({ unit: "binary", maxLength: 12 }),
    );
    fc.assert(fc.property(fc.array(piece, { minLength: 2, maxLength: 12 }), (pieces) => {
      const text = pieces.join(" ");
      if (textFaults(SHEET, "synthesis", text).length > 0) return;
      let left = fillPlaceholders(SHEET, text).toLowerCase();
      for (const { written } of SHEET.facts) left = left.replaceAll(written.toLowerCase(), "");
      assert.doesNotMatch(left, /[\p{N}{}%]|half/u);
    }));
  });
});
