import { newOrganization } from "#testing/organizations.ts";
import { HEADER, KPI, putFile, simulationBody } from "#testing/simulations.ts";
import { newWebhook } from "#testing/webhooks.ts";
import { ask } from "#testing/stack.ts";
import { replyOf } from "#testing/caller.ts";
import type { Call } from "../../client.ts";
import { between, type Count, exactly } from "../judge.ts";
import { count, type Flow, value, workflowStatus } from "./flow.ts";
import { eventDeliveries } from "./deliveries.ts";

const PIECES = 2;
/** Agents of each run: one chunk, one chunk, and several. */
const SIZES = [200, 1_000, 10_000];
const ALL_AGENTS = 11_200;

export const simulations: Flow = {
  name: "simulation",
  what:
    "creates three simulations of 200 to 10,000 agents; each completes with every agent once, one row, one count of its quota, one event",
  async begin(world) {
    const { id: organization, call } = await newOrganization();
    const path = `/simulations/${organization}`;
    await newWebhook(call, world.receiver.url + path, { events: ["simulation.completed"] });
    const used = (what: string) =>
      count(`SELECT ${what} FROM usage_months WHERE organization_id = $1`, organization);
    const sums = async () => [
      exactly("simulations", SIZES.length, await rowsOf("simulations", organization)),
      exactly("simulations in its quota", SIZES.length, await used("sum(simulations)")),
      exactly("agents in its quota", ALL_AGENTS, await used("sum(agent_runs)")),
    ];
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
      ...agents === SIZES[0] ? await sums() : [],
    ];
    return SIZES.map((agents) => ({
      ask: () => world.client.create(call, "/v1/simulations", simulationBody({ agent_count: agents })),
      item: (id) => `simulation/${id}`,
      expected: "completed",
      states: {
        api: async (id) => (await call("GET", `/v1/simulations/${id}`)).data?.status ?? null,
        postgres: (id) => value<string>("SELECT status FROM simulations WHERE id = $1", id),
        temporal: (id) => workflowStatus(world.temporal, `simulation/${id}`),
        deliveries: (id) => eventDeliveries.state(id, "simulation.completed"),
      },
      counts: (id) => countsOf(id, agents),
    }));
  },
};

const rowsOf = (table: string, organization: string) =>
  count(`SELECT count(*) FROM ${table} WHERE organization_id = $1`, organization);

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
    return Array.from({ length: PIECES }, (_, index) => ({
      ask: () => world.client.create(call, "/v1/simulations", body),
      item: (id) => `reading of ${id}`,
      expected: "completed",
      states: {
        api: async (id) =>
          (await call("GET", `/v1/simulations/${id}/insights`)).data?.insights_status ?? null,
        postgres: (id) => value<string>("SELECT insights_status FROM simulations WHERE id = $1", id),
        temporal: (id) => workflowStatus(world.temporal, `reading/${id}`),
        deliveries: (id) => eventDeliveries.state(id, EVENT),
      },
      counts: async (id) => [
        between(
          "calls of its model",
          0,
          MAX_REWRITES,
          await count("SELECT rewrite_attempts FROM readings WHERE simulation_id = $1", id),
        ),
        ...await eventDeliveries.counts(world, path, id, EVENT),
        ...index === 0 ? await sumsOfReadings(organization) : [],
      ],
    }));
  },
};

async function sumsOfReadings(organization: string): Promise<Count[]> {
  const [used] = await ask<{ readings: number; reserved: number }>(
    `SELECT sum(readings)::integer AS readings, (sum(reading_reserved_usd) * 1000000)::integer AS reserved
     FROM usage_months WHERE organization_id = $1`,
    [organization],
  );
  return [
    exactly("Readings in its quota", PIECES, used?.readings ?? 0),
    exactly("millionths of a dollar set aside", 0, used?.reserved ?? 0),
    exactly("Readings", PIECES, await rowsOf("readings", organization)),
  ];
}

const FROM_FILE =
  "SELECT count(*) FROM training_runs WHERE id = $1 AND results ->> 'basis' = 'uploaded_file'";
/** Of the file: no page of a full disk takes it. */
const FILE_BYTES = 256 * 1024;
/** A calibration file of one row that counts, and empty lines. */
const FILE = `${HEADER}\noverall,${KPI},40\n`.padEnd(FILE_BYTES, "\n");

/** An upload that was taken is answered without an envelope, and a store refuses one in XML. */
const upload: Call = async (_method, url) => {
  const response = await putFile(url, FILE);
  if (response.headers.get("Content-Type")?.startsWith("application/json")) return await replyOf(response);
  await response.body?.cancel();
  return { status: response.status, headers: response.headers, data: null, error: null, meta: {} };
};

export const training: Flow = {
  name: "training",
  what: "creates two training runs, uploads their files and starts them; each is scored once, from its file",
  async begin(world) {
    const { id: organization, call } = await newOrganization();
    return Array.from({ length: PIECES }, (_, index) => ({
      async ask() {
        const body = { workflow_name: "Oat drinks" };
        const created = await world.client.send(call, "POST", "/v1/training/uploads", { body });
        if (created === null || await world.client.send(upload, "PUT", created.data.upload_url) === null) {
          return null;
        }
        const path = `/v1/training/${created.data.training_id}/start`;
        return await world.client.create(call, path, undefined, "training_id");
      },
      item: (id) => `training/${id}`,
      expected: "completed",
      states: {
        api: async (id) => String((await call("GET", `/v1/training/${id}`)).data?.status).toLowerCase(),
        postgres: (id) => value<string>("SELECT lower(status) FROM training_runs WHERE id = $1", id),
        temporal: (id) => workflowStatus(world.temporal, `training/${id}`),
      },
      counts: async (id) => [
        exactly("results from its file", 1, await count(FROM_FILE, id)),
        ...index === 0 ? [exactly("training runs", PIECES, await rowsOf("training_runs", organization))] : [],
      ],
    }));
  },
};
