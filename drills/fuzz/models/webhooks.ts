import assert from "node:assert/strict";
import fc from "fast-check";
import { verifyWebhook } from "#client/verify-webhook.ts";
import { MOST_WEBHOOKS } from "#db/webhooks/webhooks.ts";
import { assertRefused } from "#test/support/caller.ts";
import { newOrganization, type TestOrganization } from "#test/support/organizations.ts";
import { delivery, endedDelivery } from "#test/support/webhooks.ts";
import { type Receiver, startReceiver } from "#test/support/webhook-receiver.ts";

/** What the model knows of a subscription. */
interface Subscription {
  readonly id: string;
  readonly path: string;
  secret: string;
  enabled: boolean;
  description: string | null;
  /** Oldest first. */
  readonly deliveries: Sent[];
}

interface Sent {
  readonly id: string;
  /** Pending alone while the subscription is disabled. */
  status: "pending" | "succeeded" | "cancelled";
  attempts: number;
}

interface Model {
  /** Oldest first. */
  readonly subscriptions: Subscription[];
  readonly deleted: Subscription[];
}

interface Real {
  readonly own: TestOrganization;
  readonly receiver: Receiver;
}

type Command = fc.AsyncCommand<Model, Real>;

let receiver: Promise<Receiver> | undefined;
let paths = 0;

function pick<T>(list: readonly T[], at: number): T {
  const found = list[at % list.length];
  if (found === undefined) throw new Error("The command's check let an empty list through");
  return found;
}

const some = ({ subscriptions }: Readonly<Model>) => subscriptions.length > 0;
const pathOf = ({ id }: Subscription, rest = "") => `/v1/webhooks/${id}${rest}`;

/** A command with its name in reports. @param check when it makes sense; always by default */
function command(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command {
  return { check, run, toString: () => name };
}

const create = (enabled: boolean) =>
  command(`create(${enabled})`, async ({ subscriptions }, { own, receiver }) => {
    const path = `/model/${++paths}`;
    const body = { url: `${receiver.url}${path}`, events: ["*"], enabled };
    const created = await own.call("POST", "/v1/webhooks", { body });
    if (subscriptions.length >= MOST_WEBHOOKS) return assertRefused(created, 400, "validation_error");
    assert.equal(created.status, 201, JSON.stringify(created.meta));
    const { id, secret } = created.data;
    subscriptions.push({ id, path, secret, enabled, description: null, deliveries: [] });
  });

const describe = (at: number, description: string | null, method: "PATCH" | "POST") =>
  command(`describe(${at}, ${description}, by ${method})`, async ({ subscriptions }, { own }) => {
    const one = pick(subscriptions, at);
    const changed = await own.call(method, pathOf(one), { body: { description } });
    assert.deepEqual([changed.status, changed.data?.description], [200, description]);
    one.description = description;
  }, some);

/** Disabling holds what is pending; enabling releases it. */
const switchTo = (at: number, enabled: boolean) =>
  command(`switchTo(${at}, ${enabled})`, async ({ subscriptions }, { own }) => {
    const one = pick(subscriptions, at);
    const changed = await own.call("PATCH", pathOf(one), { body: { enabled } });
    assert.deepEqual([changed.status, changed.data?.enabled, changed.data?.disabled_reason], [
      200,
      enabled,
      null,
    ]);
    one.enabled = enabled;
    if (!enabled) return;
    for (const sent of one.deliveries.filter(({ status }) => status === "pending")) {
      await arrived(sent, own);
    }
  }, some);

async function arrived(sent: Sent, own: TestOrganization): Promise<void> {
  assert.equal((await endedDelivery(own.call, sent.id)).status, "succeeded");
  sent.status = "succeeded";
  sent.attempts = 1;
}

const test = (at: number) =>
  command(`test(${at})`, async ({ subscriptions }, { own, receiver }) => {
    const one = pick(subscriptions, at);
    const before = receiver.at(one.path).length;
    const reply = await own.call("POST", pathOf(one, "/test"));
    assert.equal(reply.status, 202, JSON.stringify(reply.meta));
    assert.deepEqual([reply.data.status, reply.data.event_type], ["pending", "webhook.test"]);
    const sent: Sent = { id: reply.data.id, status: "pending", attempts: 0 };
    one.deliveries.push(sent);
    if (!one.enabled) return assert.equal(reply.data.next_retry_at, null);
    await arrived(sent, own);
    const request = (await receiver.until(one.path, before + 1)).at(-1);
    const signature = String(request?.headers["x-service-signature"]);
    const event = await verifyWebhook(String(request?.body), signature, one.secret);
    assert.equal(event.type, "webhook.test");
  }, some);

/** One more attempt, of a delivery that has ended; a disabled subscription's is held, so it is left alone. */
const retry = (at: number) =>
  command(`retry(${at})`, async ({ subscriptions }, { own }) => {
    const one = pick(subscriptions.filter(isRetryable), at);
    const sent = pick(one.deliveries.filter(({ status }) => status === "succeeded"), at);
    const retried = await own.call("POST", `/v1/deliveries/${sent.id}/retry`);
    assert.equal(retried.status, 202, JSON.stringify(retried.meta));
    sent.attempts++;
    const done = await delivery(own.call, sent.id, ({ attempt_count, retry_requested_at }) =>
      attempt_count === sent.attempts && retry_requested_at === null);
    assert.equal(done.status, "succeeded");
  }, ({ subscriptions }) =>
    subscriptions.some(isRetryable));

const isRetryable = ({ enabled, deliveries }: Subscription) =>
  enabled && deliveries.some(({ status }) => status === "succeeded");

const rotate = (at: number) =>
  command(`rotate(${at})`, async ({ subscriptions }, { own }) => {
    const one = pick(subscriptions, at);
    const rotated = await own.call("POST", pathOf(one, "/rotate-secret"));
    assert.equal(rotated.status, 201, JSON.stringify(rotated.meta));
    assert.notEqual(rotated.data.secret, one.secret);
    one.secret = rotated.data.secret;
  }, some);

/** Deletes it, and cancels what it holds. */
const remove = (at: number) =>
  command(`remove(${at})`, async (model, { own }) => {
    const one = pick(model.subscriptions, at);
    const removed = await own.call("DELETE", pathOf(one));
    assert.deepEqual([removed.status, removed.data], [200, { id: one.id, deleted: true }]);
    model.subscriptions.splice(model.subscriptions.indexOf(one), 1);
    model.deleted.push(one);
    for (const sent of one.deliveries.filter(({ status }) => status === "pending")) {
      assert.equal((await endedDelivery(own.call, sent.id)).status, "cancelled");
      sent.status = "cancelled";
    }
  }, some);

const useDeleted = (at: number) =>
  command(`useDeleted(${at})`, async ({ deleted }, { own }) => {
    const one = pick(deleted, at);
    for (
      const [method, rest] of [["GET", ""], ["DELETE", ""], ["POST", "/test"], [
        "GET",
        "/deliveries",
      ]] as const
    ) {
      assertRefused(await own.call(method, pathOf(one, rest)), 404, "not_found");
    }
    const [sent] = one.deliveries;
    if (sent === undefined) return;
    assertRefused(await own.call("POST", `/v1/deliveries/${sent.id}/retry`), 409, "delivery_not_retryable");
  }, ({ deleted }) => deleted.length > 0);

const list = command("list", async ({ subscriptions }, { own }) => {
  const { status, data } = await own.call("GET", "/v1/webhooks?limit=100");
  assert.equal(status, 200);
  // deno-lint-ignore no-explicit-any -- the API's answer
  const listed = data.map((row: any) => [row.id, row.enabled, row.description]);
  assert.deepEqual(listed, subscriptions.map((one) => [one.id, one.enabled, one.description]).reverse());
});

/** The deliveries of a subscription, or of a deleted one, as the lists have them: newest first. */
const listDeliveries = (at: number) =>
  command(`listDeliveries(${at})`, async ({ subscriptions, deleted }, { own }) => {
    const one = pick([...subscriptions, ...deleted], at);
    const known = one.deliveries.map(({ id, status, attempts }) => [id, status, attempts]).reverse();
    const { data } = await own.call("GET", `/v1/deliveries?limit=100&webhook_id=${one.id}`);
    // deno-lint-ignore no-explicit-any -- the API's answer
    assert.deepEqual(data.map((row: any) => [row.id, row.status, row.attempt_count]), known);
  }, ({ subscriptions, deleted }) => subscriptions.length + deleted.length > 0);

/** Commands over subscriptions and their deliveries, to an endpoint that answers. */
export const webhooks = {
  name: "webhooks",
  commands: (): fc.Arbitrary<Command>[] => {
    const at = fc.nat(9);
    return [
      fc.boolean().map(create),
      fc.tuple(
        at,
        fc.constantFrom(null, "ours", "Ünsere"),
        fc.constantFrom<"PATCH" | "POST">("PATCH", "POST"),
      )
        .map((choice) => describe(...choice)),
      fc.tuple(at, fc.boolean()).map((choice) => switchTo(...choice)),
      at.map(test),
      at.map(retry),
      at.map(rotate),
      at.map(remove),
      at.map(useDeleted),
      fc.constant(list),
      at.map(listDeliveries),
    ];
  },
  start: async (): Promise<{ model: Model; real: Real }> => ({
    model: { subscriptions: [], deleted: [] },
    real: { own: await newOrganization(), receiver: await (receiver ??= startReceiver()) },
  }),
  end: async (): Promise<void> => {
    await (await receiver)?.close();
    receiver = undefined;
  },
};
