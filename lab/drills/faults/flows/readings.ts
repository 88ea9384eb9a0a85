import { newOrganization } from "#testing/organizations.ts";
import { simulationBody } from "#testing/simulations.ts";
import { newWebhook } from "#testing/webhooks.ts";
import { ask } from "#testing/database.ts";
import { between, type Count, exactly } from "../judge.ts";
import { awaitEnd, count, type Flow, Piece, staggered, totalOf, value, workflowStatus } from "./flow.ts";
import { eventDeliveries } from "./events.ts";

const PIECES = 2;
const SPAN_MS = 1_000;
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
      submit: () =>
        staggered(
          world.random,
          SPAN_MS,
          pieces.map((piece) => async () => {
            const body = simulationBody({ agent_count: 300, generate_insights: true });
            piece.accept(await world.client.send(call, "POST", "/v1/simulations", { body }), "id");
          }),
        ),
      async settle() {
        await Promise.all(pieces.map((piece) => awaitEnd(world, piece, () => completed(piece))));
      },
      async observe() {
        const outcomes = await Promise.all(pieces.map(async ({ id, accepted, endedAt }) => ({
          item: `reading of ${id}`,
          accepted,
          expected: "completed",
          states: id === null ? {} : {
            api: (await insights(id))?.insights_status ?? null,
            postgres: await value<string>("SELECT insights_status FROM simulations WHERE id = $1", id),
            temporal: await run(id),
          },
          counts: id === null ? [] : [
            between("calls of its model", 0, MAX_REWRITES, await rewrites(id)),
            ...await eventDeliveries.counts(world, path, id, EVENT),
          ],
          endedAt,
        })));
        const accepted = pieces.filter((piece) => piece.accepted).length;
        return [...outcomes, totalOf(organization, pieces, await totals(organization, accepted))];
      },
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
