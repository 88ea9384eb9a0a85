import assert from "node:assert/strict";
import fc from "fast-check";
import { answerAgents } from "#engine/sampling/answer-agents.ts";
import { segmentColumn } from "#engine/sampling/chunks.ts";
import { marginOf } from "#engine/population/frame.ts";
import { type PreparedSimulation, prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import { rakeWeights, verdict } from "#engine/verdict/verdict.ts";
import { PLANTED } from "../bank/methodology-fixture.ts";

const runOf = (seed: number): PreparedSimulation =>
  prepareSimulation({ seed, methodology: PLANTED, tier: 1 });

/** Largest difference between a weighted margin and the population's, over all eight dimensions. */
function worstMargin(run: PreparedSimulation, n: number): number {
  const chunks = [answerAgents(run, 0, n)];
  const weight = rakeWeights(run, chunks);
  const total = weight.reduce((sum, w) => sum + w, 0);
  let worst = 0;
  run.places.forEach((place, d) => {
    const shares = new Float64Array(8);
    segmentColumn(chunks, d).forEach((s, k) => shares[s]! += weight[k]! / total);
    marginOf(run.basis.frame, place).forEach((p, s) => worst = Math.max(worst, Math.abs(shares[s]! - p)));
  });
  return worst;
}

describe("weights", () => {
  it("give 1,000 agents every margin of the population within 1 point", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const worst = worstMargin(runOf(seed), 1_000);
      assert.ok(worst < 0.01, `seed ${seed}: ${worst}`);
    }
  });

  it("give 10,000 agents every margin within a tenth of a point, with weights between 0.5 and 2", () => {
    const run = runOf(1);
    assert.ok(worstMargin(run, 10_000) < 0.001);
    const weight = rakeWeights(run, [answerAgents(run, 0, 10_000)]);
    assert.ok(Math.min(...weight) > 0.5 && Math.max(...weight) < 2);
  });

  it("are positive, bounded, average 1, and the same to the bit for any chunking, from 1 agent on", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 1, max: 2_999 }),
        fc.nat(500),
        (n, at, seed) => {
          const run = runOf(seed);
          const whole = rakeWeights(run, [answerAgents(run, 0, n)]);
          const cut = Math.min(at, n);
          const halves = [answerAgents(run, cut, n - cut), answerAgents(run, 0, cut)];
          assert.deepEqual(rakeWeights(run, halves), whole);
          assert.equal(whole.length, n);
          assert.ok(whole.every((w) => w > 0.15 && w < 6));
          assert.ok(Math.abs(whole.reduce((sum, w) => sum + w, 0) / n - 1) < 1e-6);
        },
      ),
      { seed: 3, numRuns: 40 },
    );
  });

  it("are 1 for a single agent and for a handful", () => {
    for (const n of [1, 2, 9]) {
      const run = runOf(4);
      assert.deepEqual(Array.from(rakeWeights(run, [answerAgents(run, 0, n)])), new Array(n).fill(1));
    }
  });

  it("cost a small run an eighth of its agents at most, on the mean of twenty seeds", () => {
    for (const [n, bound] of [[50, 1.12], [100, 1.15], [200, 1.15], [400, 1.08]] as const) {
      const effects = Array.from({ length: 20 }, (_, seed) => {
        const run = runOf(seed);
        const chunks = [answerAgents(run, 0, n)];
        return verdict(run, chunks, rakeWeights(run, chunks)).design_effect;
      });
      const mean = effects.reduce((all, effect) => all + effect, 0) / effects.length;
      assert.ok(mean > 1 && mean < bound, `${n} agents: design effect ${mean}`);
    }
  });

  it("are refused for chunks with a gap or an overlap", () => {
    const run = runOf(1);
    const [a, b, c] = [answerAgents(run, 0, 5), answerAgents(run, 6, 5), answerAgents(run, 4, 5)];
    assert.throws(() => rakeWeights(run, [a, b]), /agent 5 is missing or there twice/);
    assert.throws(() => rakeWeights(run, [a, c]), RangeError);
    assert.throws(() => rakeWeights(run, [b]), RangeError);
  });
});
