import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { answerAgents } from "#engine/sampling/answer-agents.ts";
import { decodeChunk, encodeChunk, runDigest } from "#engine/sampling/chunks.ts";
import { prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import { PLANTED } from "../bank/methodology-fixture.ts";
import { CHUNKS } from "./any-chunks.ts";

const run = prepareSimulation({ seed: 77, methodology: PLANTED, tier: 1 });

describe("stored chunks", () => {
  it("decode to the same agents, from buffers at any offset", () => {
    fc.assert(
      fc.property(CHUNKS, fc.nat(3), (chunks, offset) => {
        const back = chunks.map((chunk) => {
          const stored = encodeChunk(chunk);
          const moved = Buffer.concat([Buffer.alloc(offset), stored.reason]).subarray(offset);
          return decodeChunk({ ...structuredClone(stored), reason: moved });
        });
        assert.equal(runDigest(back), runDigest(chunks));
        assert.deepEqual(back.map(({ quote }) => quote), chunks.map(({ quote }) => quote));
      }),
      { seed: 8, numRuns: 100 },
    );
  });

  it("hold only the reasons that agents give, and quotes by agent", () => {
    const chunk = answerAgents(run, 500, 20);
    const { reasons, quotes } = encodeChunk(chunk);
    assert.deepEqual(new Set(reasons), new Set(Array.from(chunk.reason, (r) => chunk.reasons[r]!)));
    assert.deepEqual(
      Object.keys(quotes).map(Number),
      chunk.quote.flatMap((text, k) => text === null ? [] : [500 + k]),
    );
  });

  it("are refused when their columns do not have as many entries as agents", () => {
    const stored = encodeChunk(answerAgents(run, 0, 10));
    for (const column of ["answer", "intensity", "reason", "segment"] as const) {
      const cut = { ...stored, [column]: stored[column].slice(1) };
      assert.throws(() => decodeChunk(cut), /Cannot decode the chunk from agent 0/, column);
    }
  });

  it("are refused when they quote somebody who is not in them", () => {
    const stored = encodeChunk(answerAgents(run, 40, 10));
    for (const index of ["39", "50", "x"]) {
      assert.throws(() => decodeChunk({ ...stored, quotes: { [index]: "No." } }), RangeError, index);
    }
  });
});
