import assert from "node:assert/strict";
import type { Caller, Reply } from "./caller.ts";
import { callerWith } from "./caller.ts";
import { eventually } from "./eventually.ts";
import { ended, newSimulation } from "./simulations.ts";
import { stack } from "./stack.ts";

export function insights(call: Caller, id: string): Promise<Reply> {
  return call("GET", `/v1/simulations/${id}/insights`);
}

export function generate(call: Caller, id: string): Promise<Reply> {
  return call("POST", `/v1/simulations/${id}/insights/generate`);
}

/** The insights resource, once the Reading has ended. */
export function endedReading(call: Caller, id: string, seconds = 45): Promise<Reply["data"]> {
  return eventually(`the Reading of ${id} to end`, async () => {
    const { data } = await insights(call, id);
    return data.insights_status === "completed" || data.insights_status === "failed" ? data : undefined;
  }, seconds);
}

/** A completed simulation's id; with its Reading under way unless `change` says otherwise. */
export async function completedSimulation(call: Caller, change: object = {}): Promise<string> {
  const id = await newSimulation(call, { generate_insights: true, ...change });
  const { status, failure_message } = await ended(call, id);
  assert.equal(status, "completed", failure_message);
  return id;
}

/** Changes what an operator can change of an organization. */
export async function changeOrganization(
  organizationId: string,
  change: object,
  baseUrl = stack().baseUrl,
): Promise<void> {
  const operator = callerWith(stack().operatorKey, baseUrl);
  const { status } = await operator("PATCH", `/v1/admin/organizations/${organizationId}`, { body: change });
  assert.equal(status, 200);
}
