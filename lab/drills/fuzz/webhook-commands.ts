import assert from "node:assert/strict";
import fc from "fast-check";
import { MAX_WEBHOOKS } from "#db/webhooks/webhooks.ts";
import { assertRefused } from "#testing/caller.ts";
import { newOrganization } from "#testing/organizations.ts";
import { ended, newSimulation } from "#testing/simulations.ts";
import { type Receiver, startReceiver } from "#testing/webhook-receiver.ts";
import {
  attempted,
  cancelled,
  checkDeliveries,
  isPending,
  type Model,
  newDeliveryOf,
  type Real,
  sent,
  type Subscription,
  waiting,
} from "./webhook-state.ts";

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

const create = (enabled: boolean, events: readonly string[]) =>
  command(`create(${enabled}, ${events})`, async ({ subscriptions }, { own, receiver }) => {
    const path = `/model/${++paths}`;
    const body = { url: `${receiver.url}${path}`, events, enabled };
    const created = await own.call("POST", "/v1/webhooks", { body });
    if (subscriptions.length >= MAX_WEBHOOKS) return assertRefused(created, 409, "limit_reached");
    assert.equal(created.status, 201, JSON.stringify(created.meta));
    const { id, secret } = created.data;
    subscriptions.push({
      ...{ id, path, events, secret, enabled, answers: true, description: null, deliveries: [] },
    });
  });

const describe = (at: number, description: string | null, method: "PATCH" | "POST") =>
  command(`describe(${at}, ${description}, by ${method})`, async ({ subscriptions }, { own }) => {
    const one = pick(subscriptions, at);
    const changed = await own.call(method, pathOf(one), { body: { description } });
    assert.deepEqual([changed.status, changed.data?.description], [200, description]);
    one.description = description;
  }, some);

/** Another URL, to which everything goes from now on. */
const move = (at: number) =>
  command(`move(${at})`, async ({ subscriptions }, real) => {
    const one = pick(subscriptions, at);
    const path = `/model/${++paths}`;
    const url = `${real.receiver.url}${path}`;
    const changed = await real.own.call("PATCH", pathOf(one), { body: { url } });
    assert.deepEqual([changed.status, changed.data?.url], [200, url]);
    Object.assign(one, { path, answers: true });
    await checkDeliveries(one, real);
  }, some);

/** The endpoint breaks, and a test event waits; or it answers again. */
const answer = (at: number, answers: boolean) =>
  command(`answer(${at}, ${answers})`, async (model, real) => {
    const one = pick(model.subscriptions, at);
    one.answers = answers;
    real.receiver.behave(one.path, answers ? 204 : { status: 503, headers: { "Retry-After": "3600" } });
    if (!answers) await test(at).run(model, real);
  }, some);

/** Disabling holds what is pending; enabling releases it. */
const switchTo = (at: number, to: boolean | "the other") =>
  command(`switchTo(${at}, ${to})`, async (model, real) => {
    const one = pick(waiting(model.subscriptions), at);
    const enabled = to === "the other" ? !one.enabled : to;
    const changed = await real.own.call("PATCH", pathOf(one), { body: { enabled } });
    assert.deepEqual(
      [changed.status, changed.data?.enabled, changed.data?.disabled_reason],
      [200, enabled, null],
    );
    const released = enabled && !one.enabled ? one.deliveries.filter(isPending) : [];
    one.enabled = enabled;
    await attempted(model, one, released, real);
    await checkDeliveries(one, real);
  }, some);

const test = (at: number) =>
  command(`test(${at})`, async (model, real) => {
    const one = pick(model.subscriptions, at);
    const reply = await real.own.call("POST", pathOf(one, "/test"));
    assert.equal(reply.status, 202, JSON.stringify(reply.meta));
    assert.deepEqual([reply.data.status, reply.data.event_type], ["pending", "webhook.test"]);
    if (!one.enabled) assert.equal(reply.data.next_retry_at, null);
    await sent(model, one, reply.data.id, real);
  }, some);

/** A simulation ends: each enabled subscription to that event gets it, and no other. */
const simulate = command(
  "simulate",
  async (model, real) => {
    await ended(real.own.call, await newSimulation(real.own.call, { agent_count: 1 }));
    for (const one of model.subscriptions) {
      const isMeant = one.enabled && ["*", "simulation.completed"].some((type) => one.events.includes(type));
      if (isMeant) await sent(model, one, await newDeliveryOf(one, real), real);
      await checkDeliveries(one, real);
    }
  },
  some,
);

/** One more attempt, of a delivery that was attempted before; a disabled subscription's is held, so it is left alone. */
const retry = (at: number) =>
  command(`retry(${at})`, async (model, real) => {
    const one = pick(model.subscriptions.filter(isRetryable), at);
    const again = pick(one.deliveries, at);
    const retried = await real.own.call("POST", `/v1/deliveries/${again.id}/retry`);
    assert.equal(retried.status, 202, JSON.stringify(retried.meta));
    await attempted(model, one, [again], real, "hand");
    await checkDeliveries(one, real);
  }, ({ subscriptions }) => subscriptions.some(isRetryable));

const isRetryable = ({ enabled, deliveries }: Subscription) => enabled && deliveries.length > 0;

const rotate = (at: number) =>
  command(`rotate(${at})`, async ({ subscriptions }, { own }) => {
    const one = pick(subscriptions, at);
    const rotated = await own.call("POST", pathOf(one, "/rotate-secret"));
    assert.equal(rotated.status, 201, JSON.stringify(rotated.meta));
    assert.notEqual(rotated.data.secret, one.secret);
    one.secret = rotated.data.secret;
  }, some);

/** Deletes it, and cancels what it holds and what waits. */
const remove = (at: number) =>
  command(`remove(${at})`, async (model, real) => {
    const one = pick(waiting(model.subscriptions), at);
    const removed = await real.own.call("DELETE", pathOf(one));
    assert.deepEqual(
      [removed.status, removed.data],
      [
        200,
        {
          id: one.id,
          deleted: true,
        },
      ],
    );
    model.subscriptions.splice(model.subscriptions.indexOf(one), 1);
    model.deleted.push(one);
    for (const sent of one.deliveries.filter(isPending)) await cancelled(sent, real);
    await checkDeliveries(one, real);
  }, some);

const useDeleted = (at: number) =>
  command(`useDeleted(${at})`, async ({ deleted }, { own }) => {
    const one = pick(deleted, at);
    for (
      const [method, rest] of [
        ["GET", ""],
        ["DELETE", ""],
        ["POST", "/test"],
        ["GET", "/deliveries"],
      ] as const
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
  const listed = data.map((row: any) => [row.id, row.enabled, row.events, row.description]);
  const known = subscriptions.map((one) => [one.id, one.enabled, one.events, one.description]);
  assert.deepEqual(listed, known.reverse());
});

/** Commands over subscriptions and their deliveries, to an endpoint each. */
export const webhooks = {
  commands: (): fc.Arbitrary<Command>[] => {
    // Few subscriptions, so that one of them meets several commands.
    const at = fc.nat(2);
    // Several times: what waits, is held and is released needs a test and a switch.
    const tested = at.map(test);
    const toggled = at.map((choice) => switchTo(choice, "the other"));
    const events = fc.constantFrom(["*"], ["simulation.completed"], ["simulation.failed"]);
    return [
      fc.tuple(fc.boolean(), events).map((choice) => create(...choice)),
      fc.tuple(
        at,
        fc.constantFrom(null, "ours", "Ünsere"),
        fc.constantFrom<"PATCH" | "POST">("PATCH", "POST"),
      )
        .map((choice) => describe(...choice)),
      fc.tuple(at, fc.boolean()).map((choice) => switchTo(...choice)),
      toggled,
      toggled,
      fc.tuple(at, fc.constantFrom(true, false, false)).map((choice) => answer(...choice)),
      at.map(move),
      tested,
      tested,
      tested,
      fc.constant(simulate),
      at.map(retry),
      at.map(rotate),
      at.map(remove),
      at.map(useDeleted),
      fc.constant(list),
    ];
  },
  start: async (): Promise<{ model: Model; real: Real }> => {
    const model = { subscriptions: [], deleted: [], requests: new Map() };
    const own = await newOrganization({ plan_tier: "enterprise" });
    const real = { own, receiver: await (receiver ??= startReceiver()) };
    await create(true, ["*"]).run(model, real);
    return { model, real };
  },
  /** No list has changed by itself, and no unexpected request came. */
  finish: async ({ subscriptions, deleted, requests }: Model, real: Real): Promise<void> => {
    for (const one of [...subscriptions, ...deleted]) await checkDeliveries(one, real);
    for (const [path, times] of requests) {
      assert.equal(real.receiver.at(path).length, times, path);
    }
  },
  end: async (): Promise<void> => {
    await (await receiver)?.close();
    receiver = undefined;
  },
};
