import assert from "node:assert/strict";
import fc from "fast-check";
import type { FactSheet } from "#engine/readings/fact-sheet.ts";
import type { Fact, TextKey } from "#engine/readings/facts.ts";
import { missingFacts, numberFaults } from "#engine/readings/number-check.ts";
import { numbersIn } from "#engine/readings/numbers.ts";
import { inWords } from "./in-words.ts";

function fact(id: string, value: number, unit: Fact["unit"], more: Partial<Fact> = {}): Fact {
  return { id, value, unit, written: `${value}`, means: id, about: "verdict", answer: null, ...more };
}

const SHEET: FactSheet = {
  question: "Would you pay $9.99 a month?",
  situation: "clear",
  confidence: "medium",
  facts: [
    fact("respondents", 1_204, "plain"),
    fact("yes_share", 62.74, "percent", { answer: "yes" }),
    fact("no_share", 24.6, "percent", { answer: "no" }),
    fact("maybe_share", 12.36, "percent", { answer: "maybe" }),
    fact("n_a_share", 0.3, "percent", { answer: "n_a" }),
    fact("margin", 3.46, "points"),
    fact("confidence_level", 95, "percent"),
    fact("median", 4, "plain"),
    fact("least", 1, "plain"),
    fact("most", 5, "plain"),
    fact("pattern_share", 71.2, "percent", { about: "pattern_1", answer: "yes" }),
    fact("reservation_share", 33.1, "percent", { about: "reservation_1" }),
    fact("reservation_support", 98, "plain", { about: "reservation_1" }),
  ],
  names: ["18-24", "people aged 18 to 24", "18 to 24", "$25,000 to $50,000", "Product purchase intent"],
  required: ["margin", "yes_share"],
  topics: [],
  closing: "",
};

const faults = (text: string, key: TextKey = "synthesis") => numberFaults(SHEET, key, text);

describe("the check of a text's numbers", () => {
  const fine = [
    "62.74% said yes.",
    "63% said yes and 25 percent said no.",
    "Yes came to 62.7 per cent, plus or minus 3.5 points.",
    "Sixty-three percent of the 1,204 respondents said yes.",
    "Of the one thousand two hundred and four respondents 12% said maybe.",
    "The margin is three and a half points, or 3.46 percentage points.".replace("three and a half", "3.5"),
    "The median is four on a scale from one to five.",
    "The median is 4 on a scale from 1 to 5.",
    "About a quarter said no.",
    "Just under two thirds said yes; more than half did.",
    "Nearly two-thirds, or 63%, said yes.",
    "Roughly 1 in 4 said no.",
    "One in eight, 12%, said maybe.",
    "For less than 1% the question did not apply.",
    "71% of people aged 18 to 24 said yes.",
    "People aged 18–24 say yes more often.",
    "Between 12 and 25% did not say yes.",
    "No one reason stands out, and the second most common one is the third on the list.",
    "Everyone was asked once.",
    "98 of the 1,204 gave this reason.",
    "At 95% confidence the yes share is 62.74%.",
    "63% of those with household incomes of $25,000 to $50,000.",
  ];
  for (const text of fine) it(`accepts: ${text}`, () => assert.deepEqual(faults(text), []));

  const wrong: [string, RegExp][] = [
    ["64% said yes.", /"64"/],
    ["62.8% said yes.", /62\.8/],
    ["63 points separate them.", /"63"/],
    ["Plus or minus 3.5%.", /3\.5/],
    ["1,200 respondents said yes.", /1,200/],
    ["Twelve hundred respondents.", /twelve hundred/],
    ["Two hundred respondents.", /two hundred/],
    ["Half of them said yes.", /half/],
    ["Three quarters said yes.", /three quarters/],
    ["Two fifths said no.", /two fifths/],
    ["2/5 said no.", /2\/5/],
    ["⅖ said no.", /2\/5/],
    ["Two in five said no.", /two in five/],
    ["Nine out of ten said yes.", /nine out of ten/],
    ["More than 70% said yes.", /70/],
    ["Less than 60% said yes.", /60/],
    ["Yes was twice as common as no.", /twice/],
    ["Support doubled.", /doubled/],
    ["It is 2.5 times as common.", /2\.5/],
    ["Hundreds of respondents said yes.", /hundreds/],
    ["A dozen gave it.", /a dozen/],
    ["A hundred gave it.", /a hundred/],
    ["６４% said yes.", /64/],
    ["٦٣% said yes.", /not a number of the fact sheet/],
    ["6.3e1% said yes.", /6\.3/],
    ["10k respondents were asked.", /10k/],
    ["It costs $9.99 a month.", /9\.99/],
    ["In 2026 people say yes.", /2026/],
    ["18 to 24% said no.", /18/],
    ["60-63% said yes.", /60/],
    ["Seventy-one of them.", /seventy-one/],
    ["zero respondents said maybe", /zero/],
    ["Only one respondent said no, one percent.", /one/],
    ["63% said no.", /not a share that said no/],
    ["Nearly two thirds said no.", /not a share that said no/],
    ["25% of women said yes.", /not a share that said/],
    ["yes (25%) is behind", /not a share that said/],
    ["No came to 63%.", /not a share that said/],
    ["63% no, 25% yes", /not a share that said/],
  ];
  for (const [text, complaint] of wrong) {
    it(`names the fault in: ${text}`, () => {
      assert.match(faults(text).join("; "), complaint);
    });
  }

  it("accepts a fact only in the texts that may use it", () => {
    assert.deepEqual(faults("33% give this reason, 98 in all.", "reservation_1"), []);
    assert.notDeepEqual(faults("33% give this reason.", "reservation_2"), []);
    assert.notDeepEqual(faults("71% say yes.", "reservation_1"), []);
    assert.deepEqual(faults("71% said yes, against 63% of all.", "pattern_1"), []);
  });

  it("names the facts that a synthesis must state and does not, as numbers or words", () => {
    assert.deepEqual(missingFacts(SHEET, "63% said yes, give or take 3.5 points."), []);
    assert.deepEqual(missingFacts(SHEET, "Nearly two thirds said yes, give or take 3.5 points."), []);
    assert.equal(missingFacts(SHEET, "63% said yes.").length, 1);
    assert.equal(missingFacts(SHEET, "Most said yes.").length, 2);
  });

  const value = fc.double({ min: 0, max: 100, noNaN: true }).map((number) => Math.round(number * 100) / 100);
  const only = (number: number, unit: Fact["unit"]): FactSheet => ({
    ...SHEET,
    facts: [fact("it", number, unit)],
  });

  it("accepts a fact at any rounding, and no number further off", () => {
    fc.assert(
      fc.property(
        value,
        fc.integer({ min: 0, max: 2 }),
        fc.integer({ min: -50, max: 50 }),
        (number, places, off) => {
          const step = 10 ** -places;
          const written = (Math.round(number / step) + off) * step;
          if (written < 0) return;
          const text = `It is ${written.toFixed(places)}% of them.`;
          const within = Math.abs(written - number) <= step / 2 + 1e-9;
          assert.equal(
            numberFaults(only(number, "percent"), "synthesis", text).length === 0,
            within,
            `${text} for ${number}`,
          );
        },
      ),
    );
  });

  it("keeps units apart, whatever the number", () => {
    fc.assert(fc.property(value, fc.constantFrom("percent", "points", "plain"), (number, unit) => {
      const texts = { percent: `${number}%`, points: `${number} points`, plain: `${number} respondents` };
      for (const [written, text] of Object.entries(texts)) {
        assert.equal(
          numberFaults(only(number, unit), "synthesis", `So ${text} it is.`).length === 0,
          written === unit,
        );
      }
    }));
  });

  it("names an unsupported number wherever it stands in a text", () => {
    const words = fc.array(
      fc.constantFrom("people", "said", "yes", "the", "of", "reason", "and", "most", "is", "share"),
      { maxLength: 8 },
    );
    const number = fc.oneof(
      fc.integer({ min: 2, max: 99_999 }).map(String),
      fc.integer({ min: 2, max: 999 }).map((n) => inWords(n, true)),
      fc.constantFrom("two thirds", "a quarter", "half", "twice", "one in five", "¾", "dozens", "3.25"),
    );
    fc.assert(fc.property(words, number, words, (before, written, after) => {
      const text = [...before, written, ...after].join(" ");
      assert.ok(numbersIn(text).length >= 1, text);
      assert.notDeepEqual(numberFaults({ ...SHEET, facts: [] }, "synthesis", text), [], text);
    }));
  });

  it("finds no fault in texts without numbers", () => {
    const word = fc.stringMatching(/^[a-z]{3,9}$/).filter((text) => numbersIn(text).length === 0);
    fc.assert(fc.property(fc.array(word), (all) => assert.deepEqual(faults(all.join(" ")), [])));
  });

  it("never throws, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 200 }),
        (text) => assert.ok(Array.isArray(faults(text))),
      ),
    );
  });
});
