import assert from "node:assert/strict";
import { expectedOf } from "#engine/forecast/answer-model.ts";
import { newestMethodology } from "#engine/bank/catalogue.ts";
import type { Methodology } from "#engine/bank/methodology.ts";
import type { Forecast } from "#engine/forecast/forecast.ts";
import { answerAgents } from "#engine/sampling/answer-agents.ts";
import { prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import type { Verdict } from "#engine/verdict/schema.ts";
import { rakeWeights, verdict } from "#engine/verdict/verdict.ts";
import { fewestOf } from "../binomial.ts";
import { forecastOf } from "#testing/engine-run.ts";
import { samplingAlone } from "./sampling-alone.ts";

const AGENTS = 200;
const PURCHASE = newestMethodology("product-purchase-intent")!;

function verdicts(methodology: Methodology | null, seeds: number, forecast?: Forecast): Verdict[] {
  return Array.from({ length: seeds }, (_, seed) => {
    const prepared = prepareSimulation({
      seed,
      methodology,
      ...(forecast === undefined ? {} : { forecast }),
    });
    const run = forecast === undefined ? samplingAlone(prepared) : prepared;
    const chunks = [answerAgents(run, 0, AGENTS)];
    return verdict(run, chunks, rakeWeights(run, chunks));
  });
}

const meanOf = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;
const sdOf = (values: readonly number[]) => {
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (values.length - 1));
};

describe("the interval of a run without a forecast, which is sampling alone", () => {
  it("covers the target in 93 to 97 % of runs, as far as 600 seeds tell", () => {
    const shown = verdicts(PURCHASE, 600);
    const { overall } = expectedOf(prepareSimulation({ seed: 0, methodology: PURCHASE }).basis);
    for (const answer of ["yes", "maybe", "no"] as const) {
      const target = 100 * overall[answer];
      const covered = shown.filter(({ interval_pct }) =>
        interval_pct![answer][0] <= target && target <= interval_pct![answer][1]
      ).length;
      const missed = shown.length - covered;
      assert.ok(covered >= fewestOf(shown.length, 0.93, 0.01), `${answer}: ${covered} cover it`);
      assert.ok(missed >= fewestOf(shown.length, 0.03, 0.01), `${answer}: ${missed} miss it`);
    }
  });
});

describe("the verdicts of 300 seeds", () => {
  const asked = [
    ["public-spending", "Should the country spend more on education and schools?"],
    ["public-spending", "Should the country spend less on education and schools?"],
    ["policy-support", "Do you support a tax on sugary drinks?"],
    ["subscription-pricing", "Would you pay $12 a month for this news service?"],
    [null, "Is the moon made of cheese?"],
  ] as const;
  for (const [slug, question] of asked) {
    it(`have the forecast as their mean and the sampling margin as their spread: ${question}`, async () => {
      const methodology = slug === null ? null : newestMethodology(slug)!;
      const forecast = await forecastOf(question, slug);
      const shown = verdicts(methodology, 300, forecast);
      for (const answer of ["yes", "maybe", "no", "n_a"] as const) {
        const values = shown.map((each) => each[`${answer}_pct`]);
        const off = meanOf(values) - 100 * forecast.overall[answer];
        assert.ok(Math.abs(off) <= 3 * sdOf(values) / Math.sqrt(300) + 1e-9, `${answer} is off by ${off}`);
      }
      const stated = meanOf(shown.map(({ sampling_margin_pct }) => sampling_margin_pct / 1.96));
      const spread = sdOf(shown.map(({ yes_pct }) => yes_pct));
      assert.ok(
        spread / stated > 0.85 && spread / stated < 1.12,
        `results vary by ${spread}, stated ${stated}`,
      );
    });
  }
});
