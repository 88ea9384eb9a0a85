import assert from "node:assert/strict";
import type { Caller, Reply } from "./caller.ts";
import { eventually } from "./eventually.ts";

export const QUESTION = "Would you buy this oat drink for your breakfast?";

/** The body of a create request for a small simulation; `change` overrides its fields. */
export function simulationBody(change: object = {}): object {
  return {
    workflow_id: "product-purchase-intent",
    agent_count: 100,
    question: QUESTION,
    generate_insights: false,
    ...change,
  };
}

/** Creates a simulation and returns its id. */
export async function newSimulation(call: Caller, change: object = {}): Promise<string> {
  const created = await call("POST", "/v1/simulations", { body: simulationBody(change) });
  assert.equal(created.status, 202, JSON.stringify(created.meta));
  return created.data.id;
}

/** Its status resource, once it has ended. */
export function ended(call: Caller, id: string, seconds = 45): Promise<Reply["data"]> {
  return eventually(`simulation ${id} to end`, async () => {
    const { data } = await call("GET", `/v1/simulations/${id}?wait=10`);
    return data.status === "completed" || data.status === "failed" ? data : undefined;
  }, seconds);
}

/** Creates a simulation, which must complete, and returns its results. */
export async function completedResults(call: Caller, change: object = {}): Promise<Reply["data"]> {
  const id = await newSimulation(call, change);
  const { status, failure_message } = await ended(call, id);
  assert.equal(status, "completed", failure_message);
  return (await call("GET", `/v1/simulations/${id}/results`)).data;
}
