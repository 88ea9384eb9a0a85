import { newOrganization } from "#testing/organizations.ts";
import { simulationBody } from "#testing/simulations.ts";
import { newWebhook } from "#testing/webhooks.ts";
import { ask } from "#testing/database.ts";
import { between, type Count, exactly } from "../judge.ts";
import { count, type Flow, totalOf, value, workflowStatus } from "./flow.ts";
import { eventDeliveries } from "./events.ts";

const PIECES = 2;
const EVENT = "simulation.insights.completed";

/** The tries that a Reading gives its model, counted before each call. */
const MAX_REWRITES = 3;

export const readings: Flow = {
  name: "reading",
  what:
    "creates two simulations with a Reading, whose texts a model rewrites; each Reading completes, counts once, sets nothing aside, sends one event",
  async begin(world) {
    const { id: organization, call } = await newOrganization();
    const path = `/readings/${organization}`;
    await newWebhook(call, world.receiver.url + path, { events: [EVENT] });
    const body = simulationBody({ agent_count: 300, generate_insights: true });
    const insights = async (id: string) => (await call("GET", `/v1/simulations/${id}/insights`)).data;
    const run = (id: string) => workflowStatus(world.temporal, `reading/${id}`);
    return {
      tasks: Array.from({ length: PIECES }, () => ({
        ask: () => world.client.create(call, "/v1/simulations", body),
        async hasEnded(id) {
          const { insights_status } = await insights(id);
          if (insights_status === "failed") return true;
          return insights_status === "completed" && await run(id) !== "running" &&
            await eventDeliveries.haveEnded(id, EVENT);
        },
        observe: async (id) => ({
          item: `reading of ${id}`,
          expected: "completed",
          states: {
            api: (await insights(id))?.insights_status ?? null,
            postgres: await value<string>("SELECT insights_status FROM simulations WHERE id = $1", id),
            temporal: await run(id),
          },
          counts: [
            between("calls of its model", 0, MAX_REWRITES, await rewrites(id)),
            ...await eventDeliveries.counts(world, path, id, EVENT),
          ],
        }),
      })),
      total: async ({ length }) => totalOf(organization, await totals(organization, length)),
    };
  },
};

function rewrites(simulation: string): Promise<number> {
  return count("SELECT rewrite_attempts FROM readings WHERE simulation_id = $1", simulation);
}

async function totals(organization: string, accepted: number): Promise<Count[]> {
  const [used] = await ask<{ readings: number; reserved: number }>(
    `SELECT sum(readings)::integer AS readings, (sum(reading_reserved_usd) * 1000000)::integer AS reserved
     FROM usage_months WHERE organization_id = $1`,
    [organization],
  );
  return [
    exactly("Readings in its quota", accepted, used?.readings ?? 0),
    exactly("millionths of a dollar set aside", 0, used?.reserved ?? 0),
    exactly(
      "Readings",
      accepted,
      await count("SELECT count(*) FROM readings WHERE organization_id = $1", organization),
    ),
  ];
}
