import assert from "node:assert/strict";
import { answerAgents } from "#engine/simulation/answer-agents.ts";
import { runDigest } from "#engine/simulation/chunks.ts";
import { prepareRun, type Run } from "#engine/simulation/run.ts";
import { PLANTED } from "../methodologies/methodology-fixture.ts";

const planted = (seed: number): Run =>
  prepareRun({ seed, question: "Would you buy it?", methodology: PLANTED, tier: 1 });

describe("preparing a run", () => {
  it("takes the generic population at tier 3, whatever the methodology", () => {
    const of = (methodology: typeof PLANTED | null) =>
      prepareRun({ seed: 8, question: "Is it?", methodology, tier: 3 });
    assert.equal(runDigest([answerAgents(of(PLANTED), 0, 300)]), runDigest([answerAgents(of(null), 0, 300)]));
  });

  it("refuses tiers 1 and 2 without a methodology, and bad seeds", () => {
    assert.throws(
      () => prepareRun({ seed: 1, question: "?", methodology: null, tier: 1 }),
      /without a methodology/,
    );
    assert.throws(() => planted(-1), /Cannot use seed -1/);
  });

  it("widens the spread between runs from tier to tier", () => {
    const sd = ([1, 2, 3] as const).map((tier) =>
      prepareRun({ seed: 1, question: "?", methodology: PLANTED, tier }).runSd
    );
    assert.ok(sd[0]! <= sd[1]! && sd[1]! < sd[2]!, `${sd}`);
    assert.equal(
      prepareRun({ seed: 1, question: "?", methodology: PLANTED, tier: 2, randomEffects: false }).runSd,
      0,
    );
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
