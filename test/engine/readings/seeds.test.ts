import assert from "node:assert/strict";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import type { ReadingInput } from "#engine/readings/input.ts";
import { readingTexts } from "#engine/readings/texts.ts";
import { engineRun, published } from "#testing/engine-run.ts";
import { readingOf } from "#testing/simulations.ts";
import { syntheticRun } from "./synthetic-run.ts";

const SURVEYED = PUBLISHED.find(({ calibration }) => calibration.illustrative !== true)!;
const SEEDS = Array.from({ length: 30 }, (_, i) => i + 1);

/** What a Reading says, with a mark for each figure. Sentences about segments passed a test, so they may differ from draw to draw. */
function statements(input: ReadingInput): string[] {
  const { post_hoc } = readingOf(input);
  const texts = Object.entries(readingTexts(post_hoc)).filter(([key]) => !key.startsWith("pattern_"));
  const items = [...post_hoc.reservations!.reservations, ...post_hoc.attractions!.attractions];
  return [
    ...texts.map(([, text]) => text),
    ...items.map(({ theme, description }) => `${theme}: ${description}`),
    post_hoc.intensity!.note,
  ].flatMap((text = "") => text.split(/(?<=[.;]) /))
    .filter((sentence) =>
      !/^The clearest difference|passed the same test|^No difference between segments|^real ones may exist/
        .test(sentence)
    )
    .map((sentence) =>
      sentence.replace(/(?:less than |more than )?\d[\d,.]*(?= |%|,|\.|$)/g, "#").replace(
        /points?/g,
        "points",
      )
    );
}

const runs: Readonly<Record<string, (seed: number) => ReadingInput>> = {
  "the embedded engine, over a made-up table": (seed) =>
    engineRun({ methodology: published("preventive-health"), tier: 2, agents: 1_200, seed }),
  "the embedded engine, over a survey's table": (seed) =>
    engineRun({ methodology: SURVEYED, tier: 1, agents: 1_000, seed }),
  "the embedded engine, of a split": (seed) =>
    engineRun({ methodology: published("ad-concept-appeal"), tier: 2, agents: 800, seed }),
  "a model, whose reasons are counted": (seed) =>
    syntheticRun({ agents: 1_000, seed, shares: { yes: 0.6, maybe: 0.15, no: 0.23, n_a: 0.02 } }),
};

/** What a synthesis claims of the lead, which it tests: such sentences may differ from draw to draw. */
const claimed = (said: readonly string[]) =>
  /A (?:clear )?majority|It leads the next|Which answer leads among \w+ \w+/.exec(said.join(" "))?.[0];

describe("a Reading of one question, whatever the seed", function () {
  this.timeout(60_000);
  for (const [name, run] of Object.entries(runs)) {
    it(`says the same of what it may claim, but for the figures: answered by ${name}`, () => {
      const byClaim = Map.groupBy(SEEDS.map((seed) => statements(run(seed))), claimed);
      assert.ok(!byClaim.has(undefined) && byClaim.size <= 2, [...byClaim.keys()].join());
      for (const [first, ...others] of byClaim.values()) {
        assert.ok(first!.length > 5);
        for (const other of others) assert.deepEqual(other, first);
      }
    });
  }
});
