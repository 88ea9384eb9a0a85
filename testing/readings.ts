import assert from "node:assert/strict";
import type { Caller, Reply } from "./caller.ts";
import { callerWith } from "./caller.ts";
import { ask } from "./database.ts";
import { eventually } from "./eventually.ts";
import type { TestOrganization } from "./organizations.ts";
import { ended, newSimulation } from "./simulations.ts";
import { stack } from "./stack.ts";

/** The insights resource, in any state. */
export function insights(call: Caller, id: string): Promise<Reply> {
  return call("GET", `/v1/simulations/${id}/insights`);
}

/** Generates a Reading, or generates a failed one again. */
export function generate(call: Caller, id: string): Promise<Reply> {
  return call("POST", `/v1/simulations/${id}/insights/generate`);
}

/** The insights resource, once the Reading has ended. */
export function endedReading(call: Caller, id: string, seconds = 45): Promise<Reply["data"]> {
  return eventually(`the Reading of ${id} to end`, async () => {
    const { data } = await call("GET", `/v1/simulations/${id}/insights?wait=10`);
    return data.insights_status === "completed" || data.insights_status === "failed" ? data : undefined;
  }, seconds);
}

/** A completed simulation's id; its Reading has started unless `change` says otherwise. */
export async function completedSimulation(call: Caller, change: object = {}): Promise<string> {
  const id = await newSimulation(call, { generate_insights: true, ...change });
  const { status, failure_message } = await ended(call, id);
  assert.equal(status, "completed", failure_message);
  return id;
}

/** Changes an organization as an operator. */
export async function changeOrganization(
  organizationId: string,
  change: object,
  baseUrl = stack().baseUrl,
): Promise<void> {
  const operator = callerWith(stack().operatorKey, baseUrl);
  const { status } = await operator("PATCH", `/v1/admin/organizations/${organizationId}`, { body: change });
  assert.equal(status, 200);
}

export interface UsedReadings {
  readonly readings: number;
  /** US dollars of Readings that have ended. */
  readonly cost: number;
  /** US dollars set aside for Readings in flight. */
  readonly reserved: number;
}

/** What an organization has used of this month's ceiling; undefined before its first Reading. */
export async function usedReadings(
  organizationId: string,
  databaseUrl = stack().databaseUrl,
): Promise<UsedReadings | undefined> {
  const [row] = await ask<UsedReadings & Record<string, number>>(
    `SELECT readings, reading_cost_usd::float AS cost, reading_reserved_usd::float AS reserved FROM usage_months
     WHERE organization_id = $1`,
    [organizationId],
    databaseUrl,
  );
  return row;
}

/**
 * Measures what the shared organization uses from now on, in a database of a spec's own. The returned function gives the Readings and their
 * cost since then, and all that is set aside.
 */
export async function measureReadings(databaseUrl: string): Promise<() => Promise<UsedReadings>> {
  const used = async () =>
    await usedReadings(stack().organizationId, databaseUrl) ?? { readings: 0, cost: 0, reserved: 0 };
  const before = await used();
  return async () => {
    const { readings, cost, reserved } = await used();
    return {
      readings: readings - before.readings,
      cost: Number((cost - before.cost).toFixed(6)),
      reserved,
    };
  };
}

/** Sets the month's ceiling, in US dollars; null is the plan's. */
export function setReadingCeiling(
  organizationId: string,
  reading_ceiling_usd: number | null,
  baseUrl = stack().baseUrl,
): Promise<void> {
  return changeOrganization(organizationId, { limits: { reading_ceiling_usd } }, baseUrl);
}

/** A completed simulation whose Reading did not start: the ceiling was 0 while it ran. */
export async function unreadSimulation(
  { id, call }: Pick<TestOrganization, "id" | "call">,
  change: object = {},
  baseUrl = stack().baseUrl,
): Promise<string> {
  await setReadingCeiling(id, 0, baseUrl);
  const simulation = await completedSimulation(call, change);
  await setReadingCeiling(id, null, baseUrl);
  return simulation;
}
