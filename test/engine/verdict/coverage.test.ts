import assert from "node:assert/strict";
import { answerAgents } from "#engine/simulation/answer-agents.ts";
import { PUBLISHED } from "#engine/methodologies/catalogue.ts";
import type { Tier } from "#engine/answer-model/basis.ts";
import { prepareRun } from "#engine/simulation/run.ts";
import { type Verdict, verdict } from "#engine/verdict/verdict.ts";
import { rakeWeights } from "#engine/verdict/weights.ts";

const SEEDS = 2_000;
const AGENTS = 200;
const METHODOLOGY = PUBLISHED.find(({ slug }) => slug === "product-purchase-intent")!;
const QUESTION = METHODOLOGY.kpi_question;

function verdicts(tier: Tier, randomEffects: boolean, seeds: number): { shown: Verdict[]; target: number } {
  const methodology = tier === 3 ? null : METHODOLOGY;
  let target = NaN;
  const shown = Array.from({ length: seeds }, (_, seed) => {
    const run = prepareRun({ seed, question: QUESTION, methodology, tier, randomEffects });
    target = 100 * run.basis.expected.overall.yes;
    const chunks = [answerAgents(run, 0, AGENTS)];
    return verdict(run, chunks, rakeWeights(run, chunks).weight);
  });
  return { shown, target };
}

const coverage = (shown: readonly Verdict[], target: number) =>
  100 * shown.filter((v) => Math.abs(v.yes_pct - target) <= v.margin_of_error_pct).length / shown.length;

const sdOf = (values: readonly number[]) => {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  return Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (values.length - 1));
};

describe("95 % intervals over 2,000 seeds", () => {
  it("cover the target in 93 to 97 % of runs by their sampling part alone, with run and segment shifts off", () => {
    const { shown, target } = verdicts(1, false, SEEDS);
    const covered = coverage(shown, target);
    assert.ok(covered >= 93 && covered <= 97, `${covered} %`);
  });

  for (const tier of [1, 2, 3] as const) {
    it(`cover the target in 93 to 97 % of runs with all their parts at tier ${tier}, with run and segment shifts on`, () => {
      const { shown, target } = verdicts(tier, true, SEEDS);
      const covered = coverage(shown, target);
      assert.ok(covered >= 93 && covered <= 97, `${covered} %`);
      const mean = shown.reduce((sum, v) => sum + v.yes_pct, 0) / SEEDS;
      const sd = sdOf(shown.map((v) => v.yes_pct));
      assert.ok(Math.abs(mean - target) < 4 * sd / Math.sqrt(SEEDS), `mean ${mean} for ${target}`);
      const stated = shown.reduce((sum, v) => sum + v.margin_of_error_pct / 1.96, 0) / SEEDS;
      assert.ok(Math.abs(sd / stated - 1) < 0.06, `results vary by ${sd}, stated ${stated}`);
    });
  }
});

describe("the mean verdict over 200 seeds", () => {
  it("is within 3 standard errors of the target for each answer", () => {
    const { shown } = verdicts(1, true, 200);
    const { overall } =
      prepareRun({ seed: 0, question: QUESTION, methodology: METHODOLOGY, tier: 1 }).basis.expected;
    for (const answer of ["yes", "maybe", "no", "n_a"] as const) {
      const values = shown.map((v) => v[`${answer}_pct`]);
      const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
      const error = sdOf(values) / Math.sqrt(values.length);
      assert.ok(
        Math.abs(mean - 100 * overall[answer]) < 3 * error,
        `${answer}: ${mean} for ${100 * overall[answer]}`,
      );
    }
  });
});
