import assert from "node:assert/strict";
import { verifyWebhook } from "#client/verify-webhook.ts";
import type { TestOrganization } from "#testing/organizations.ts";
import { delivery, endedDelivery } from "#testing/webhooks.ts";
import type { Receiver } from "#testing/webhook-receiver.ts";

/** What the model knows of a subscription. */
export interface Subscription {
  readonly id: string;
  /** Of its present URL. */
  path: string;
  readonly events: readonly string[];
  secret: string;
  enabled: boolean;
  /** Whether its endpoint answers 204, and not 503 with a `Retry-After` of an hour. */
  answers: boolean;
  description: string | null;
  /** Oldest first. */
  readonly deliveries: Sent[];
}

/** A delivery. A pending one is held while its subscription is disabled, and otherwise waits for an hour. */
export interface Sent {
  readonly id: string;
  status: "pending" | "succeeded" | "failed" | "cancelled";
  attempts: number;
  /** Attempts of the schedule. */
  scheduled: number;
}

export interface Model {
  /** Oldest first. */
  readonly subscriptions: Subscription[];
  readonly deleted: Subscription[];
  /** How many requests each path has got. */
  readonly requests: Map<string, number>;
}

export interface Real {
  readonly own: TestOrganization;
  readonly receiver: Receiver;
}

export const isPending = ({ status }: Sent) => status === "pending";

/** Those with pending deliveries, where there are any: a change has most to do with them. */
export function waiting(subscriptions: readonly Subscription[]): readonly Subscription[] {
  const found = subscriptions.filter(({ deliveries }) => deliveries.some(isPending));
  return found.length > 0 ? found : subscriptions;
}

/** A delivery is new: held where its subscription is disabled, and attempted otherwise. */
export async function sent(
  model: Model,
  one: Subscription,
  id: string,
  real: Real,
): Promise<void> {
  const added: Sent = { id, status: "pending", attempts: 0, scheduled: 0 };
  one.deliveries.push(added);
  if (one.enabled) await attempted(model, one, [added], real);
}

/**
 * An attempt of each of these: a single request, signed with the present secret, to the present URL; the deliveries then show what came of
 * it.
 */
export async function attempted(
  { requests }: Model,
  one: Subscription,
  deliveries: readonly Sent[],
  { own, receiver }: Real,
  by: "schedule" | "hand" = "schedule",
): Promise<void> {
  const before = requests.get(one.path) ?? 0;
  const times = before + deliveries.length;
  requests.set(one.path, times);
  for (
    const { headers, body } of (await receiver.until(one.path, times)).slice(
      before,
    )
  ) {
    await verifyWebhook(
      body,
      String(headers["x-service-signature"]),
      one.secret,
    );
  }
  for (const sent of deliveries) {
    sent.attempts++;
    if (by === "schedule") sent.scheduled++;
    const status = one.answers ? 204 : 503;
    const done = await delivery(
      own.call,
      sent.id,
      ({ attempts, attempt_count, retry_requested_at }) =>
        attempt_count === sent.attempts &&
        attempts[0].response_status === status &&
        retry_requested_at === null,
    );
    if (one.answers) sent.status = "succeeded";
    else if (isPending(sent) && sent.scheduled === done.max_attempts) {
      sent.status = "failed";
    }
    assert.equal(done.status, sent.status);
  }
  assert.equal(
    receiver.at(one.path).length,
    times,
    "an attempt is one request",
  );
}

/** The deliveries of a subscription, or of a deleted one, as the list has them: newest first, those that are held without a time. */
export async function checkDeliveries(
  one: Subscription,
  { own }: Real,
): Promise<void> {
  const known = one.deliveries.map((sent) => [
    ...[sent.id, sent.status, sent.attempts, isPending(sent) && one.enabled],
  ]);
  const { data } = await own.call(
    "GET",
    `/v1/deliveries?limit=100&webhook_id=${one.id}`,
  );
  // deno-lint-ignore no-explicit-any -- the API's answer
  const listed = data.map((row: any) => [row.id, row.status, row.attempt_count, row.next_retry_at !== null]);
  assert.deepEqual(listed, known.reverse(), `the deliveries of ${one.path}`);
}

/** The newest delivery of a subscription, which the model does not know yet. */
export async function newDeliveryOf(
  one: Subscription,
  { own }: Real,
): Promise<string> {
  const { data: [newest] } = await own.call(
    "GET",
    `/v1/deliveries?limit=1&webhook_id=${one.id}`,
  );
  assert.ok(
    !one.deliveries.some(({ id }) => id === newest?.id),
    `${one.path} gets the event`,
  );
  return newest.id;
}

/** Its subscription was deleted. */
export async function cancelled(sent: Sent, { own }: Real): Promise<void> {
  assert.equal((await endedDelivery(own.call, sent.id)).status, "cancelled");
  sent.status = "cancelled";
}
