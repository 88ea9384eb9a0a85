import { signIn } from "#testing/accounts.ts";
import { newOrganization, tablesOf } from "#testing/organizations.ts";
import { ended, newSimulation } from "#testing/simulations.ts";
import { newDelivery, newWebhook, RETRY_IN_AN_HOUR } from "#testing/webhooks.ts";
import { HEADER, KPI, uploadedRun } from "#testing/training-runs.ts";
import { exactly } from "../judge.ts";
import { type Flow, workflowStatus } from "./flow.ts";

/** Runs that are open when the organization is deleted. */
const OPEN_RUNS = 2;

export const organizations: Flow = {
  name: "deletion",
  what:
    "deletes an organization with a simulation, an upload, a waiting delivery and runs in flight; nothing of it is left, and its neighbour keeps all",
  async begin(world) {
    const [own, neighbour] = await Promise.all([newOrganization(), newOrganization()]);
    const person = await signIn({ organizationId: own.id });
    const simulations = await Promise.all([own, neighbour].map(({ call }) => newSimulation(call)));
    await Promise.all([own, neighbour].map(({ call }, index) => ended(call, simulations[index] ?? "")));
    await uploadedRun(own.call, `${HEADER}\noverall,${KPI},40\n`);
    const path = `/deletion/${own.id}`;
    world.receiver.behave(path, RETRY_IN_AN_HOUR);
    const webhook = await newWebhook(own.call, world.receiver.url + path, { events: ["webhook.test"] });
    await newDelivery(own.call, webhook.id);
    for (let run = 0; run < OPEN_RUNS; run++) await newSimulation(own.call, { agent_count: 10_000 });
    const theirs = await tablesOf(neighbour.id);
    const workflow = `organization-deletion/${own.id}`;
    return {
      tasks: [{
        async ask() {
          const reply = await world.client.send(person.call, "DELETE", "/v1/organization", {
            // The session ends with the acceptance, whose answer may get lost: then the repetition learns of it by a 401.
            endsAt: ({ status }) => status === 401,
          });
          return reply === null ? null : own.id;
        },
        hasEnded: async () =>
          (await tablesOf(own.id)).length === 0 &&
          await workflowStatus(world.temporal, workflow) !== "running",
        async observe() {
          const [tables, kept] = [await tablesOf(own.id), await tablesOf(neighbour.id)];
          const key = await own.call("GET", "/v1/simulations");
          return {
            item: workflow,
            expected: "completed",
            states: {
              api: key.status === 401 ? "completed" : `key answers ${key.status}`,
              postgres: tables.length === 0 ? "completed" : `rows in ${tables.join(", ")}`,
              temporal: await workflowStatus(world.temporal, workflow),
            },
            counts: [exactly("tables of its neighbour", theirs.length, kept.length)],
          };
        },
      }],
    };
  },
};
