import Type from "typebox";
import { pageOfSimulations } from "#db/simulations/simulations.ts";
import { pageRequest, pageResult } from "../http/pagination.ts";
import { simulationResource } from "./serialize.ts";
import { defineRoute } from "../http/define-route.ts";
import { PageMeta, pageQuery, strictObject } from "../http/fields.ts";
import { Simulation, SimulationStatus } from "./schema.ts";

export const listSimulations = defineRoute({
  method: "GET",
  path: "/v1/simulations",
  operationId: "listSimulations",
  summary: "List simulations, newest first",
  tag: "Simulations",
  access: { scope: "simulations:read" },
  query: strictObject({
    ...pageQuery,
    status: Type.Optional(SimulationStatus),
    workflow_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  }),
  responses: { 200: { description: "A page", data: Type.Array(Simulation), meta: PageMeta } },
  read: async ({ query, identity, services }) => {
    const page = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      (tx) =>
        pageOfSimulations(
          tx,
          { status: query.status, methodology_slug: query.workflow_id },
          pageRequest(query, services),
        ),
    );
    return pageResult(page, (row) => simulationResource(row, services.config), services);
  },
});
