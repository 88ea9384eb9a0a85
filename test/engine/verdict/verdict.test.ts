import assert from "node:assert/strict";
import { answerAgents } from "#engine/sampling/answer-agents.ts";
import { type AgentChunk, ANSWERS } from "#engine/sampling/chunks.ts";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { type PreparedSimulation, prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import { bySegment, rakeWeights, samplingMargin, verdict } from "#engine/verdict/verdict.ts";
import type { AnswerSummary } from "#engine/verdict/schema.ts";
import { samplingAlone } from "./sampling-alone.ts";
import { PLANTED } from "../bank/methodology-fixture.ts";

const runOf = (seed = 1): PreparedSimulation =>
  samplingAlone(prepareSimulation({ seed, methodology: PLANTED, tier: 1 }));

/** A chunk of agents with these answers (places in `ANSWERS`). */
function answered(run: PreparedSimulation, answers: readonly number[]): AgentChunk {
  return { ...answerAgents(run, 0, answers.length), answer: Uint8Array.from(answers) };
}

const hundredthsOf = (pcts: readonly number[]) => pcts.reduce((sum, pct) => sum + Math.round(pct * 100), 0);

function assertAddsUp(summary: AnswerSummary): void {
  const { yes, maybe, no, n_a, total, yes_pct, maybe_pct, no_pct, n_a_pct } = summary;
  assert.equal(yes + maybe + no + n_a, total);
  assert.equal(hundredthsOf([yes_pct, maybe_pct, no_pct, n_a_pct]), 10_000);
}

describe("the verdict", () => {
  it("counts agents and weighs shares, and its margin follows from the figures it shows", () => {
    for (const n of [1, 2, 37, 500, 1_000, 5_000]) {
      const run = runOf(n);
      const chunks = [answerAgents(run, 0, n)];
      const weight = rakeWeights(run, chunks);
      const shown = verdict(run, chunks, weight);
      assertAddsUp(shown);
      assert.equal(shown.total, n);
      ANSWERS.forEach((answer, a) =>
        assert.equal(shown[answer], chunks[0]!.answer.filter((x) => x === a).length)
      );
      const yes = weight.reduce((sum, w, k) => sum + (chunks[0]!.answer[k] === 0 ? w : 0), 0);
      assert.ok(Math.abs(shown.yes_pct - 100 * yes / weight.reduce((sum, w) => sum + w, 0)) < 0.0101);
      const margin = samplingMargin(shown.yes_pct / 100, n, shown.design_effect);
      assert.ok(Math.abs(shown.sampling_margin_pct - margin) < 0.0051);
      const { interval_pct } = shown;
      assert.ok(interval_pct);
      const [low, high] = interval_pct.yes;
      assert.ok(Math.abs(shown.margin_of_error_pct! - (high - low) / 2) < 0.0101);
      assert.ok(low <= shown.yes_pct && shown.yes_pct <= high);
      for (const end of Object.values(interval_pct).flat()) assert.equal(end, Number(end.toFixed(1)));
      assert.ok(Math.abs(shown.effective_n - n / shown.design_effect) < 0.0051);
      assert.ok(shown.design_effect >= 1);
    }
  });

  it("names the largest weighted share, and of equals the first of yes, maybe, no, n_a", () => {
    const run = runOf();
    const of = (answers: readonly number[], weights: readonly number[]) =>
      verdict(run, [answered(run, answers)], Float64Array.from(weights)).answer;
    assert.equal(of([0, 2], [1, 1]), "yes");
    assert.equal(of([3, 2, 1], [1, 1, 1]), "maybe");
    assert.equal(of([3, 2], [1, 1]), "no");
    assert.equal(of([0, 0, 3], [0.4, 0.4, 2.2]), "n_a");
  });

  it("has Kish's design effect", () => {
    const run = runOf();
    const { design_effect, effective_n } = verdict(
      run,
      [answered(run, [0, 1, 2, 0])],
      Float64Array.of(0.5, 0.5, 1, 2),
    );
    assert.equal(design_effect, Math.round(4 * 5.5 / 16 * 1e4) / 1e4);
    assert.equal(effective_n, 2.91);
  });

  it("has exactly the contract's fields", () => {
    const run = runOf();
    const fields =
      "yes maybe no n_a total answer yes_pct maybe_pct no_pct n_a_pct interval_pct margin_of_error_pct " +
      "sampling_margin_pct design_effect effective_n uncertainty_basis evidence effective_human_n";
    const shown = verdict(run, [answered(run, [0])], Float64Array.of(1));
    assert.deepEqual(Object.keys(shown).sort(), fields.split(" ").sort());
    assert.ok(shown.sampling_margin_pct > 75 && shown.effective_human_n! > 0);
    assert.ok(
      shown.interval_pct!.yes[0] < 15 && shown.interval_pct!.yes[1] === 100,
      `${shown.interval_pct!.yes}`,
    );
  });
});

describe("the verdict of a made-up table", () => {
  const run = prepareSimulation({ seed: 4, methodology: PLANTED, tier: 2 });
  const chunks = [answerAgents(run, 0, 500)];
  const weight = rakeWeights(run, chunks);

  it("is a demonstration: no interval, no margin and no people, in segments neither", () => {
    const shown = verdict(run, chunks, weight);
    assert.deepEqual(
      [
        shown.evidence,
        shown.uncertainty_basis,
        shown.interval_pct,
        shown.margin_of_error_pct,
        shown.effective_human_n,
      ],
      ["demo", "unmeasured", null, null, null],
    );
    assert.ok(shown.sampling_margin_pct > 3 && shown.yes_pct > 0);
    for (const row of bySegment(run, chunks, weight)) {
      assert.deepEqual([row.interval_pct, row.margin_of_error_pct], [null, null]);
    }
  });
});

describe("segments", () => {
  it("add up to the verdict in every dimension, whatever the number of agents", () => {
    for (const methodology of [PLANTED, ...PUBLISHED]) {
      for (const n of [1, 13, 700]) {
        const run = prepareSimulation({ seed: n, methodology, tier: 1 });
        const chunks = [answerAgents(run, 0, n)];
        const weight = rakeWeights(run, chunks);
        const whole = verdict(run, chunks, weight);
        const rows = bySegment(run, chunks, weight);
        rows.filter(({ total }) => total > 0).forEach(assertAddsUp);
        for (const row of rows.filter(({ total }) => total === 0)) {
          assert.deepEqual([row.yes_pct, row.interval_pct, row.small_base], [0, null, true]);
        }
        for (const dimension of methodology.segments) {
          const own = rows.filter((row) => row.dimension === dimension);
          for (const field of ["yes", "maybe", "no", "n_a", "total"] as const) {
            assert.equal(
              own.reduce((sum, row) => sum + row[field], 0),
              whole[field],
              `${dimension} ${field}`,
            );
          }
        }
        assert.deepEqual(new Set(rows.map(({ dimension }) => dimension)), new Set(methodology.segments));
      }
    }
  });

  it("have a small base under 30 effective agents, and from 30 on none", () => {
    const run = runOf(2);
    const chunks = [answerAgents(run, 0, 200)];
    const rows = bySegment(run, chunks, rakeWeights(run, chunks));
    for (const { small_base, effective_n } of rows) {
      assert.equal(small_base, effective_n < 30, `${effective_n}`);
    }
    assert.ok(rows.some(({ effective_n }) => effective_n >= 20 && effective_n < 30));
    assert.ok(rows.some(({ effective_n }) => effective_n >= 30));
  });

  it("have wider margins than the verdict; those without agents have zeros and no interval", () => {
    const run = runOf(2);
    const chunks = [answerAgents(run, 0, 1_000)];
    const weight = rakeWeights(run, chunks);
    const whole = verdict(run, chunks, weight);
    for (const row of bySegment(run, chunks, weight)) {
      assert.ok(row.total > 0 && !row.small_base);
      assert.ok(row.margin_of_error_pct! > whole.margin_of_error_pct!, `${row.dimension}=${row.segment}`);
    }
  });
});
