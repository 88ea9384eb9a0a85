import { cancelPendingOfSimulation } from "#db/deliveries/subscription-state.ts";
import {
  changeSimulation as changeRecord,
  deleteSimulation as deleteRecord,
  findSimulation,
  lockSimulation,
} from "#db/simulations/simulations.ts";
import { ApiError } from "#shared/errors.ts";
import { enqueue } from "#db/outbox/outbox.ts";
import type { Transaction } from "#db/postgres/database.ts";
import { type EndedBy, failRun } from "#db/simulations/end.ts";
import type { Config } from "#shared/config.ts";
import { workflowIdOf } from "#temporal/command.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import type { Answer } from "../http/response.ts";
import { foundSimulation, hasEnded, simulationResource } from "./read.ts";
import { Cancelled, ChangeSimulation, PollMeta, Simulation } from "./schema.ts";

export const changeSimulation = defineRoute({
  ...withScope("Simulations", "simulations:read"),
  endpoint: "PATCH /v1/simulations/{id}",
  body: ChangeSimulation,
  responses: { 200: { description: "Changed", data: Simulation, meta: PollMeta } },
  write: async ({ params: { id }, body, services }, tx) => {
    const { name, tags, metadata, archived } = body;
    const found = await changeRecord(tx, id, {
      name,
      tags: tags === null ? [] : tags,
      metadata: metadata === null ? {} : metadata,
      archived,
    });
    const row = foundSimulation(found);
    return { data: simulationResource(row, services.config) };
  },
});

export const deleteSimulation = defineRoute({
  ...withScope("Simulations", "simulations:read"),
  endpoint: "DELETE /v1/simulations/{id}",
  responses: { 204: { description: "Deleted" } },
  errors: ["simulation_not_terminal"],
  write: async ({ params: { id } }, tx) => {
    const row = foundSimulation(await lockSimulation(tx, id));
    if (!hasEnded(row)) {
      throw new ApiError(
        "simulation_not_terminal",
        `The simulation is ${row.status}: cancel it first, or wait until it has ended.`,
        { meta: { status: row.status } },
      );
    }
    await cancelPendingOfSimulation(tx, id);
    await deleteRecord(tx, id);
    await tx.record("simulation.delete", id);
  },
});

export const cancelSimulation = defineRoute({
  ...withScope("Simulations", "simulations:read"),
  endpoint: "POST /v1/simulations/{id}/cancel",
  responses: { 202: { description: "Cancelled", data: Cancelled } },
  errors: ["simulation_not_cancellable"],
  write: async ({ params: { id }, services }, tx) => {
    foundSimulation(await findSimulation(tx, id));
    return await cancelRun(tx, { id, organization_id: tx.organizationId }, "customer", services.config);
  },
});

/**
 * Ends the row first, so that cancelling works without Temporal; the workflow is cancelled afterwards and finds the row terminal.
 *
 * @throws ApiError 409 for a simulation that has ended
 */
export async function cancelRun(
  tx: Transaction,
  { id, organization_id }: { readonly id: string; readonly organization_id: string },
  by: EndedBy,
  { baseUrl }: Config,
): Promise<Answer> {
  const who = by === "customer" ? "the customer" : "an operator";
  const failure = { code: "cancelled", message: `Cancelled by ${who}.`, by } as const;
  if (!await failRun(tx, id, failure, baseUrl)) throw new ApiError("simulation_not_cancellable");
  await enqueue(tx, organization_id, { kind: "cancel", workflow_id: workflowIdOf("simulation", id) });
  return { data: { id, status: "failed", failure_code: "cancelled" } };
}
