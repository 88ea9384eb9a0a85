import assert from "node:assert/strict";
import { answerAgents } from "#engine/sampling/answer-agents.ts";
import { runDigest } from "#engine/sampling/chunks.ts";
import { type PreparedSimulation, prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import { PLANTED } from "../bank/methodology-fixture.ts";

const planted = (seed: number): PreparedSimulation =>
  prepareSimulation({ seed, methodology: PLANTED, tier: 1 });

describe("preparing a run", () => {
  it("takes the generic population at tier 3, whatever the methodology", () => {
    const of = (methodology: typeof PLANTED | null) => prepareSimulation({ seed: 8, methodology, tier: 3 });
    assert.equal(runDigest([answerAgents(of(PLANTED), 0, 300)]), runDigest([answerAgents(of(null), 0, 300)]));
  });

  it("refuses tiers 1 and 2 without a methodology, and bad seeds", () => {
    assert.throws(
      () => prepareSimulation({ seed: 1, methodology: null, tier: 1 }),
      /without a methodology/,
    );
    assert.throws(() => planted(-1), /Cannot use seed -1/);
  });

  it("draws nothing for all agents together: runs of one seed differ with the topic alone", () => {
    const [one, other] = [planted(1), prepareSimulation({ seed: 1, methodology: PLANTED, tier: 2 })];
    assert.deepEqual(one.keys, other.keys);
    assert.equal(runDigest([answerAgents(one, 0, 100)]), runDigest([answerAgents(other, 0, 100)]));
  });

  it("lists the reported dimensions first and all eight in any case", () => {
    const run = planted(1);
    assert.equal(run.reported, 4);
    assert.deepEqual(run.dimensions.slice(0, 4).map(({ name }) => name), [
      "sex",
      "age",
      "education",
      "region",
    ]);
    assert.equal(new Set(run.dimensions.map(({ name }) => name)).size, 8);
    assert.equal(answerAgents(run, 0, 10).segment.length, 80);
  });
});
