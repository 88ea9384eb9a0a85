import assert from "node:assert/strict";
import { type AgentChunk, ANSWERS } from "#engine/sampling/chunks.ts";
import {
  type Nonresponse,
  NONRESPONSE_REASONS,
  nonresponseCounts,
  reportNonresponse,
} from "#providers/agents/nonresponse.ts";

/** A chunk of agents who say yes, except for these many of each kind. */
function chunkOf(first: number, count: number, without: Partial<Record<Nonresponse, number>>): AgentChunk {
  const kinds = Object.keys(NONRESPONSE_REASONS) as Nonresponse[];
  const answer = new Uint8Array(count);
  const reason = new Uint16Array(count);
  let k = 0;
  kinds.forEach((kind, place) => {
    for (let n = 0; n < (without[kind] ?? 0); n++, k++) {
      answer[k] = ANSWERS.indexOf("n_a");
      reason[k] = place + 1;
    }
  });
  return {
    first,
    count,
    answer,
    intensity: new Uint8Array(count),
    segment: new Uint8Array(0),
    reason,
    reasons: ["Because.", ...kinds.map((kind) => NONRESPONSE_REASONS[kind])],
    quote: Array(count).fill(null),
  };
}

describe("kinds of nonresponse", () => {
  it("are counted from a stored chunk", () => {
    const without = { not_applicable: 1, dont_know: 2, prefer_not: 3, model_refusal: 4, failed: 5 };
    assert.deepEqual(nonresponseCounts(chunkOf(0, 50, without)), without);
  });

  it("add up over the chunks of a run", () => {
    const { counts, failed_share } = reportNonresponse([
      chunkOf(0, 500, { failed: 12, dont_know: 3 }),
      chunkOf(500, 500, { failed: 8 }),
    ]);
    assert.deepEqual([counts.failed, counts.dont_know, failed_share], [20, 3, 0.02]);
  });

  it("fail a run with unreadable replies for more than 2 % of its agents", () => {
    const chunks = [chunkOf(0, 500, { failed: 12 }), chunkOf(500, 500, { failed: 9 })];
    assert.throws(() => reportNonresponse(chunks), { code: "too_many_failed", retryable: false });
  });

  it("flag a run with refusals for more than 5 % of its agents", () => {
    assert.equal(reportNonresponse([chunkOf(0, 1_000, { model_refusal: 50 })]).refusals_flagged, false);
    assert.equal(reportNonresponse([chunkOf(0, 1_000, { model_refusal: 51 })]).refusals_flagged, true);
  });
});
