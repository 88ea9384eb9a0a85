import { newOrganization } from "#testing/organizations.ts";
import { simulationBody } from "#testing/simulations.ts";
import { newWebhook } from "#testing/webhooks.ts";
import { type Count, exactly } from "../judge.ts";
import { count, type Flow, type Task, totalOf, value, workflowStatus } from "./flow.ts";
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
    const run = (id: string) => workflowStatus(world.temporal, `simulation/${id}`);
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
    const sizes = new Map<Task, number>();
    const tasks = SIZES.map((agents) => {
      const task: Task = {
        ask: () => world.client.create(call, "/v1/simulations", simulationBody({ agent_count: agents })),
        async hasEnded(id) {
          const { status } = (await call("GET", `/v1/simulations/${id}`)).data;
          if (status !== "completed" && status !== "failed") return false;
          return await run(id) !== "running" &&
            (status === "failed" || await eventDeliveries.haveEnded(id, "simulation.completed"));
        },
        observe: async (id) => ({
          item: `simulation/${id}`,
          expected: "completed",
          states: {
            api: (await call("GET", `/v1/simulations/${id}`)).data?.status ?? null,
            postgres: await value<string>("SELECT status FROM simulations WHERE id = $1", id),
            temporal: await run(id),
          },
          counts: await countsOf(id, agents),
        }),
      };
      sizes.set(task, agents);
      return task;
    });
    return {
      tasks,
      async total(accepted) {
        const agents = accepted.reduce((sum, task) => sum + (sizes.get(task) ?? 0), 0);
        const rows = await count("SELECT count(*) FROM simulations WHERE organization_id = $1", organization);
        return totalOf(organization, [
          exactly("simulations", accepted.length, rows),
          exactly("simulations in its quota", accepted.length, await used("sum(simulations)")),
          exactly("agents in its quota", agents, await used("sum(agent_runs)")),
        ]);
      },
    };
  },
};
