import { newOrganization } from "#testing/organizations.ts";
import { simulationBody } from "#testing/simulations.ts";
import { newWebhook } from "#testing/webhooks.ts";
import { ask } from "#testing/database.ts";
import { between, type Count, exactly } from "../judge.ts";
import { count, type Flow, Piece, totalOf, value, workflowStatus } from "./flow.ts";
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
    const pieces = Array.from({ length: PIECES }, () => new Piece());
    const insights = async (id: string | null) => (await call("GET", `/v1/simulations/${id}/insights`)).data;
    const run = (id: string | null) => workflowStatus(world.temporal, `reading/${id}`);
    const completed = async ({ id }: Piece) => {
      const { insights_status } = await insights(id);
      if (insights_status === "failed") return true;
      return insights_status === "completed" && await run(id) !== "running" &&
        await eventDeliveries.haveEnded(id, EVENT);
    };
    return {
      tasks: pieces.map((piece) => ({
        piece,
        async ask() {
          const body = simulationBody({ agent_count: 300, generate_insights: true });
          piece.accept(await world.client.send(call, "POST", "/v1/simulations", { body }), "id");
        },
        hasEnded: () => completed(piece),
        observe: async () => ({
          item: `reading of ${piece.id}`,
          expected: "completed",
          states: {
            api: (await insights(piece.id))?.insights_status ?? null,
            postgres: await value<string>("SELECT insights_status FROM simulations WHERE id = $1", piece.id),
            temporal: await run(piece.id),
          },
          counts: [
            between("calls of its model", 0, MAX_REWRITES, await rewrites(piece.id)),
            ...await eventDeliveries.counts(world, path, piece.id ?? "", EVENT),
          ],
        }),
      })),
      async rest() {
        const accepted = pieces.filter((piece) => piece.accepted).length;
        return [totalOf(organization, pieces, await totals(organization, accepted))];
      },
    };
  },
};

function rewrites(simulation: string | null): Promise<number> {
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
