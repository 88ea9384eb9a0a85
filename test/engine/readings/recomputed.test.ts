import assert from "node:assert/strict";
import { writeAgentsJson } from "#engine/sampling/chunks.ts";
import { engineRun, published } from "#testing/engine-run.ts";
import { type AgentRow, figuresIn, itRecomputes, near, share } from "./figures.ts";
import { readingOf } from "#testing/simulations.ts";
import { syntheticRun } from "./synthetic-run.ts";

/** From here on nothing is known but the results' `agents` array, as a customer downloads it. */
const runs = {
  "an engine run": engineRun({
    methodology: published("technology-adoption"),
    tier: 1,
    agents: 1_000,
    seed: 17,
  }),
  "a run with unequal weights": syntheticRun({
    agents: 1_000,
    weightSpread: 0.5,
    planted: { dimension: "age", segment: "65+", points: -25 },
  }),
};

for (const [name, input] of Object.entries(runs)) {
  describe(`every figure of a Reading of ${name} can be recomputed from its 1,000 agents`, () => {
    const pieces = writeAgentsJson({
      dimensions: input.dimensions,
      chunks: input.chunks,
      weight: Float64Array.from(input.weights),
    });
    const agents: AgentRow[] = JSON.parse(pieces.join(""));
    const reading = readingOf(input);
    const { post_hoc } = reading;

    itRecomputes(() => ({
      agents,
      verdict: input.verdict,
      post_hoc,
      ...input.boundary,
    }));

    it("some patterns", () => assert.ok(post_hoc.patterns!.patterns.length > 0));

    it("the facts of the synthesis", () => {
      const { total, yes_pct, interval_pct, sampling_margin_pct } = input.verdict;
      assert.equal(total, agents.length);
      near(yes_pct, share(agents.filter(({ answer }) => answer === "yes"), agents), 0.011);
      const values = figuresIn(post_hoc.synthesis!.text).map(({ value }) => value);
      assert.ok(values.includes(1_000) && values.some((value) => Math.abs(value - yes_pct) < 1));
      const [low, high] = interval_pct?.yes ??
        [Math.max(0, yes_pct - sampling_margin_pct), Math.min(100, yes_pct + sampling_margin_pct)];
      assert.ok(values.includes(Math.floor(low)) && values.includes(Math.ceil(high)));
      for (const fact of reading.facts.facts) {
        const [answer, kind] = fact.id.split(/_(?=pct$|count$)/);
        if (!["yes", "maybe", "no", "n_a"].includes(answer!) || kind === undefined) continue;
        const group = agents.filter((row) => row.answer === answer);
        const [figure] = figuresIn(fact.written);
        near(figure!.value, kind === "count" ? group.length : share(group, agents), 1);
      }
    });
  });
}
