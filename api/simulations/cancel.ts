import { enqueue } from "#db/outbox/outbox.ts";
import { failRun } from "#db/simulations/end.ts";
import { findSimulation } from "#db/simulations/simulations.ts";
import { ApiError } from "#shared/errors.ts";
import { simulationPayload } from "#shared/webhooks/payloads.ts";
import { simulationWorkflowId } from "#temporal/simulation.ts";
import { defineRoute } from "../http/define-route.ts";
import { SimulationId, strictObject } from "../http/fields.ts";
import { Cancelled } from "./schema.ts";
import { simulationNotFound } from "./read.ts";

export const cancelSimulation = defineRoute({
  method: "POST",
  path: "/v1/simulations/{id}/cancel",
  operationId: "cancelSimulation",
  summary: "Cancel a simulation",
  description:
    "It fails with `failure_code` `cancelled` at once; the unused part of the quota is not given back.",
  tag: "Simulations",
  access: { scope: "simulations:read" },
  params: strictObject({ id: SimulationId }),
  responses: { 202: { description: "Cancelled", data: Cancelled } },
  errors: ["simulation_not_found", "simulation_not_cancellable"],
  write: async ({ params: { id }, services }, tx) => {
    // The row decides, whether Temporal can be reached or not; the workflow is told afterwards and finds the row terminal.
    const { baseUrl } = services.config;
    const ending = await failRun(
      tx,
      id,
      "cancelled",
      "Cancelled by the customer.",
      (row) => simulationPayload(row, baseUrl),
    );
    if (ending === null) {
      if (await findSimulation(tx, id) === null) throw simulationNotFound();
      throw new ApiError("simulation_not_cancellable", "The simulation has ended already.");
    }
    for (const row of ending.outbox) tx.dispatchAfterCommit(row);
    tx.dispatchAfterCommit(
      await enqueue(tx, tx.organizationId, { kind: "cancel", workflow_id: simulationWorkflowId(id) }),
    );
    return { status: 202, data: { id, status: "failed", failure_code: "cancelled" } };
  },
});
