import assert from "node:assert/strict";
import fc from "fast-check";
import { LEXICON, themeOf } from "#engine/readings/reasons.ts";
import { reasonTheme, STANCES, THEME_SETS } from "#engine/sampling/reasons.ts";

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

  const written = THEME_SETS.flatMap((set) => set.themes).flatMap((theme) =>
    STANCES.flatMap((stance) =>
      [...theme[stance], theme.forSegments?.[stance] ?? []].flat().map((text) => ({ text, id: theme.id }))
    )
  );

  it("of a template of the embedded engine is the one it was written for, and the lexicon has it", () => {
    const ids = new Map(LEXICON.map((theme) => [theme.id, theme]));
    for (const { text, id } of written) {
      assert.ok(ids.has(id), `the lexicon has no ${id}`);
      assert.equal(themeOf(text).id, reasonTheme(text), text);
    }
    assert.ok(written.length > 100);
  });

  it("by the lexicon alone is a template's own for three quarters of them, and none for at most a tenth", () => {
    // A space more, and the text is no longer known by heart. The lexicon was tuned on these, so this is not a hit rate on new text.
    const found = written.map(({ text, id }) => ({ id, found: themeOf(`${text} `).id }));
    const right = found.filter((one) => one.found === one.id).length / found.length;
    const none = found.filter((one) => one.found === "other").length / found.length;
    assert.ok(right >= 0.75 && none <= 0.1, `${right} right, ${none} without a theme`);
  });

  it("is one for any text, the same each time", () => {
    const known = new Set([...LEXICON.map(({ id }) => id), "other"]);
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (reason) => {
      const { id } = themeOf(reason);
      assert.ok(known.has(id));
      assert.equal(themeOf(reason).id, id);
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
