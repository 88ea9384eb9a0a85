import { enqueue } from "#db/outbox/outbox.ts";
import { failRun } from "#db/simulations/end.ts";
import { findSimulation } from "#db/simulations/simulations.ts";
import { ApiError } from "#shared/errors.ts";
import { simulationPayload } from "#shared/webhooks/payloads.ts";
import { simulationWorkflowId } from "#temporal/simulation.ts";
import { defineRoute } from "../http/define-route.ts";
import { SimulationId, strictObject } from "../http/fields.ts";
import { Cancelled } from "./schema.ts";
import { simulationNotFound } from "./serialize.ts";

export const cancelSimulation = defineRoute({
  method: "POST",
  path: "/v1/simulations/{id}/cancel",
  operationId: "cancelSimulation",
  summary: "Cancel a simulation",
  description:
    "The simulation fails at once, with `failure_code` `cancelled`. The unused part of the quota is not given back.",
  tag: "Simulations",
  fence: "organization",
  access: { scope: "simulations:read" },
  params: strictObject({ id: SimulationId }),
  responses: { 202: { description: "Cancelled", data: Cancelled } },
  errors: ["simulation_not_found", "simulation_not_cancellable"],
  write: async ({ params: { id }, services }, tx) => {
    // The row ends first, so that cancelling works without Temporal; the workflow is cancelled afterwards and finds the row terminal.
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
    const cancel = { kind: "cancel", workflow_id: simulationWorkflowId(id) } as const;
    tx.dispatchAfterCommit(await enqueue(tx, tx.organizationId, cancel));
    return { status: 202, data: { id, status: "failed", failure_code: "cancelled" } };
  },
});
