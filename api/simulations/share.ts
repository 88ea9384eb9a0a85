import { randomBytes } from "node:crypto";
import { findReading } from "#db/readings/readings.ts";
import { findResults } from "#db/simulations/runs.ts";
import { endShare, findShared, shareSimulation as insertShare } from "#db/simulations/shares.ts";
import { lockSimulation } from "#db/simulations/simulations.ts";
import { ApiError, foundOr } from "#shared/errors.ts";
import { defineRoute, forEverybody, NO_STORE, withScope } from "../http/define-route.ts";
import { namedObject, text, Timestamp } from "../http/fields.ts";
import { askedOf, resultsHead } from "./results.ts";
import { SharedResults } from "./results-schema.ts";
import { foundSimulation } from "./read.ts";

const Share = namedObject("SimulationShare", {
  url: text("Whoever has it reads the verdict, without a key", { format: "uri" }),
  created_at: Timestamp,
});

/** No key of `SECRETS_KEYS` opens it for another row. */
const contextOf = (simulationId: string) => `simulation_shares.token:${simulationId}`;

export const shareSimulation = defineRoute({
  ...withScope("Simulations", "simulations:read"),
  endpoint: "POST /v1/simulations/{id}/share",
  headers: NO_STORE,
  responses: { 201: { description: "The link", data: Share } },
  errors: ["simulation_not_complete"],
  write: async ({ params: { id }, services: { config, now } }, tx) => {
    const simulation = foundSimulation(await lockSimulation(tx, id));
    if (simulation.status !== "completed") {
      throw new ApiError(
        "simulation_not_complete",
        "Only the verdict of a completed simulation can be shared.",
        { meta: { status: simulation.status } },
      );
    }
    const token = randomBytes(32).toString("base64url");
    const sealed = config.keyring.encrypt(token, contextOf(id));
    const row = await insertShare(tx, id, { token, sealed, at: now() });
    if (row.token === sealed) await tx.record("simulation.share", id);
    const url = `${config.baseUrl}/shared/${config.keyring.decrypt(row.token, contextOf(id))}`;
    return { data: { url, created_at: row.created_at } };
  },
});

export const endSimulationShare = defineRoute({
  ...withScope("Simulations", "simulations:read"),
  endpoint: "DELETE /v1/simulations/{id}/share",
  responses: { 204: { description: "Ended, or there was none" } },
  write: async ({ params: { id } }, tx) => {
    foundSimulation(await lockSimulation(tx, id));
    if (await endShare(tx, id)) await tx.record("simulation.end_share", id);
  },
});

const foundShared = foundOr("This link shows nothing, or no longer.");

/** From one address. */
const SHARED_A_MINUTE = 60;

export const showShared = defineRoute({
  ...forEverybody("Simulations"),
  endpoint: "GET /v1/shared/{token}",
  headers: { ...NO_STORE, "X-Robots-Tag": "noindex" },
  responses: { 200: { description: "The verdict", data: SharedResults } },
  read: async ({ params: { token }, client, services }) => {
    await services.limiter.count([{ key: `shared:${client.network}`, limit: SHARED_A_MINUTE, seconds: 60 }]);
    const shared = foundShared(await findShared(services.systemDatabase, token));
    const { organization_id, simulation_id } = shared;
    const [found, reading] = await services.tenantDatabase.withOrganization(organization_id, async (tx) =>
      [
        await findResults(tx, simulation_id, { agents: false }),
        await findReading(tx, simulation_id),
      ] as const);
    // It was deleted meanwhile.
    const row = foundShared(found?.status === "completed" ? found : null);
    const asked = await askedOf(row, organization_id, services);
    const head = resultsHead({ row, reading }, asked, services.config.baseUrl);
    return { data: head };
  },
});
