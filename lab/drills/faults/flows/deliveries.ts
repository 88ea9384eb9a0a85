import { newOrganization } from "#testing/organizations.ts";
import { delivery, newDelivery, newWebhook, type Received, RETRY_IN_AN_HOUR } from "#testing/webhooks.ts";
import { verifyWebhook } from "#client/verify-webhook.ts";
import { SIGNATURE_HEADER } from "#shared/webhooks/secrets.ts";
import { ask } from "#testing/stack.ts";
import { between, type Count, exactly } from "../judge.ts";
import { count, type Flow, type Task, workflowStatus, type World } from "./flow.ts";

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
  return ask<DeliveryRow & Record<string, unknown>>(
    `${DELIVERIES} d.simulation_id = $1 AND d.event_type = $2`,
    [simulation, type],
  );
}

async function deliveryRow(id: string): Promise<DeliveryRow | undefined> {
  const [row] = await ask<DeliveryRow & Record<string, unknown>>(`${DELIVERIES} d.id = $1`, [id]);
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

/** The event of a simulation's end, as its subscription got it. */
export const eventDeliveries = {
  /** `completed` once the event is there and no delivery of it is pending. */
  async state(simulation: string, type: string): Promise<string> {
    const rows = await deliveriesOf(simulation, type);
    return rows.length > 0 && rows.every(({ status }) => status !== "pending") ? "completed" : "pending";
  },

  async counts(
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
  },
};
