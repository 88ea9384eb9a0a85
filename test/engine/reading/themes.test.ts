import assert from "node:assert/strict";
import fc from "fast-check";
import { LEXICON } from "#engine/reading/lexicon.ts";
import { themeOf, themesOf } from "#engine/reading/themes.ts";
import { reasonTheme } from "#engine/reasons/dictionary.ts";
import { engineRun, published } from "./engine-run.ts";

describe("the theme of a reason", () => {
  const texts: [string, string][] = [
    ["Honestly the price is way above my budget.", "cost"],
    ["I'd worry about side effects and whether it's safe.", "safety"],
    ["My current one works, I'm happy with it.", "habit"],
    ["They would sell my personal data.", "privacy"],
    ["It would cut down on hassle and save time every morning.", "convenience"],
    ["More traffic and noise in our neighborhood.", "community"],
    ["Taxes are high enough; it is a waste of public money.", "taxes"],
    ["I don't know enough about it, I'd need more information.", "information"],
    ["I believe in the cause and in helping people.", "values"],
    ["The story and the cast look fun.", "interest"],
    ["It creates jobs and is good for the local economy and businesses.", "economy"],
    ["meh", "other"],
    ["", "other"],
    ["Es ist mir einfach zu teuer.", "other"],
    ["１２３ 🤷", "other"],
  ];
  for (const [text, id] of texts) it(`of “${text}” is ${id}`, () => assert.equal(themeOf(text).id, id));

  it("of a template of the embedded engine is the one it was written for", () => {
    const reasons = ["product-purchase-intent", "ballot-measure", "employer-appeal"].flatMap((slug) =>
      engineRun({ methodology: published(slug), tier: 1, agents: 400, seed: 2 }).chunks.flatMap((chunk) =>
        chunk.reasons
      )
    );
    assert.ok(reasons.length > 30);
    for (const reason of new Set(reasons)) assert.equal(themeOf(reason).id, reasonTheme(reason), reason);
  });

  it("is one for any text, the same each time", () => {
    const known = new Set([...LEXICON.map(({ id }) => id), "other"]);
    fc.assert(fc.property(fc.array(fc.string({ unit: "grapheme" })), (reasons) => {
      const themes = themesOf(reasons);
      assert.equal(themes.length, reasons.length);
      for (const [k, theme] of themes.entries()) {
        assert.ok(known.has(theme.id));
        assert.equal(themeOf(reasons[k]!).id, theme.id);
      }
    }));
  });

  it("has a phrase and a sentence for either side, in every entry of the lexicon", () => {
    assert.equal(new Set(LEXICON.map(({ id }) => id)).size, LEXICON.length);
    for (const { reservation, attraction, against, inFavor } of LEXICON) {
      for (const phrase of [reservation, attraction]) assert.match(phrase, /^[a-z][^.]+$/);
      for (const meaning of [against, inFavor]) assert.match(meaning, /^(They|It|What) .+[^.]\.$/);
    }
  });
});
