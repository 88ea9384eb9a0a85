import assert from "node:assert/strict";
import { readingPayload, simulationPayload } from "#shared/webhooks/payloads.ts";

const ENDED = {
  id: "0198c2a0-0000-7000-8000-000000000001",
  methodology_slug: "brand-trust",
  agent_count: 100,
  completed_at: new Date("2026-11-20T10:00:00Z"),
};
const GENERATED = { simulation_id: ENDED.id, generated_at: new Date("2026-11-20T10:00:05Z") };

describe("The data of a webhook event", () => {
  it("describes a completed simulation, with the URL of its results", () => {
    const row = { ...ENDED, status: "completed", failure_code: null, failure_message: null };
    assert.deepEqual(simulationPayload(row, "https://api.example.com"), {
      simulation_id: ENDED.id,
      workflow_id: "brand-trust",
      status: "completed",
      agent_count: 100,
      results_url: `https://api.example.com/v1/simulations/${ENDED.id}/results`,
      completed_at: "2026-11-20T10:00:00.000Z",
      failure_code: null,
      failure_message: null,
    });
  });

  it("names the cause of a failed simulation", () => {
    const row = {
      ...ENDED,
      status: "failed",
      failure_code: "cancelled",
      failure_message: "By the customer.",
    };
    const { status, failure_code, failure_message } = simulationPayload(row, "https://api.example.com");
    assert.deepEqual([status, failure_code, failure_message], ["failed", "cancelled", "By the customer."]);
  });

  it("describes a completed Reading by its blocks and its cost, with the path of the insights resource", () => {
    const block_status = { synthesis: "completed", across_runs: "not_applicable" };
    assert.deepEqual(readingPayload({ ...GENERATED, status: "completed", block_status, cost_usd: 0.05 }), {
      simulation_id: ENDED.id,
      insights_status: "completed",
      block_status,
      cost_usd_estimate: 0.05,
      generated_at: "2026-11-20T10:00:05.000Z",
      insights_url: `/v1/simulations/${ENDED.id}/insights`,
    });
  });

  it("describes a failed Reading by its message alone", () => {
    const error_message = "Cancelled by an operator. It can be generated again.";
    assert.deepEqual(readingPayload({ ...GENERATED, status: "failed", error_message }), {
      simulation_id: ENDED.id,
      insights_status: "failed",
      error_message,
      generated_at: "2026-11-20T10:00:05.000Z",
      insights_url: `/v1/simulations/${ENDED.id}/insights`,
    });
  });
});
