import assert from "node:assert/strict";
import { type Caller, callerWith, type Reply } from "./caller.ts";
import { signIn } from "./accounts.ts";
import { newOrganization, type TestOrganization } from "./organizations.ts";
import { ask, stack, type TestStack } from "./stack.ts";
import { type Receiver, resource, waitingDelivery } from "./webhooks.ts";
import {
  assembleReading,
  type BlockOutcome,
  type BlockOutcomes,
  computeBlock,
  COMPUTED_BLOCKS,
} from "#engine/readings/blocks.ts";
import { factSheet } from "#engine/readings/fact-sheet.ts";
import { findings } from "#engine/readings/findings.ts";
import type { ReadingInput } from "#engine/readings/input.ts";
import type { BlockName } from "#engine/readings/schema.ts";

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
  const hasEnded = ({ status }: Reply["data"]) => status === "completed" || status === "failed";
  return resource(call, `/v1/simulations/${id}?wait=10`, hasEnded, seconds);
}

/** Creates a simulation, which must complete, and returns its results. */
export async function completedResults(call: Caller, change: object = {}): Promise<Reply["data"]> {
  const id = await completedSimulation(call, { generate_insights: false, ...change });
  return (await call("GET", `/v1/simulations/${id}/results`)).data;
}

/** An organization with a bit of everything: a completed run, an upload, a delivery that waits for its next attempt, an invitation. */
export async function newCustomer(
  receiver: Receiver,
  { baseUrl, databaseUrl }: Pick<TestStack, "baseUrl" | "databaseUrl"> = stack(),
) {
  const organization = await newOrganization({ baseUrl });
  const { id, call } = organization;
  const person = await signIn({ organizationId: id, baseUrl, databaseUrl });
  const email = `${crypto.randomUUID()}@example.com`;
  await person.call("POST", "/v1/organization/invitations", { body: { email } });
  const simulation = await newSimulation(call, { generate_insights: true });
  await ended(call, simulation);
  const training = (await uploadedRun(call, `${HEADER}\nall,${KPI},40\n`)).id;
  const waiting = await waitingDelivery(call, receiver, `/${id}`, { events: ["webhook.test"] });
  return {
    ...organization,
    person,
    /** A training run with its file. */
    training,
    /** It waits for its next attempt. */
    deliveryId: waiting.id,
    simulation,
  };
}

/** The header of a calibration file without `n`. */
export const HEADER = "segment,question,observed_yes_pct";

/** The calibrated question of product-purchase-intent, which routing recognizes exactly. */
export const KPI = "How likely are you to buy this product if it were available where you usually shop?";

/** A training run that is QUEUED. */
export async function newTrainingRun(call: Caller, change: object = {}) {
  const created = await call("POST", "/v1/training/uploads", {
    body: { workflow_name: "Oat drinks", ...change },
  });
  assert.equal(created.status, 201, JSON.stringify(created.meta));
  const { training_id: id, upload_url: uploadUrl }: Record<"training_id" | "upload_url", string> =
    created.data;
  return { id, uploadUrl };
}

/** PUTs a file to an upload URL. */
export function putFile(
  url: string,
  body: BodyInit,
  headers: Readonly<Record<string, string>> = { "Content-Type": "text/csv" },
): Promise<Response> {
  return fetch(url, { method: "PUT", headers, body });
}

/** A QUEUED run whose file is uploaded. */
export async function uploadedRun(call: Caller, file: BodyInit) {
  const run = await newTrainingRun(call);
  const put = await putFile(run.uploadUrl, file);
  assert.equal(put.status, 200, await put.text());
  return run;
}

/** Starts a run; the answer comes when it has ended, or after 10 s. */
export function startRun(call: Caller, id: string, idempotencyKey: string | null = null): Promise<Reply> {
  return call("POST", `/v1/training/${id}/start`, { idempotencyKey });
}

/** Its status resource, once it has ended. */
export function endedRun(call: Caller, id: string, seconds = 45): Promise<Reply["data"]> {
  return resource(call, `/v1/training/${id}`, (run) => run.results_available, seconds);
}

/** The results of a run with this file, which must complete. */
export async function resultsOf(call: Caller, file: string): Promise<Reply["data"]> {
  const { id } = await uploadedRun(call, file);
  await startRun(call, id);
  const { status, failure_message } = await endedRun(call, id);
  assert.equal(status, "COMPLETED", failure_message);
  return (await call("GET", `/v1/training/${id}/results`)).data;
}

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
  const hasEnded = ({ insights_status: status }: Reply["data"]) =>
    status === "completed" || status === "failed";
  return resource(call, `/v1/simulations/${id}/insights?wait=10`, hasEnded, seconds);
}

/** A completed simulation's id; its Reading has started unless `change` says otherwise. */
export async function completedSimulation(
  call: Caller,
  change: object = {},
  seconds?: number,
): Promise<string> {
  const id = await newSimulation(call, { generate_insights: true, ...change });
  const { status, failure_message } = await ended(call, id, seconds);
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
  const [row] = await ask<UsedReadings>(
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

export type ComputedReading = ReturnType<typeof readingOf>;

/** The whole Reading of a run as it is computed without a model; `broken` replaces what became of some blocks. */
export function readingOf(input: ReadingInput, broken: Partial<BlockOutcomes> = {}) {
  const ends: Partial<Record<BlockName, BlockOutcome>> = {};
  for (const name of COMPUTED_BLOCKS) {
    ends[name] = broken[name] ?? computeBlock(name, input, ends as BlockOutcomes);
  }
  const outcomes = ends as BlockOutcomes;
  return { ...assembleReading(outcomes), facts: factSheet(findings(input, outcomes)) };
}
