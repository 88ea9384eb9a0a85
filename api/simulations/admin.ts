import Type from "typebox";
import { type AnySimulationRow, findAnySimulation, pageOfAllSimulations } from "#db/simulations/admin.ts";
import { type Config, temporalUiUrl } from "#shared/config.ts";
import { workflowIdOf } from "#temporal/command.ts";
import { defineRoute, FOR_OPERATORS } from "../http/define-route.ts";
import { Id, namedObject, nullable, periodQuery, TemporalUiUrl, text } from "../http/fields.ts";
import { answerRows, listOf } from "../http/pagination.ts";
import { withNames } from "../organizations/organization.ts";
import { cancelRun } from "./change.ts";
import { Cancelled, Simulation, SimulationStatus } from "./schema.ts";
import { foundSimulation, simulationResource } from "./read.ts";

const AdminSimulation = namedObject("AdminSimulation", {
  ...Simulation.properties,
  organization_id: Id,
  organization_name: nullable(text("Null while the organization is being deleted")),
  temporal_ui_url: TemporalUiUrl,
});

export const adminListSimulations = defineRoute({
  ...FOR_OPERATORS,
  ...listOf(AdminSimulation, {
    status: Type.Optional(SimulationStatus),
    organization_id: Type.Optional(Id),
    ...periodQuery,
  }),
  endpoint: "GET /v1/admin/simulations",
  read: (request) =>
    answerRows(request, async (tx, filters, page) => {
      const { rows, next } = await pageOfAllSimulations(tx, filters, page);
      return { rows: await withNames(tx, rows), next };
    }, adminSimulationResource),
});

export const adminShowSimulation = defineRoute({
  ...FOR_OPERATORS,
  endpoint: "GET /v1/admin/simulations/{id}",
  responses: { 200: { description: "Its status", data: AdminSimulation } },
  read: async ({ params, inTransaction, services }) => {
    const row = await inTransaction(async (tx) => {
      const found = await findAnySimulation(tx, params.id);
      return (await withNames(tx, found === null ? [] : [found]))[0] ?? null;
    });
    return { data: adminSimulationResource(foundSimulation(row), services.config) };
  },
});

export const adminCancelSimulation = defineRoute({
  ...FOR_OPERATORS,
  endpoint: "POST /v1/admin/simulations/{id}/cancel",
  responses: { 202: { description: "Cancelled", data: Cancelled } },
  errors: ["simulation_not_cancellable"],
  write: async ({ params: { id }, services }, tx) => {
    const row = foundSimulation(await findAnySimulation(tx, id));
    const { organization_id } = row;
    const cancelled = await cancelRun(tx, { id, organization_id }, "service", services.config);
    await tx.record("simulation.cancel", id, { organization_id });
    return cancelled;
  },
});

function adminSimulationResource(row: AnySimulationRow, config: Config) {
  const temporal_ui_url = temporalUiUrl(config, workflowIdOf("simulation", row.id));
  return { ...simulationResource(row, config), temporal_ui_url };
}
