import assert from "node:assert/strict";
import fc from "fast-check";
import { DIMENSIONS } from "#engine/population/dimensions.ts";
import { streamKey } from "#engine/random/philox.ts";
import { PERSONA_TEXTS, personaOf } from "#providers/agents/openai/persona.ts";

const keyOf = (seed: number) => streamKey(seed, "topic");
const KEY = keyOf(1);
const SEGMENTS = {
  sex: "female",
  age: "35-44",
  race: "asian",
  region: "west",
  education: "bachelors",
  urbanicity: "rural",
};

describe("persona", () => {
  it("is described in the second person and in words", () => {
    const { text } = personaOf(KEY, { ...SEGMENTS, income: "under-25k", party: "no_lean" }, null, 0);
    assert.equal(
      text,
      "You are an Asian American woman between thirty-five and forty-five. " +
        "You live in the countryside in the West of the United States. You have a bachelor's degree. " +
        "Your household lives on less than twenty-five thousand dollars a year. " +
        "In politics you lean to neither party.",
    );
  });

  it("has a text without digits for every segment of the frame", () => {
    for (const [dimension, segments] of Object.entries(DIMENSIONS)) {
      for (const segment of segments) {
        assert.match(PERSONA_TEXTS[dimension]?.[segment] ?? "", /^[^0-9]+$/, `${dimension}=${segment}`);
      }
    }
  });

  it("keeps every two segments of a dimension apart", () => {
    for (const [dimension, segments] of Object.entries(DIMENSIONS)) {
      const texts = segments.map((segment) =>
        personaOf(KEY, { ...SEGMENTS, [dimension]: segment }, null, 0).text
      );
      assert.equal(new Set(texts).size, segments.length, dimension);
    }
  });

  it("names a dimension without texts, and its segment", () => {
    assert.match(personaOf(KEY, { ...SEGMENTS, tenure: "renter" }, null, 0).text, /Your tenure: renter\.$/);
  });

  it("is the same whatever the order of the dimensions", () => {
    fc.assert(fc.property(fc.shuffledSubarray(Object.entries(SEGMENTS), { minLength: 6 }), (entries) => {
      assert.deepEqual(
        personaOf(KEY, Object.fromEntries(entries), "cars", 0),
        personaOf(KEY, SEGMENTS, "cars", 0),
      );
    }));
  });

  it("adds traits that name the topic, even one that looks like a replacement pattern", () => {
    assert.match(personaOf(KEY, SEGMENTS, "$& and $1", 0).text, /this subject[^:]*: \$& and \$1\./);
  });

  it("has every option once, n_a last, and every order about equally often over people", () => {
    const seen = new Map<string, number>();
    for (let replicate = 0; replicate < 1_200; replicate++) {
      const { options } = personaOf(KEY, SEGMENTS, "cars", replicate);
      assert.deepEqual([...options].sort(), ["maybe", "n_a", "no", "yes"]);
      assert.equal(options[3], "n_a");
      seen.set(options.join(), (seen.get(options.join()) ?? 0) + 1);
    }
    assert.equal(seen.size, 6);
    // 200 expected each; 4 standard deviations are 52.
    for (const count of seen.values()) assert.ok(Math.abs(count - 200) < 52, `${count}`);
  });

  it("differs between replicates and between seeds of the run", () => {
    const texts = new Set(
      Array.from({ length: 40 }, (_, replicate) => personaOf(KEY, SEGMENTS, "cars", replicate).text),
    );
    assert.equal(texts.size, 9);
    const seeds = new Set(
      [1, 2, 3].map((seed) => personaOf(keyOf(seed), SEGMENTS, "cars", 0).seed),
    );
    assert.equal(seeds.size, 3);
  });
});
