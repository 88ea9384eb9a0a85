import { cancelPendingOfSimulation } from "#db/deliveries/subscription-state.ts";
import { changeSimulation, deleteSimulation, lockSimulation } from "#db/simulations/simulations.ts";
import { ApiError } from "#shared/errors.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import { hasEnded } from "./read.ts";
import { ChangeSimulation, PollMeta, Simulation } from "./schema.ts";
import { foundSimulation, simulationResource } from "./serialize.ts";

export const changeSimulationRecord = defineRoute({
  ...withScope("Simulations", "simulations:read"),
  method: "PATCH",
  path: "/v1/simulations/{id}",
  operationId: "changeSimulation",
  summary: "Name, tag or archive a simulation",
  description:
    "Replaces `metadata` and `tags` as a whole; null clears. What was asked, and the verdict, never change.",
  body: ChangeSimulation,
  responses: { 200: { description: "Changed", data: Simulation, meta: PollMeta } },
  write: async ({ params: { id }, body, services }, tx) => {
    const { name, tags, metadata, archived } = body;
    const found = await changeSimulation(tx, id, {
      name,
      tags: tags === null ? [] : tags,
      metadata: metadata === null ? {} : metadata,
      archived,
    });
    const row = foundSimulation(found);
    return { status: 200, data: simulationResource(row, services.config) };
  },
});

export const removeSimulation = defineRoute({
  ...withScope("Simulations", "simulations:read"),
  method: "DELETE",
  path: "/v1/simulations/{id}",
  operationId: "deleteSimulation",
  summary: "Delete a simulation with all that it owns",
  description:
    "Its agents, results, Reading and share link end with it, and its pending deliveries are cancelled. What it counted stays counted; its " +
    "events, which hold no results, stay until their retention ends. Refused while it is queued or running: cancel it first.",
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
    await deleteSimulation(tx, id);
    await tx.record("simulation.delete", id);
    return { status: 204 };
  },
});
