import assert from "node:assert/strict";
import { readStoredVerdict } from "#engine/verdict/stored-verdict.ts";

describe("a stored verdict", () => {
  it("from before the fourth answer has shares over yes, maybe and no", () => {
    const read = readStoredVerdict({ yes: 50, maybe: 30, no: 20 }, null);
    assert.deepEqual(read, {
      yes: 50,
      maybe: 30,
      no: 20,
      n_a: null,
      total: 100,
      answer: "yes",
      yes_pct: 50,
      maybe_pct: 30,
      no_pct: 20,
      n_a_pct: null,
      interval_pct: null,
      sampling_margin_pct: 9.8,
      uncertainty_basis: "unmeasured",
      evidence: "general_population",
      effective_human_n: null,
      margin_of_error_pct: null,
      design_effect: 1,
      effective_n: 100,
    });
  });

  it("keeps the weighted shares and the design effect that an old row has", () => {
    const read = readStoredVerdict({
      yes: 1,
      maybe: 1,
      no: 1,
      n_a: null,
      n_a_pct: null,
      yes_pct: 30,
      maybe_pct: 30.5,
      no_pct: 39.5,
      design_effect: 1.5,
      margin_of_error_pct: 4,
      answer: null,
    }, { tier: 2 });
    assert.deepEqual([read.yes_pct, read.maybe_pct, read.no_pct, read.n_a_pct], [30, 30.5, 39.5, null]);
    assert.deepEqual([read.answer, read.design_effect, read.effective_n, read.evidence], [
      "no",
      1.5,
      2,
      "predicted",
    ]);
  });

  it("scales three shares that were shares of four answers to 100", () => {
    const read = readStoredVerdict({ yes: 4, maybe: 3, no: 2, yes_pct: 40, maybe_pct: 30, no_pct: 20 }, null);
    assert.deepEqual([read.yes_pct, read.maybe_pct, read.no_pct], [44.45, 33.33, 22.22]);
  });

  const stored = {
    yes: 1,
    maybe: 0,
    no: 0,
    n_a: 0,
    total: 1,
    answer: "yes",
    yes_pct: 100,
    maybe_pct: 0,
    no_pct: 0,
    n_a_pct: 0,
    margin_of_error_pct: 79.3,
    design_effect: 1,
    effective_n: 1,
    interval_pct: { yes: [20.65, 100], maybe: [0, 79.35], no: [0, 79.35] },
    sampling_margin_pct: 79.3,
    uncertainty_basis: "held_out_questions",
    evidence: "predicted",
    effective_human_n: 0.9,
  } as const;

  it("with four answers is returned unchanged", () => {
    assert.deepEqual(readStoredVerdict(stored, { tier: 2 }), stored);
  });
});
