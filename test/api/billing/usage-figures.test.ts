import assert from "node:assert/strict";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization } from "#testing/organizations.ts";
import { newSimulation } from "#testing/simulations.ts";

describe("The figures of usage", () => {
  it("count simulations, agents and Readings with their cost, beside the plan's limits", async () => {
    const { call } = await newOrganization({ plan_tier: "growth", requests_per_minute: null });
    const id = await newSimulation(call, { agent_count: 40, generate_insights: true });
    await eventually("the Reading", async () => {
      const { data } = await call("GET", `/v1/simulations/${id}/insights`);
      return data.insights_status === "completed" || undefined;
    });
    const { period: _, ...usage } = (await call("GET", "/v1/usage")).data;
    assert.deepEqual(usage, {
      plan_tier: "growth",
      simulations_this_period: 1,
      simulations_limit: 1_000,
      agent_runs_this_period: 40,
      agent_runs_limit: 1_000_000,
      simulations_lifetime: 1,
      agent_count_ceiling: 2_500,
      rate_limit_per_minute: 300,
      readings_this_period: 1,
      reading_cost_usd_this_period: 0.05,
      reading_ceiling_usd: 50,
    });
  });

  it("of a methodology's table are its rows and those kept out of the fit", async () => {
    const { call } = await newOrganization();
    for (const { slug, calibration: { rows } } of [PUBLISHED[0]!, PUBLISHED.at(-1)!]) {
      const { calibration } = (await call("GET", `/v1/workflows/${slug}`)).data;
      assert.equal(calibration.rows, rows.length);
      assert.equal(calibration.held_out_rows, rows.filter(({ held_out }) => held_out).length);
    }
  });
});
