import { newOrganization } from "#testing/organizations.ts";
import type { Received } from "#testing/webhook-receiver.ts";
import { delivery, newDelivery, newWebhook, RETRY_IN_AN_HOUR } from "#testing/webhooks.ts";
import { verifyWebhook, WebhookVerificationError } from "#client/verify-webhook.ts";
import { SIGNATURE_HEADER } from "#shared/webhooks/secrets.ts";
import { between } from "../judge.ts";
import { type Flow, Piece, type Task, workflowStatus, type World } from "./flow.ts";
import { deliveryCounts, deliveryRow } from "./events.ts";

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
    const sleeps = async (id: string | null) =>
      !world.temporalForgets && await workflowStatus(world.temporal, `delivery/${id}`) === "running";
    const task = (kind: keyof typeof webhooks, ask: (piece: Piece) => Promise<void>): Task => {
      const piece = new Piece();
      return {
        piece,
        ask: () => ask(piece),
        async hasEnded() {
          const row = await deliveryRow(piece.id ?? "");
          return row?.status === "succeeded" && !(await sleeps(piece.id));
        },
        async observe() {
          const row = await deliveryRow(piece.id ?? "");
          return {
            item: `delivery/${piece.id} (${kind})`,
            expected: "succeeded",
            states: {
              api: (await call("GET", `/v1/deliveries/${piece.id}`)).data?.status ?? null,
              postgres: row?.status ?? null,
              temporal: await sleeps(piece.id) ? "running" : "succeeded",
            },
            counts: row === undefined ? [] : [
              ...deliveryCounts(world, path(kind), row, 1),
              between(
                "signatures out of time",
                0,
                0,
                await untimely(world, path(kind), webhooks[kind].secret),
              ),
            ],
          };
        },
      };
    };
    const sent = Array.from({ length: SENT }, () =>
      task("sent", async (piece) => {
        const path = `/v1/webhooks/${webhooks.sent.id}/test`;
        piece.accept(await world.client.send(call, "POST", path), "id");
      }));
    const hand = byHand.map((id) =>
      task("hand", async (piece) => {
        piece.accept(await world.client.send(call, "POST", `/v1/deliveries/${id}/retry`), "id");
      })
    );
    // The first asks for all of them.
    const bulk: Task[] = inBulk.map((_, index) =>
      task("bulk", async () => {
        if (index > 0) return;
        const body = { webhook_id: webhooks.bulk.id, status: "pending" };
        const path = "/v1/admin/deliveries/retry";
        if (await world.client.send(world.operator, "POST", path, { body }) === null) return;
        bulk.forEach(({ piece }, each) => piece.id = inBulk[each] ?? null);
      })
    );
    return { tasks: [...sent, ...hand, ...bulk] };
  },
};

/** Whether nothing of the request's event came before. */
function isFirst({ receiver }: Pick<World, "receiver">, { event, path }: Received): boolean {
  return receiver.at(path).filter((earlier) => earlier.event.id === event.id).length === 1;
}

/** Requests that an integrator would refuse at their arrival: their signature is over five minutes off. */
async function untimely({ receiver }: World, path: string, secret: string): Promise<number> {
  let refused = 0;
  for (const { headers, body, at } of receiver.at(path)) {
    try {
      await verifyWebhook(body, String(headers[SIGNATURE_HEADER.toLowerCase()]), secret, {
        now: new Date(at),
      });
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      refused++;
    }
  }
  return refused;
}
