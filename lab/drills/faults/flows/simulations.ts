import { newOrganization } from "#testing/organizations.ts";
import { simulationBody } from "#testing/simulations.ts";
import { newWebhook } from "#testing/webhooks.ts";
import { type Count, exactly } from "../judge.ts";
import { awaitEnd, count, type Flow, Piece, staggered, totalOf, value, workflowStatus } from "./flow.ts";
import { eventDeliveries } from "./events.ts";

/** Agents of each run: one chunk, one chunk, and several. */
const SIZES = [200, 1_000, 10_000];
const SPAN_MS = 1_500;

export const simulations: Flow = {
  name: "simulation",
  what:
    "creates three simulations of 200 to 10,000 agents; each completes with every agent once, one row, one count of its quota, one event",
  async begin(world) {
    const { id: organization, call } = await newOrganization();
    const path = `/simulations/${organization}`;
    await newWebhook(call, world.receiver.url + path, { events: ["simulation.completed"] });
    const pieces = SIZES.map((agents) => ({ agents, piece: new Piece() }));
    const completed = async (piece: Piece) => {
      const { data } = await call("GET", `/v1/simulations/${piece.id}`);
      if (data.status !== "completed" && data.status !== "failed") return false;
      return await workflowStatus(world.temporal, `simulation/${piece.id}`) !== "running" &&
        (data.status === "failed" || await eventDeliveries.haveEnded(piece.id, "simulation.completed"));
    };
    const countsOf = async (id: string, agents: number): Promise<Count[]> => [
      exactly(
        "agents in its chunks",
        agents,
        await count("SELECT sum(agent_count) FROM simulation_chunks WHERE simulation_id = $1", id),
      ),
      exactly(
        "agents counted as completed",
        agents,
        await count("SELECT agents_completed FROM simulations WHERE id = $1", id),
      ),
      ...await eventDeliveries.counts(world, path, id, "simulation.completed"),
    ];
    return {
      submit: () =>
        staggered(
          world.random,
          SPAN_MS,
          pieces.map(({ agents, piece }) => async () => {
            const body = simulationBody({ agent_count: agents });
            piece.accept(await world.client.send(call, "POST", "/v1/simulations", { body }), "id");
          }),
        ),
      async settle() {
        await Promise.all(pieces.map(({ piece }) => awaitEnd(world, piece, () => completed(piece))));
      },
      async observe() {
        const outcomes = await Promise.all(pieces.map(async ({ agents, piece }) => {
          const { id, accepted, endedAt } = piece;
          const states = id === null ? {} : {
            api: (await call("GET", `/v1/simulations/${id}`)).data?.status ?? null,
            postgres: await value<string>("SELECT status FROM simulations WHERE id = $1", id),
            temporal: await workflowStatus(world.temporal, `simulation/${id}`),
          };
          const counts = id === null ? [] : await countsOf(id, agents);
          return { item: `simulation/${id}`, accepted, expected: "completed", states, counts, endedAt };
        }));
        const accepted = pieces.filter(({ piece }) => piece.accepted);
        const agents = accepted.reduce((sum, piece) => sum + piece.agents, 0);
        const used = (what: string) =>
          count(`SELECT ${what} FROM usage_months WHERE organization_id = $1`, organization);
        const rows = await count("SELECT count(*) FROM simulations WHERE organization_id = $1", organization);
        const totals = [
          exactly("simulations", accepted.length, rows),
          exactly("simulations in its quota", accepted.length, await used("sum(simulations)")),
          exactly("agents in its quota", agents, await used("sum(agent_runs)")),
        ];
        return [...outcomes, totalOf(organization, pieces.map(({ piece }) => piece), totals)];
      },
    };
  },
};
