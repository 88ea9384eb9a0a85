import assert from "node:assert/strict";
import fc from "fast-check";
import { agentSegments, answerAgents } from "#engine/sampling/answer-agents.ts";
import { type AgentChunk, runDigest } from "#engine/sampling/chunks.ts";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { type PreparedSimulation, prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import { PLANTED } from "../bank/methodology-fixture.ts";

const planted = (seed: number): PreparedSimulation =>
  prepareSimulation({ seed, methodology: PLANTED, tier: 1 });

/** Agents 0 … n − 1 in chunks of these sizes, the last size repeated, then shuffled. */
function chunked(run: PreparedSimulation, n: number, sizes: readonly number[]): AgentChunk[] {
  const chunks: AgentChunk[] = [];
  for (let first = 0, i = 0; first < n; i++) {
    const count = Math.min(sizes[Math.min(i, sizes.length - 1)]!, n - first);
    chunks.push(answerAgents(run, first, count));
    first += count;
  }
  return chunks.sort((a, b) => (a.first * 7919) % n - (b.first * 7919) % n);
}

describe("the agents of a run", () => {
  it("are the same whatever the chunks, their order, or the process that prepared the run", () => {
    const whole = runDigest([answerAgents(planted(11), 0, 2_000)]);
    for (const sizes of [[1], [7], [500], [1999, 1]]) {
      assert.equal(runDigest(chunked(planted(11), 2_000, sizes)), whole, `${sizes}`);
    }
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 }), (sizes) => {
        assert.equal(runDigest(chunked(planted(11), 2_000, sizes)), whole);
      }),
      { seed: 2, numRuns: 10 },
    );
  });

  it("are those of this version of the engine, byte for byte", () => {
    const generic = prepareSimulation({ seed: 2 ** 53 - 1, methodology: null, tier: 3 });
    assert.deepEqual(
      [runDigest([answerAgents(planted(11), 0, 500)]), runDigest([answerAgents(generic, 0, 500)])].map((d) =>
        d.slice(0, 16)
      ),
      ["daa893ad1636b0a4", "e8d5533ee4f4136e"],
    );
  });

  it("of a shorter run are the prefix of a longer one's", () => {
    const long = answerAgents(planted(5), 0, 10_000);
    const short = answerAgents(planted(5), 0, 1_000);
    assert.deepEqual(short.answer, long.answer.slice(0, 1_000));
    assert.deepEqual(short.intensity, long.intensity.slice(0, 1_000));
    assert.deepEqual(short.reason, long.reason.slice(0, 1_000));
    assert.deepEqual(short.quote, long.quote.slice(0, 1_000));
    short.segment.forEach((s, at) => {
      assert.equal(s, long.segment[Math.floor(at / 1_000) * 10_000 + at % 1_000]);
    });
  });

  it("differ with the seed", () => {
    assert.notEqual(
      runDigest([answerAgents(planted(1), 0, 200)]),
      runDigest([answerAgents(planted(2), 0, 200)]),
    );
  });

  it("are the same people for another question, with the same draws where its made-up table is of the same topic", () => {
    const first = answerAgents(planted(3), 0, 5_000);
    const more = {
      ...PLANTED,
      calibration: {
        ...PLANTED.calibration,
        rows: PLANTED.calibration.rows.map((each) => ({
          ...each,
          yes_pct: each.yes_pct / 2,
          no_pct: each.no_pct + each.yes_pct / 2,
        })),
      },
    };
    const other = answerAgents(prepareSimulation({ seed: 3, methodology: more }), 0, 5_000);
    assert.deepEqual(first.segment, other.segment);
    // No agent who turns to no from a lower yes share would say yes more often: the draws are the same.
    assert.ok(first.answer.every((answer, k) => answer === 0 || other.answer[k] !== 0));
  });

  it("say no to the opposite question where they say yes to this one, and yes where they say no", () => {
    const run = planted(7);
    const [straight, opposite] = [run, { ...run, inverted: true }].map((each) => [
      ...answerAgents(each, 0, 2_000).answer,
    ]);
    const SWAPPED = [2, 1, 0, 3];
    assert.deepEqual(opposite, straight!.map((code) => SWAPPED[code]));
    assert.equal(new Set(straight).size, 4);
  });

  it("have the same segments when those alone are drawn", () => {
    const run = planted(9);
    assert.deepEqual(agentSegments(run, 40, 25), answerAgents(run, 40, 25).segment);
  });

  it("have an intensity from 1 to 5 if and only if they answer, mostly 1 to 3 for maybe", () => {
    for (const methodology of [PLANTED, ...PUBLISHED.filter(({ calibration }) => calibration.illustrative)]) {
      const run = prepareSimulation({ seed: 21, methodology, tier: 1 });
      const { answer, intensity } = answerAgents(run, 0, 4_000);
      const strengths = [0, 1, 2, 3].map((a) => intensity.filter((_, k) => answer[k] === a));
      assert.ok(strengths.slice(0, 3).every((of) => of.every((x) => x >= 1 && x <= 5)));
      assert.ok(strengths[3]!.every((x) => x === 0));
      const maybe = strengths[1]!;
      assert.ok(maybe.filter((x) => x <= 3).length > 0.9 * maybe.length, methodology.slug);
      for (const given of [strengths[0]!, strengths[2]!]) {
        const mean = given.reduce((sum, x) => sum + x, 0) / given.length;
        assert.ok(mean > 2.5 && mean < 4.3, `${methodology.slug} ${mean}`);
      }
    }
  });

  it("come only from the part of the frame that the methodology covers", () => {
    const methodology = {
      ...PLANTED,
      population: { ...PLANTED.population, where: { sex: ["female"], age: ["65+", "55-64"] } },
    };
    const run = prepareSimulation({ seed: 1, methodology, tier: 1 });
    const { segment } = answerAgents(run, 0, 2_000);
    assert.ok(segment.subarray(0, 2_000).every((sex) => sex === 0));
    assert.ok(segment.subarray(2_000, 4_000).every((age) => age >= 4));
  });
});
