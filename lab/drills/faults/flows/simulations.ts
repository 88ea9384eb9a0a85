import { newOrganization } from "#testing/organizations.ts";
import { simulationBody } from "#testing/simulations.ts";
import { newWebhook } from "#testing/webhooks.ts";
import { type Count, exactly } from "../judge.ts";
import { count, type Flow, Piece, totalOf, value, workflowStatus } from "./flow.ts";
import { eventDeliveries } from "./events.ts";

/** Agents of each run: one chunk, one chunk, and several. */
const SIZES = [200, 1_000, 10_000];

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
    const used = (what: string) =>
      count(`SELECT ${what} FROM usage_months WHERE organization_id = $1`, organization);
    return {
      tasks: pieces.map(({ agents, piece }) => ({
        piece,
        async ask() {
          const body = simulationBody({ agent_count: agents });
          piece.accept(await world.client.send(call, "POST", "/v1/simulations", { body }), "id");
        },
        hasEnded: () => completed(piece),
        observe: async () => ({
          item: `simulation/${piece.id}`,
          expected: "completed",
          states: {
            api: (await call("GET", `/v1/simulations/${piece.id}`)).data?.status ?? null,
            postgres: await value<string>("SELECT status FROM simulations WHERE id = $1", piece.id),
            temporal: await workflowStatus(world.temporal, `simulation/${piece.id}`),
          },
          counts: await countsOf(piece.id ?? "", agents),
        }),
      })),
      async rest() {
        const accepted = pieces.filter(({ piece }) => piece.accepted);
        const agents = accepted.reduce((sum, piece) => sum + piece.agents, 0);
        const rows = await count("SELECT count(*) FROM simulations WHERE organization_id = $1", organization);
        const totals = [
          exactly("simulations", accepted.length, rows),
          exactly("simulations in its quota", accepted.length, await used("sum(simulations)")),
          exactly("agents in its quota", agents, await used("sum(agent_runs)")),
        ];
        return [totalOf(organization, pieces.map(({ piece }) => piece), totals)];
      },
    };
  },
};
