import Type from "typebox";
import { findSimulation, pageOfSimulations } from "#db/simulations/simulations.ts";
import { defineRoute } from "../http/define-route.ts";
import { PageMeta, pageQuery, SimulationId, strictObject, Timestamp } from "../http/fields.ts";
import { pageRequest, pageResult } from "../http/pagination.ts";
import { Simulation, SimulationStatus } from "./schema.ts";
import { simulationNotFound, simulationResource } from "./serialize.ts";

/** `Retry-After` of an unfinished simulation. */
const POLL_AFTER_SECONDS = 2;

export const listSimulations = defineRoute({
  method: "GET",
  path: "/v1/simulations",
  operationId: "listSimulations",
  summary: "List simulations, newest first",
  tag: "Simulations",
  fence: "organization",
  access: { scope: "simulations:read" },
  query: strictObject({
    ...pageQuery,
    status: Type.Optional(SimulationStatus),
    workflow_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    created_after: Type.Optional(Timestamp),
    created_before: Type.Optional(Timestamp),
  }),
  responses: { 200: { description: "A page", data: Type.Array(Simulation), meta: PageMeta } },
  read: async ({ query, identity, services }) => {
    const { status, workflow_id: methodology_slug, created_after, created_before } = query;
    const filters = { status, methodology_slug, created_after, created_before };
    const page = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      (tx) => pageOfSimulations(tx, filters, pageRequest(query, services)),
    );
    return pageResult(page, (row) => simulationResource(row, services.config), services);
  },
});

export const showSimulation = defineRoute({
  method: "GET",
  path: "/v1/simulations/{id}",
  operationId: "showSimulation",
  summary: "Show a simulation's status",
  tag: "Simulations",
  fence: "organization",
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
