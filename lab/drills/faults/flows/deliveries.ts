import { newOrganization } from "#testing/organizations.ts";
import type { Received } from "#testing/webhook-receiver.ts";
import { delivery, newDelivery, newWebhook, RETRY_IN_AN_HOUR } from "#testing/webhooks.ts";
import { verifyWebhook, WebhookVerificationError } from "#client/verify-webhook.ts";
import { SIGNATURE_HEADER } from "#shared/webhooks/secrets.ts";
import { between, type Outcome } from "../judge.ts";
import { awaitEnd, type Flow, Piece, staggered, workflowStatus, type World } from "./flow.ts";
import { deliveryCounts, deliveryRow } from "./events.ts";

/** Test events whose endpoint fails once, deliveries that a person retries, and deliveries that an operator retries together. */
const [SENT, BY_HAND, IN_BULK] = [3, 2, 3];
const SPAN_MS = 1_500;

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
    const pieces = [
      ...Array(SENT).fill("sent"),
      ...Array(BY_HAND).fill("hand"),
      ...Array(IN_BULK).fill("bulk"),
    ]
      .map((kind: keyof typeof webhooks) => ({ kind, piece: new Piece() }));
    const of = (kind: string) => pieces.filter((each) => each.kind === kind).map(({ piece }) => piece);

    const sleeps = async (id: string) =>
      !world.temporalForgets && await workflowStatus(world.temporal, `delivery/${id}`) === "running";
    const sendTest = (piece: Piece) => async () => {
      const sent = await world.client.send(call, "POST", `/v1/webhooks/${webhooks.sent.id}/test`);
      piece.accept(sent, "id");
    };
    const retry = (piece: Piece, id: string) => async () => {
      piece.accept(await world.client.send(call, "POST", `/v1/deliveries/${id}/retry`), "id");
    };
    const retryTogether = async () => {
      const body = { webhook_id: webhooks.bulk.id, status: "pending" };
      const reply = await world.client.send(
        world.operator,
        "POST",
        "/v1/admin/deliveries/retry",
        { body },
      );
      if (reply === null) return;
      of("bulk").forEach((piece, index) => piece.id = inBulk[index] ?? null);
    };
    const outcomeOf = async (
      { id, accepted, endedAt }: Piece,
      kind: keyof typeof webhooks,
    ): Promise<Outcome> => {
      const row = id === null ? undefined : await deliveryRow(id);
      return {
        item: `delivery/${id} (${kind})`,
        accepted,
        expected: "succeeded",
        states: id === null ? {} : {
          api: (await call("GET", `/v1/deliveries/${id}`)).data?.status ?? null,
          postgres: row?.status ?? null,
          temporal: await sleeps(id) ? "running" : "succeeded",
        },
        counts: row === undefined ? [] : [
          ...deliveryCounts(world, path(kind), row, 1),
          between("signatures out of time", 0, 0, await untimely(world, path(kind), webhooks[kind].secret)),
        ],
        endedAt,
      };
    };
    return {
      submit: () =>
        staggered(world.random, SPAN_MS, [
          ...of("sent").map(sendTest),
          ...of("hand").map((piece, index) => retry(piece, byHand[index] ?? "")),
          retryTogether,
        ]),
      async settle() {
        await Promise.all(pieces.map(({ piece }) =>
          awaitEnd(world, piece, async () => {
            const row = await deliveryRow(piece.id ?? "");
            return row?.status === "succeeded" && !(await sleeps(piece.id ?? ""));
          })
        ));
      },
      observe: () => Promise.all(pieces.map(({ piece, kind }) => outcomeOf(piece, kind))),
    };
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
