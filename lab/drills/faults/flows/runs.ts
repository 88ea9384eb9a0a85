import { verifyWebhook } from "#client/verify-webhook.ts";
import { SIGNATURE_HEADER } from "#shared/webhooks/secrets.ts";
import { replyOf } from "#testing/caller.ts";
import { newOrganization } from "#testing/organizations.ts";
import { HEADER, KPI, putFile, simulationBody } from "#testing/simulations.ts";
import { ask } from "#testing/stack.ts";
import { delivery, newDelivery, newWebhook, type Received, RETRY_IN_AN_HOUR } from "#testing/webhooks.ts";
import type { Call } from "../../client.ts";
import { between, type Count, exactly } from "../judge.ts";
import { count, type Flow, type Task, value, workflowStatus, type World } from "../round.ts";

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
      ...await eventCounts(world, path, id, "simulation.completed"),
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
        deliveries: (id) => eventState(id, "simulation.completed"),
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
        deliveries: (id) => eventState(id, EVENT),
      },
      counts: async (id) => [
        between(
          "calls of its model",
          0,
          MAX_REWRITES,
          await count("SELECT rewrite_attempts FROM readings WHERE simulation_id = $1", id),
        ),
        ...await eventCounts(world, path, id, EVENT),
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

/** Test events whose endpoint fails once, deliveries that a person retries, and deliveries that an operator retries together. */
const [SENT, BY_HAND, IN_BULK] = [3, 2, 3];

export const deliveries: Flow = {
  name: "delivery",
  what:
    "sends three events to an endpoint that fails once, retries two deliveries by hand and three together; each is delivered, one success, every request recorded, one event id",
  async begin(world) {
    const { id: organization, call } = await newOrganization();
    const path = (kind: string) => `/deliveries/${organization}/${kind}`;
    const url = (kind: string) => world.receiver.url + path(kind);
    world.receiver.behave(path("sent"), (request) => isFirst(world, request) ? 500 : 204);
    for (const kind of ["hand", "bulk"]) {
      world.receiver.behave(
        path(kind),
        (request) => isFirst(world, request) ? RETRY_IN_AN_HOUR : 204,
      );
    }
    const webhooks = {
      sent: await newWebhook(call, url("sent")),
      hand: await newWebhook(call, url("hand")),
      bulk: await newWebhook(call, url("bulk")),
    };
    const waiting = async (webhook: string) => {
      const id = await newDelivery(call, webhook);
      await delivery(call, id, ({ attempts }) => attempts[0]?.response_status === 503);
      return id;
    };
    const byHand = await Promise.all(Array.from({ length: BY_HAND }, () => waiting(webhooks.hand.id)));
    const inBulk = await Promise.all(Array.from({ length: IN_BULK }, () => waiting(webhooks.bulk.id)));
    const sleeps = async (id: string) =>
      !world.after.temporalForgets && await workflowStatus(world.temporal, `delivery/${id}`) === "running";
    const task = (kind: keyof typeof webhooks, ask: Task["ask"]): Task => ({
      ask,
      item: (id) => `delivery/${id} (${kind})`,
      expected: "succeeded",
      states: {
        postgres: async (id) => (await deliveryRow(id))?.status ?? null,
        api: async (id) => (await call("GET", `/v1/deliveries/${id}`)).data?.status ?? null,
        temporal: async (id) => await sleeps(id) ? "running" : "succeeded",
      },
      async counts(id) {
        const row = await deliveryRow(id);
        return row === undefined ? [] : [
          ...deliveryCounts(world, path(kind), row, 1),
          exactly("signatures out of time", 0, await untimely(world, path(kind), webhooks[kind].secret)),
        ];
      },
    });
    const { client, operator } = world;
    const test = () => client.create(call, `/v1/webhooks/${webhooks.sent.id}/test`);
    const sent = Array.from({ length: SENT }, () => task("sent", test));
    const hand = byHand.map((id) => task("hand", () => client.create(call, `/v1/deliveries/${id}/retry`)));
    // The first asks for all of them.
    const filter = { webhook_id: webhooks.bulk.id, status: "pending" };
    let asked: Promise<string | null> | undefined;
    const bulk = inBulk.map((id) =>
      task("bulk", async () => {
        asked ??= client.create(operator, "/v1/admin/deliveries/retry", filter, "job_id");
        return await asked === null ? null : id;
      })
    );
    return [...sent, ...hand, ...bulk];
  },
};

/** Whether nothing of the request's event came before. */
function isFirst({ receiver }: Pick<World, "receiver">, { event, path }: Received): boolean {
  return receiver.at(path).filter((earlier) => earlier.event.id === event.id).length === 1;
}

/** Requests that an integrator would refuse at their arrival: their signature is over five minutes off. */
async function untimely({ receiver }: World, path: string, secret: string): Promise<number> {
  const verified = await Promise.allSettled(
    receiver.at(path).map(({ headers, body, at }) => {
      const signature = String(headers[SIGNATURE_HEADER.toLowerCase()]);
      return verifyWebhook(body, signature, secret, { now: new Date(at) });
    }),
  );
  return verified.filter(({ status }) => status === "rejected").length;
}

interface DeliveryRow {
  readonly id: string;
  readonly event_id: string;
  readonly status: string;
  readonly attempt_count: number;
  /** Attempts without an outcome: a worker was killed, or could not record it. */
  readonly unknown: number;
  readonly succeeded: number;
}

const DELIVERIES = `
  SELECT d.id, d.event_id, d.status, d.attempt_count,
    (SELECT count(*)::integer FROM delivery_attempts a WHERE a.delivery_id = d.id AND a.response_status IS NULL) AS unknown,
    (SELECT count(*)::integer FROM delivery_attempts a WHERE a.delivery_id = d.id AND a.response_status = 204) AS succeeded
  FROM deliveries d WHERE `;

function deliveriesOf(simulation: string, type: string): Promise<DeliveryRow[]> {
  return ask<DeliveryRow>(`${DELIVERIES} d.simulation_id = $1 AND d.event_type = $2`, [simulation, type]);
}

async function deliveryRow(id: string): Promise<DeliveryRow | undefined> {
  const [row] = await ask<DeliveryRow>(`${DELIVERIES} d.id = $1`, [id]);
  return row;
}

/** What every delivery must fulfil, whatever its endpoint answered before. @param failures answers but 204 that the endpoint gave */
function deliveryCounts(
  world: Pick<World, "receiver" | "after">,
  path: string,
  row: DeliveryRow,
  failures: number,
): Count[] {
  const { postgresForgets = false } = world.after;
  const requests = world.receiver.at(path).filter(({ event }) => event?.id === `evt_${row.event_id}`);
  const unexplained = row.attempt_count - row.unknown - row.succeeded - failures;
  return [
    // A request whose outcome is unknown is sent again. Every request is in the record.
    between("requests", 1 + failures, postgresForgets ? Infinity : row.attempt_count, requests.length),
    exactly("bodies", 1, new Set(requests.map(({ body }) => body)).size),
    exactly("successful attempts", 1, row.succeeded),
    // A kill can leave the outcome of a failure unknown: then fewer are known than the endpoint gave.
    ...postgresForgets
      ? []
      : [between("attempts without a reason", -Math.min(failures, row.unknown), 0, unexplained)],
  ];
}

/** Of the event of a simulation's end: `completed` once it is there and no delivery of it is pending. */
async function eventState(simulation: string, type: string): Promise<string> {
  const rows = await deliveriesOf(simulation, type);
  return rows.length > 0 && rows.every(({ status }) => status !== "pending") ? "completed" : "pending";
}

/** Of the same event, as its subscription got it. */
async function eventCounts(
  world: Pick<World, "receiver" | "after">,
  path: string,
  simulation: string,
  type: string,
): Promise<Count[]> {
  const rows = await deliveriesOf(simulation, type);
  const events = await count(
    "SELECT count(*) FROM events WHERE simulation_id = $1 AND type = $2",
    simulation,
    type,
  );
  return [
    exactly("events", 1, events),
    exactly("deliveries", 1, rows.length),
    ...rows.flatMap((row) => deliveryCounts(world, path, row, 0)),
  ];
}
