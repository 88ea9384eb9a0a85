import assert from "node:assert/strict";
import { waitFor } from "#dev/machine/wait.ts";
import { ended, newSimulation, QUESTION } from "#testing/simulations.ts";
import { endedDelivery, newDelivery, newWebhook } from "#testing/webhooks.ts";
import type { Day, MARKS } from "../day.ts";
import type { Story } from "../story.ts";

const FEW_AGENTS = 2;
/** More than the ten that the alert allows, and fewer than take an endpoint down. */
const FAILING = 14;
const CURED_SECONDS = 120;

export const DATABASE_LOST: NonNullable<Story["alert"]> = {
  name: "DatabaseLost",
  panel: "Failures of Postgres and Redis",
  shows: ({ labels, value }) => labels.kind === "unavailable" && value > 0,
};
export const OUTBOX_STUCK: NonNullable<Story["alert"]> = {
  name: "OutboxStuck",
  panel: "Age of the oldest",
  shows: ({ value }) => value > 2,
};

/** Creates a small simulation; with a mark, one whose model keeps it waiting. */
export function smallSimulation({ call }: Day, mark?: typeof MARKS[number]): Promise<string> {
  const question = mark === undefined ? QUESTION : `${QUESTION} ${mark}`;
  return newSimulation(call, { agent_count: FEW_AGENTS, question });
}

export async function apiIsReady({ baseUrl }: Pick<Day, "baseUrl">): Promise<void> {
  await waitFor("the API to be ready", async () => (await fetch(`${baseUrl}/readyz`)).ok || undefined);
}

/** Waits until a simulation has completed, a new one where none is named. @returns its id */
export async function completes(day: Day, simulation?: string): Promise<string> {
  const id = simulation ?? await smallSimulation(day);
  const { status, failure_message } = await ended(day.call, id, CURED_SECONDS);
  assert.equal(status, "completed", `${id}: ${failure_message}`);
  return id;
}

/** Creates a simulation whose model keeps it waiting, and waits until its run has begun. */
export async function waitingRun(day: Day, mark: typeof MARKS[number]): Promise<string> {
  const id = await smallSimulation(day, mark);
  return await waitFor(`simulation ${id} to run`, async () => {
    const { data } = await day.call("GET", `/v1/simulations/${id}`);
    return data?.status === "running" ? id : undefined;
  });
}

const stuckRun: Story = {
  heading: "A stuck run",
  trouble: "a model server keeps a run waiting and never answers",
  alert: {
    name: "SimulationStuck",
    panel: "Age of the oldest",
    shows: ({ labels, value }) => labels.status === "running" && value > 30,
  },
  query: 'WorkflowType = "simulation" AND ExecutionStatus = "Running" AND StartTime < "<time>"',
  async begin(day) {
    const id = await waitingRun(day, "(stuck)");
    return {
      workflowId: `simulation/${id}`,
      variables: { SIMULATION_ID: id },
      async cured() {
        const { status, failure_code } = await ended(day.call, id);
        assert.equal(status, "failed");
        await waitFor("the run to be listed as closed", async () => {
          const open = await day.listed(`WorkflowId = "simulation/${id}" AND ExecutionStatus = "Running"`);
          return open.length === 0 || undefined;
        });
        await completes(day);
        return `the run has ended, its customer sees \`${failure_code}\`; the next one completes`;
      },
    };
  },
};

const failedDeliveries: Story = {
  heading: "Failed deliveries",
  trouble: `two receivers answer 500; ${FAILING + 3} deliveries use up their schedule`,
  alert: {
    name: "DeliveriesGivenUp",
    panel: "Deliveries ended",
    shows: ({ labels, value }) => labels.status === "failed" && value > 0,
  },
  query: 'WorkflowType = "webhookDelivery" AND ExecutionStatus = "Failed"',
  async begin(day) {
    const { call } = day;
    const since = new Date().toISOString();
    const paths = ["/first", "/second"] as const;
    for (const path of paths) day.receiver.behave(path, 500);
    const [first, second] = [
      await newWebhook(call, `${day.receiver.url}${paths[0]}`),
      await newWebhook(call, `${day.receiver.url}${paths[1]}`),
    ];
    // A counter's first value is no increase: one delivery fails a scrape before the others.
    const ids = [await newDelivery(call, first.id)];
    await endedDelivery(call, ids[0] ?? "");
    await day.prometheus.panel("Deliveries ended", ({ labels }) => labels.status === "failed");
    for (let made = 1; made < FAILING; made++) ids.push(await newDelivery(call, first.id));
    for (let made = 0; made < 3; made++) ids.push(await newDelivery(call, second.id));
    return {
      workflowId: `delivery/${ids[0]}`,
      variables: { DELIVERY_ID: ids[0] ?? "", WEBHOOK_ID: first.id, SINCE: since },
      repair() {
        for (const path of paths) day.receiver.behave(path, 204);
      },
      async cured() {
        await waitFor("every delivery to have succeeded", async () => {
          const states = await Promise.all(ids.map((id) => call("GET", `/v1/deliveries/${id}`)));
          return states.every(({ data }) => data.status === "succeeded") || undefined;
        }, { seconds: CURED_SECONDS, everyMs: 500 });
        const got = paths.flatMap((path) => day.receiver.at(path)).map(({ event }) => event.id);
        assert.equal(new Set(got).size, ids.length);
        for (const { id } of [first, second]) await call("DELETE", `/v1/webhooks/${id}`);
        return `all ${ids.length} delivered`;
      },
    };
  },
};

export const WORK: readonly Story[] = [stuckRun, failedDeliveries];
