import assert from "node:assert/strict";
import fc from "fast-check";
import { agentSegments, answerAgents } from "#engine/simulation/answer-agents.ts";
import type { AgentChunk } from "#engine/simulation/answers.ts";
import { runDigest } from "#engine/simulation/chunks.ts";
import { PUBLISHED } from "#engine/methodologies/catalogue.ts";
import { prepareRun, type Run } from "#engine/simulation/run.ts";
import { PLANTED } from "../methodologies/methodology-fixture.ts";

const QUESTION = "Would you buy it?";
const planted = (seed: number, question = QUESTION): Run =>
  prepareRun({ seed, question, methodology: PLANTED, tier: 1 });

/** Agents 0 … n − 1 in chunks of these sizes, the last size repeated, then shuffled. */
function chunked(run: Run, n: number, sizes: readonly number[]): AgentChunk[] {
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
    const generic = prepareRun({ seed: 2 ** 53 - 1, question: "Is it so?", methodology: null, tier: 3 });
    assert.deepEqual(
      [runDigest([answerAgents(planted(11), 0, 500)]), runDigest([answerAgents(generic, 0, 500)])].map((d) =>
        d.slice(0, 16)
      ),
      ["71560b133794080c", "c46b42f8ae5659c9"],
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

  it("are the same people for another question, and answer it in a related way", () => {
    const first = answerAgents(planted(3), 0, 5_000);
    const other = answerAgents(planted(3, "Would you consider buying it?"), 0, 5_000);
    const subject = PUBLISHED.find(({ slug }) => slug === "brand-trust")!;
    const elsewhere = answerAgents(
      prepareRun({ seed: 3, question: "Do you trust it?", methodology: subject, tier: 1 }),
      0,
      5_000,
    );
    const stranger = answerAgents(planted(4), 0, 5_000);
    assert.deepEqual(first.segment, other.segment);
    const agreement = (a: AgentChunk, b: AgentChunk) =>
      a.answer.filter((x, k) => x === b.answer[k]).length / 5_000;
    const [same, across, none] = [other, elsewhere, stranger].map((chunk) => agreement(first, chunk)) as [
      number,
      number,
      number,
    ];
    // Retests of survey answers agree about 0.75 to 0.8; unrelated answers with these shares about 0.33.
    assert.ok(same > 0.62 && same < 0.85, `${same}`);
    assert.ok(across > none + 0.05 && across < same - 0.1, `${none} < ${across} < ${same}`);
  });

  it("are the same when the question differs in case and spacing only", () => {
    assert.equal(
      runDigest([answerAgents(planted(3), 0, 100)]),
      runDigest([answerAgents(planted(3, "  WOULD you buy it? "), 0, 100)]),
    );
  });

  it("have the same segments when those alone are drawn", () => {
    const run = planted(9);
    assert.deepEqual(agentSegments(run, 40, 25), answerAgents(run, 40, 25).segment);
  });

  it("have an intensity from 1 to 5 if and only if they answer, mostly 1 to 3 for maybe", () => {
    for (const methodology of [PLANTED, ...PUBLISHED]) {
      const run = prepareRun({ seed: 21, question: methodology.kpi_question, methodology, tier: 1 });
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
    const run = prepareRun({ seed: 1, question: QUESTION, methodology, tier: 1 });
    const { segment } = answerAgents(run, 0, 2_000);
    assert.ok(segment.subarray(0, 2_000).every((sex) => sex === 0));
    assert.ok(segment.subarray(2_000, 4_000).every((age) => age >= 4));
  });
});
