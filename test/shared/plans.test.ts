import assert from "node:assert/strict";
import { limitsOf, PLAN_TIERS } from "#shared/plans.ts";

describe("plans", () => {
  it("have the ceilings of the contract", () => {
    // Agents a simulation, requests a minute, simulations a month, agent runs a month, Readings in USD a month.
    const table = {
      sandbox: [500, 60, 100, 20_000, 5],
      growth: [2_500, 300, 1_000, 1_000_000, 50],
      studio: [10_000, 1_200, 10_000, 20_000_000, 500],
      enterprise: [10_000, 6_000, null, null, null],
    };
    assert.deepEqual(Object.keys(table), [...PLAN_TIERS]);
    for (const tier of PLAN_TIERS) {
      const limits = limitsOf(tier);
      assert.deepEqual([
        limits.agent_count_ceiling,
        limits.requests_per_minute,
        limits.simulations_per_month,
        limits.agent_runs_per_month,
        limits.reading_ceiling_usd,
      ], table[tier]);
    }
  });

  it("yield to an organization's own figures, lower, higher or zero, one by one", () => {
    const figures = {
      agent_count_ceiling: 7_000,
      requests_per_minute: 1,
      simulations_per_month: 0,
      agent_runs_per_month: 5_000_000_000,
      reading_ceiling_usd: 0.5,
    };
    for (const tier of PLAN_TIERS) {
      assert.deepEqual(limitsOf(tier, figures), figures);
      for (const [name, figure] of Object.entries(figures)) {
        assert.deepEqual(limitsOf(tier, { [name]: figure }), {
          ...limitsOf(tier),
          [name]: figure,
        });
      }
    }
  });
});
