import assert from "node:assert/strict";
import fc from "fast-check";
import { type AgentChunk, ANSWERS, writeAgentsJson } from "#engine/sampling/chunks.ts";
import { answerAgents } from "#engine/sampling/answer-agents.ts";
import { prepareSimulation, type SimulationDimension } from "#engine/sampling/prepared-simulation.ts";
import { rakeWeights } from "#engine/verdict/verdict.ts";
import { PLANTED } from "../bank/methodology-fixture.ts";
import { CHUNKS } from "./any-chunks.ts";

const run = prepareSimulation({ seed: 77, methodology: PLANTED, tier: 1 });

/** The agents array as plain objects. */
const rowsOf = (
  dimensions: readonly SimulationDimension[],
  chunks: readonly AgentChunk[],
  weight: Float64Array,
) =>
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

const DIMENSIONS: readonly SimulationDimension[] = [
  { name: "sex", segments: ["female", "male"] },
  { name: 'odd "name"', segments: ["a\\b", "c\nd", "é"] },
  ...Array.from({ length: 7 }, (_, d) => ({ name: `d${d}`, segments: ["x", "y"] })),
];

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
    const weight = rakeWeights(run, chunks);
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
