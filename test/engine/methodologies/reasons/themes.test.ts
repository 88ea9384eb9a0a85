import assert from "node:assert/strict";
import { answerAgents } from "#engine/simulation/answer-agents.ts";
import { PUBLISHED } from "#engine/methodologies/catalogue.ts";
import { NOT_APPLICABLE, STANCES } from "#engine/methodologies/reasons/theme.ts";
import { GENERIC_THEMES, reasonTheme, THEME_SETS, themesFor } from "#engine/methodologies/reasons/themes.ts";
import { prepareRun } from "#engine/simulation/run.ts";

describe("reasons", () => {
  it("have one theme each, in every set of themes and for every stance", () => {
    for (const theme of [GENERIC_THEMES, ...THEME_SETS.map(({ themes }) => themes)].flat()) {
      for (const stance of STANCES) {
        const texts = [
          ...theme[stance],
          ...theme.forSegments?.[stance] === undefined ? [] : [theme.forSegments[stance]],
        ];
        assert.ok(texts.length >= 2);
        for (const text of texts) {
          assert.equal(reasonTheme(text), theme.id, text);
          assert.ok(text.length <= 100 && /^[A-Z].*[.]$/.test(text), text);
        }
      }
    }
    assert.equal(reasonTheme("The price of tea in China."), null);
    assert.equal(reasonTheme(""), null);
  });

  it("are of the methodology's own subject, and no methodology falls back to the generic themes", () => {
    const sets = PUBLISHED.map(({ slug, topic }) => themesFor(`${slug} ${topic}`));
    assert.ok(sets.every(({ keywords }) => keywords.length > 0));
    assert.equal(new Set(sets).size, PUBLISHED.length);
    assert.equal(themesFor("").themes, GENERIC_THEMES);
    assert.equal(themesFor("quantum gravity").themes, GENERIC_THEMES);
  });

  it("follow the stance, and people give their own segment's reasons only", () => {
    for (const methodology of PUBLISHED) {
      const run = prepareRun({ seed: 5, question: methodology.kpi_question, methodology, tier: 1 });
      const chunk = answerAgents(run, 0, 3_000);
      const { themes } = themesFor(`${methodology.slug} ${methodology.topic}`);
      const met = new Set<string>();
      for (let k = 0; k < chunk.count; k++) {
        const text = chunk.reasons[chunk.reason[k]!]!;
        const stance = STANCES[chunk.answer[k]!];
        if (stance === undefined) {
          assert.equal(reasonTheme(text), NOT_APPLICABLE);
          continue;
        }
        met.add(`${stance} ${reasonTheme(text)}`);
        const theme = themes.find((candidate) => candidate.id === reasonTheme(text))!;
        if (theme[stance].includes(text)) continue;
        assert.equal(theme.forSegments?.[stance], text);
        const d = run.dimensions.findIndex(({ name }) => name === theme.forSegments?.dimension);
        assert.ok(
          theme.forSegments!.segments.includes(
            run.dimensions[d]!.segments[chunk.segment[d * chunk.count + k]!]!,
          ),
        );
      }
      assert.equal(met.size, 3 * themes.length, methodology.slug);
      assert.ok(chunk.reasons.length < 100);
    }
  });
});
