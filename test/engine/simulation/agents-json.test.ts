import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { answerAgents } from "#engine/simulation/answer-agents.ts";
import { type AgentChunk, ANSWERS } from "#engine/simulation/answers.ts";
import { decodeChunk, encodeChunk } from "#engine/simulation/chunk-codec.ts";
import { runDigest } from "#engine/simulation/chunks.ts";
import { writeAgentsJson } from "#engine/simulation/agents-json.ts";
import { prepareRun, type RunDimension } from "#engine/simulation/run.ts";
import { rakeWeights } from "#engine/verdict/weights.ts";
import { PLANTED } from "../methodologies/methodology-fixture.ts";

const run = prepareRun({ seed: 77, question: "?", methodology: PLANTED, tier: 1 });

/** The agents array as plain objects. */
const rowsOf = (dimensions: readonly RunDimension[], chunks: readonly AgentChunk[], weight: Float64Array) =>
  chunks.flatMap(({ first, count, segment, answer, intensity, reason, reasons, quote }) =>
    Array.from({ length: count }, (_, k) => ({
      index: first + k,
      segments: Object.fromEntries(
        dimensions.map(({ name, segments }, d) => [name, segments[segment[d * count + k]!]!]),
      ),
      weight: weight[first + k]!,
      answer: ANSWERS[answer[k]!]!,
      intensity: intensity[k] === 0 ? null : intensity[k]!,
      reason: reasons[reason[k]!]!,
      quote: quote[k] ?? null,
    }))
  );

const TEXT = fc.string({
  unit: fc.constantFrom("a", '"', "\\", "\n", "\u0000", "é", "😀", "\u2028", " "),
  maxLength: 12,
});
const DIMENSIONS: readonly RunDimension[] = [
  { name: "sex", segments: ["female", "male"] },
  { name: 'odd "name"', segments: ["a\\b", "c\nd", "é"] },
  ...Array.from({ length: 7 }, (_, d) => ({ name: `d${d}`, segments: ["x", "y"] })),
];

/** A chunk with texts of all kinds, from agent `first` on. */
const chunkFrom = (first: number): fc.Arbitrary<AgentChunk> =>
  fc.tuple(fc.array(TEXT, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 6 })).chain((
    [reasons, count],
  ) =>
    fc.record({
      first: fc.constant(first),
      count: fc.constant(count),
      answer: fc.uint8Array({ minLength: count, maxLength: count, max: 3 }),
      intensity: fc.uint8Array({ minLength: count, maxLength: count, max: 5 }),
      segment: fc.uint8Array({ minLength: 9 * count, maxLength: 9 * count, max: 1 }),
      reason: fc.uint16Array({ minLength: count, maxLength: count, max: reasons.length - 1 }),
      reasons: fc.constant(reasons),
      quote: fc.array(fc.option(TEXT), { minLength: count, maxLength: count }),
    })
  );

const CHUNKS = chunkFrom(0).chain((a) => chunkFrom(a.count).map((b) => [a, b]));

describe("the agents array", () => {
  it("is the JSON of the same rows, whatever the texts and dimensions", () => {
    const weights = fc.array(fc.double({ min: 0.1, max: 5, noNaN: true }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(CHUNKS, weights, fc.integer({ min: 0, max: 9 }), (chunks, list, width) => {
        const dimensions = DIMENSIONS.slice(0, width);
        const weight = Float64Array.from(list);
        const text = writeAgentsJson({ dimensions, chunks: [...chunks].reverse(), weight }).join("");
        assert.equal(text, JSON.stringify(rowsOf(dimensions, chunks, weight)));
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it("comes in pieces of 250 agents, and holds all agents of a run with the reported dimensions only", () => {
    const chunks = [answerAgents(run, 610, 390), answerAgents(run, 0, 610)];
    const { weight } = rakeWeights(run, chunks);
    const pieces = writeAgentsJson({ dimensions: run.dimensions.slice(0, run.reported), chunks, weight });
    assert.equal(pieces.length, 7);
    const agents = JSON.parse(pieces.join(""));
    assert.equal(agents.length, 1_000);
    assert.deepEqual(
      agents.map(({ index }: { index: number }) => index),
      Array.from({ length: 1_000 }, (_, i) => i),
    );
    assert.deepEqual(Object.keys(agents[0].segments), ["sex", "age", "education", "region"]);
    assert.deepEqual(Object.keys(agents[0]), [
      "index",
      "segments",
      "weight",
      "answer",
      "intensity",
      "reason",
      "quote",
    ]);
  });

  it("is an empty array without agents", () => {
    assert.equal(writeAgentsJson({ dimensions: [], chunks: [], weight: new Float64Array(0) }).join(""), "[]");
  });
});

describe("stored chunks", () => {
  it("give back the same agents, through buffers at any offset", () => {
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

  it("keep only the reasons that are given, and quotes by agent", () => {
    const chunk = answerAgents(run, 500, 20);
    const { reasons, quotes } = encodeChunk(chunk);
    assert.deepEqual(new Set(reasons), new Set(Array.from(chunk.reason, (r) => chunk.reasons[r]!)));
    assert.deepEqual(
      Object.keys(quotes).map(Number),
      chunk.quote.flatMap((text, k) => text === null ? [] : [500 + k]),
    );
  });

  it("are refused when their columns do not fit", () => {
    const stored = encodeChunk(answerAgents(run, 0, 10));
    for (const column of ["answer", "intensity", "reason", "segment"] as const) {
      const cut = { ...stored, [column]: stored[column].slice(1) };
      assert.throws(() => decodeChunk(cut), /Cannot decode the chunk from agent 0/, column);
    }
  });
});

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
