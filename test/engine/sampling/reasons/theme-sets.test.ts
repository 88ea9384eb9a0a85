import assert from "node:assert/strict";
import { answerAgents } from "#engine/sampling/answer-agents.ts";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { NOT_APPLICABLE, reasonTheme, STANCES, THEME_SETS, themesFor } from "#engine/sampling/reasons.ts";
import { prepareSimulation } from "#engine/sampling/prepared-simulation.ts";

/** The contract's twelve: the surveys' topics take the generic themes. */
const CONTRACT = PUBLISHED.filter(({ calibration }) => calibration.illustrative);

describe("reasons", () => {
  it("have one theme each, in every set of themes and for every stance", () => {
    for (const theme of THEME_SETS.flatMap(({ themes }) => themes)) {
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

  it("are of the methodology's own subject, and none of the contract's falls back to the generic themes", () => {
    const sets = CONTRACT.map(({ slug, topic }) => themesFor(`${slug} ${topic}`));
    assert.ok(sets.every(({ keywords }) => keywords.length > 0));
    assert.equal(new Set(sets).size, CONTRACT.length);
    assert.deepEqual(themesFor("").keywords, []);
    assert.deepEqual(themesFor("quantum gravity").keywords, []);
  });

  it("follow the stance, and people give their own segment's reasons only", () => {
    for (const methodology of CONTRACT) {
      const run = prepareSimulation({ seed: 5, methodology, tier: 1 });
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
