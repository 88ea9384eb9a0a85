import { findSimulation } from "#db/simulations/simulations.ts";
import { ApiError } from "#shared/errors.ts";
import { simulationResource } from "./serialize.ts";
import { defineRoute } from "../http/define-route.ts";
import { SimulationId, strictObject } from "../http/fields.ts";
import { Simulation } from "./schema.ts";

/** Seconds that a poller of an unfinished simulation is asked to wait. */
const POLL_AFTER_SECONDS = 2;

export const showSimulation = defineRoute({
  method: "GET",
  path: "/v1/simulations/{id}",
  operationId: "showSimulation",
  summary: "Show a simulation's status",
  tag: "Simulations",
  access: { scope: "simulations:read" },
  params: strictObject({ id: SimulationId }),
  responses: { 200: { description: "Its status", data: Simulation, headers: ["Retry-After"] } },
  errors: ["simulation_not_found"],
  read: async ({ params, identity, services }) => {
    const row = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      (tx) => findSimulation(tx, params.id),
    );
    if (row === null) throw simulationNotFound();
    const data = simulationResource(row, services.config);
    if (row.status === "completed" || row.status === "failed") return { status: 200, data };
    return {
      status: 200,
      data,
      headers: { "Retry-After": `${POLL_AFTER_SECONDS}` },
      meta: { next_poll_after_seconds: POLL_AFTER_SECONDS },
    };
  },
});

/** The same for a missing simulation and for another organization's. */
export function simulationNotFound(): ApiError {
  return new ApiError("simulation_not_found", "There is no such simulation.");
}
