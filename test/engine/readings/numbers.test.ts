import assert from "node:assert/strict";
import fc from "fast-check";
import { numbersIn } from "#engine/readings/numbers.ts";
import { inWords } from "./in-words.ts";

/** Value and unit of every number in a text. */
const read = (text: string) => numbersIn(text).map(({ value, unit }) => [value, unit]);

describe("the numbers of a text", () => {
  it("are the same in words and in digits, for every whole number to a million", () => {
    fc.assert(fc.property(fc.integer({ min: 2, max: 999_999 }), fc.boolean(), (number, and) => {
      const [mention, ...rest] = numbersIn(`They asked ${inWords(number, and)} people.`);
      assert.deepEqual([mention?.value, rest.length], [number, 0], inWords(number, and));
      assert.equal(numbersIn(`They asked ${number.toLocaleString("en-US")} people.`)[0]?.value, number);
    }));
  });

  const cases: [string, [number, string][]][] = [
    ["Three quarters and a fifth", [[75, "percent"], [20, "percent"]]],
    ["one in four, 6 of the 8", [[25, "percent"], [75, "percent"]]],
    ["two and a half points", [[2.5, "points"]]],
    ["twelve point five per cent", [[12.5, "percent"]]],
    ["a dozen people, twice", [[12, "plain"], [2, "times"]]],
    ["the third of them, one that counts", []],
  ];
  for (const [text, numbers] of cases) {
    it(`are read with their units in: ${text}`, () => assert.deepEqual(read(text), numbers));
  }

  it("take over the unit of the number that ends a list or range", () => {
    const inherited = numbersIn("35, 40 and 45%, or 2 people").map((mention) => mention.inherited);
    assert.deepEqual(inherited, ["percent", "percent", null, null]);
  });
});
