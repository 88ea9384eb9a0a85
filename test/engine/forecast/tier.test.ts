import assert from "node:assert/strict";
import type { LikelyMatch } from "#engine/bank/matcher.ts";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { decideTier, type ReadQuestion, type TierEvidence } from "#engine/forecast/forecast.ts";

const likely = {
  polarity: "same",
  lacking: [],
  replacing: [],
  qualifiers: [],
  sameWords: false,
  demand: "same",
  similarity: 0.9,
  chance: 0.9,
} as unknown as LikelyMatch;

interface Read extends Partial<Omit<TierEvidence, "similarity">> {
  readonly own?: number;
  readonly kpi?: number;
}

const decide = (read: object, { own, kpi, ...evidence }: Read) =>
  decideTier(
    { match: { none: 0.1, likely: [], best: likely, object: 0.9 }, ...read } as unknown as ReadQuestion,
    {
      methodology: PUBLISHED[0]!,
      onTopic: false,
      offered: null,
      similarity: { own: own ?? null, kpi: kpi ?? null },
      ...evidence,
    },
  );

describe("The tier of a question", () => {
  const own = { own: { likely } };

  it("is 1 for a survey's question from a similarity of 0.85 on", () => {
    assert.deepEqual(decide(own, { own: 0.85 }), { tier: 1, table: "own" });
    assert.deepEqual(decide(own, { own: 0.849 }), { tier: 2, table: null });
  });

  it("is 1 for a survey's question only where it offers the answers that are asked for", () => {
    const middle = { own: { likely, question: { has_maybe: true } } };
    assert.equal(decide(middle, { own: 1, offered: "yes_maybe_no" }).tier, 1);
    assert.deepEqual(decide(middle, { own: 1, offered: "yes_no" }), { tier: 2, table: null });
    const none = { own: { likely, question: { has_maybe: false } } };
    assert.equal(decide(none, { own: 1, offered: "yes_no" }).tier, 1);
    assert.equal(decide(none, { own: 1, offered: "yes_maybe_no" }).tier, 2);
  });

  it("is 2 with the KPI question's table from a similarity of 0.85 on, and never 1 by it", () => {
    assert.deepEqual(decide({ kpi: likely }, { kpi: 0.85 }), { tier: 2, table: "kpi" });
    assert.deepEqual(decide({ kpi: likely }, { kpi: 0.849 }), { tier: 3, table: null });
  });

  it("is 2 on the methodology's topic, and 3 off it or without one", () => {
    assert.deepEqual(decide({}, { onTopic: true }), { tier: 2, table: null });
    assert.deepEqual(decide({}, { onTopic: false }), { tier: 3, table: null });
    assert.deepEqual(decide(own, { own: 1, methodology: null }), { tier: 3, table: null });
  });
});
