import { enqueue } from "#db/outbox/outbox.ts";
import { type EndedBy, failRun } from "#db/simulations/end.ts";
import { findSimulation } from "#db/simulations/simulations.ts";
import type { Config } from "#shared/config.ts";
import { ApiError } from "#shared/errors.ts";
import { simulationPayload } from "#shared/webhooks/payloads.ts";
import { simulationWorkflowId } from "#temporal/simulation.ts";
import { defineRoute, withScope, type WriteTransaction } from "../http/define-route.ts";
import type { HandlerResult } from "../http/response.ts";
import { Cancelled } from "./schema.ts";
import { foundSimulation } from "./serialize.ts";

export const cancelSimulation = defineRoute({
  ...withScope("Simulations", "simulations:read"),
  method: "POST",
  path: "/v1/simulations/{id}/cancel",
  operationId: "cancelSimulation",
  summary: "Cancel a simulation",
  description:
    "The simulation fails at once, with `failure_code` `cancelled`. The unused part of the quota is not given back.",
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
  tx: WriteTransaction,
  { id, organization_id }: { readonly id: string; readonly organization_id: string },
  by: EndedBy,
  { baseUrl }: Config,
): Promise<HandlerResult> {
  const who = by === "customer" ? "the customer" : "an operator";
  const failure = { code: "cancelled", message: `Cancelled by ${who}.`, by } as const;
  const ending = await failRun(tx, id, failure, (row) => simulationPayload(row, baseUrl));
  if (ending === null) {
    throw new ApiError("simulation_not_cancellable", "The simulation has ended already.");
  }
  for (const row of ending.outbox) tx.dispatchAfterCommit(row);
  const cancel = { kind: "cancel", workflow_id: simulationWorkflowId(id) } as const;
  tx.dispatchAfterCommit(await enqueue(tx, organization_id, cancel));
  return { status: 202, data: { id, status: "failed", failure_code: "cancelled" } };
}
