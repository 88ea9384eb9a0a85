import assert from "node:assert/strict";
import { answerAgents } from "#engine/sampling/answer-agents.ts";
import { type AgentChunk, answerAt, inOrder, reasonAt, runDigest } from "#engine/sampling/chunks.ts";
import { prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import { PLANTED } from "../bank/methodology-fixture.ts";

const run = prepareSimulation({ seed: 77, methodology: PLANTED, tier: 1 });

describe("a run's digest", () => {
  it("changes with any column of any agent", () => {
    const chunk = answerAgents(run, 0, 50);
    const digests = new Set([runDigest([chunk])]);
    for (const column of ["answer", "intensity", "segment", "reason"] as const) {
      const changed = chunk[column].slice();
      changed[31] = changed[31]! === 0 ? 1 : 0;
      digests.add(runDigest([{ ...chunk, [column]: changed }]));
    }
    digests.add(runDigest([{ ...chunk, quote: chunk.quote.map((text, k) => k === 31 ? `${text}!` : text) }]));
    digests.add(runDigest([{ ...chunk, reasons: chunk.reasons.map((text) => `${text} `) }]));
    assert.equal(digests.size, 7);
  });
});

describe("chunks", () => {
  it("are put in index order, and refused with a gap or an overlap", () => {
    const [a, b, c] = [answerAgents(run, 0, 5), answerAgents(run, 5, 3), answerAgents(run, 4, 5)];
    assert.deepEqual(inOrder([b, a]), [a, b]);
    assert.throws(() => inOrder([b]), /agent 0 is missing or there twice/);
    assert.throws(() => inOrder([a, c]), /agent 5 is missing or there twice/);
  });

  it("throw for an answer or a reason that does not exist, instead of giving another one", () => {
    const chunk = answerAgents(run, 0, 5);
    const broken: AgentChunk = { ...chunk, answer: Uint8Array.of(0, 1, 2, 3, 4), reasons: [] };
    assert.throws(() => answerAt(broken, 4), /Cannot read the answer of agent 4: 4 is no answer/);
    assert.throws(() => reasonAt(broken, 0), RangeError);
    assert.throws(() => answerAt(chunk, 5), RangeError);
  });
});
