import assert from "node:assert/strict";
import type { AgentChunk } from "#engine/sampling/chunks.ts";
import type { ReadingInput } from "#engine/readings/input.ts";
import { quotes } from "#engine/readings/reasons.ts";
import { syntheticRun } from "./synthetic-run.ts";

interface Yes {
  intensity: number;
  reason: string;
  quote: string | null;
  region?: "west" | "south";
}

/** A run in which everybody says yes, agent by agent. */
function everyYes(agents: readonly Yes[]): ReadingInput {
  const base = syntheticRun({ agents: agents.length, shares: { yes: 1, maybe: 0, no: 0, n_a: 0 } });
  const reasons = [...new Set(agents.map(({ reason }) => reason))];
  const chunk: AgentChunk = {
    first: 0,
    count: agents.length,
    answer: new Uint8Array(agents.length),
    intensity: Uint8Array.from(agents, ({ intensity }) => intensity),
    segment: Uint8Array.from(agents, ({ region }) => region === "south" ? 1 : 0),
    reason: Uint16Array.from(agents, ({ reason }) => reasons.indexOf(reason)),
    reasons,
    quote: agents.map(({ quote }) => quote),
  };
  return { ...base, chunks: [chunk], dimensions: [{ name: "region", segments: ["west", "south"] }] };
}

const price = "The price is fair.";
const time = "It would save me time.";

describe("a quote", () => {
  it("comes first from an agent whose reason has the answer's most common theme", () => {
    const input = everyYes([
      { intensity: 3, reason: time, quote: "Saves time!" },
      { intensity: 5, reason: price, quote: "Fair price!" },
      { intensity: 3, reason: price, quote: null },
      { intensity: 3, reason: price, quote: null },
    ]);
    assert.equal(quotes(input).yes?.text, "Fair price!");
  });

  it("then from the one whose intensity is closest to the median", () => {
    const input = everyYes(
      [5, 4, 2, 3, 3].map((intensity, k) => ({
        intensity,
        reason: price,
        quote: k < 3 ? `quote ${k}` : null,
      })),
    );
    assert.equal(quotes(input).yes?.text, "quote 1");
  });

  it("then from the one in the most common segments, and last from the lowest index", () => {
    const input = everyYes([
      { intensity: 3, reason: price, quote: "west", region: "west" },
      { intensity: 3, reason: price, quote: "first south", region: "south" },
      { intensity: 3, reason: price, quote: "second south", region: "south" },
    ]);
    assert.deepEqual(quotes(input).yes, {
      text: "first south",
      agent_index: 1,
      segments: { region: "south" },
    });
  });

  it("is the stored string, character for character", () => {
    const stored = '  "Well…"\n\tI said <b>yes</b> — 100 %! 🙂 ';
    assert.equal(quotes(everyYes([{ intensity: 1, reason: price, quote: stored }])).yes?.text, stored);
  });

  it("is null where nobody gave the answer", () => {
    assert.equal(quotes(everyYes([{ intensity: 3, reason: price, quote: "Fair!" }])).no, null);
  });

  it("is an agent's reason where nobody with the answer has a quote, by the same order", () => {
    const input = everyYes([
      { intensity: 3, reason: time, quote: null },
      { intensity: 5, reason: price, quote: null },
      { intensity: 3, reason: price, quote: " " },
    ]);
    assert.deepEqual([quotes(input).yes?.text, quotes(input).yes?.agent_index], [price, 2]);
  });
});
