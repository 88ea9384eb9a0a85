import assert from "node:assert/strict";
import type { Client } from "@temporalio/client";
import type { Caller, Reply } from "./caller.ts";
import { ask } from "./database.ts";
import { eventually } from "./eventually.ts";
import type { Receiver } from "./webhook-receiver.ts";

export interface TestWebhook {
  readonly id: string;
  readonly secret: string;
}

/** A subscription to everything, changed by `change`. */
export async function newWebhook(call: Caller, url: string, change: object = {}): Promise<TestWebhook> {
  const created = await call("POST", "/v1/webhooks", { body: { url, events: ["*"], ...change } });
  assert.equal(created.status, 201, JSON.stringify(created.meta));
  return created.data;
}

/** Sends a test event to a subscription and returns the delivery's id. */
export async function newDelivery(call: Caller, webhookId: string): Promise<string> {
  const sent = await call("POST", `/v1/webhooks/${webhookId}/test`);
  assert.equal(sent.status, 202, JSON.stringify(sent.meta));
  return sent.data.id;
}

/** A delivery, once the condition holds. @throws Error with the delivery's last state when it does not within `seconds`. */
export function delivery(
  call: Caller,
  id: string,
  // deno-lint-ignore no-explicit-any -- the API's answer
  condition: (delivery: any) => boolean = () => true,
  seconds = 30,
): Promise<Reply["data"]> {
  let last: unknown;
  return eventually(`the condition on delivery ${id}`, async () => {
    const { data } = await call("GET", `/v1/deliveries/${id}`);
    last = data;
    return condition(data) ? data : undefined;
  }, seconds).catch((error) => {
    throw new Error(`${(error as Error).message}; it is ${JSON.stringify(last)}`, { cause: error });
  });
}

/** A delivery whose status is no longer pending. */
export function endedDelivery(call: Caller, id: string, seconds = 30): Promise<Reply["data"]> {
  return delivery(call, id, ({ status }) => status !== "pending", seconds);
}

/** Adds failed attempts to the record of a delivery, a second apart, as if it had been sent by hand again and again. */
export async function addAttempts(id: string, count: number, excerpt = ""): Promise<void> {
  await ask(
    `WITH grown AS (
       UPDATE deliveries SET attempt_count = attempt_count + $2 WHERE id = $1 RETURNING id, organization_id, attempt_count - $2 AS recorded
     )
     INSERT INTO delivery_attempts
       (delivery_id, organization_id, number, at, ended_at, response_status, latency_ms, error_message, response_excerpt)
     SELECT id, organization_id, recorded + n, now() + n * interval '1 second', now() + n * interval '1 second', 500, 12,
       'The answer was 500.', $3
     FROM grown, generate_series(1, $2::integer) AS n`,
    [id, count, excerpt],
  );
}

/** A failure whose `Retry-After` lengthens the test stack's schedule to an hour. */
export const RETRY_IN_AN_HOUR = { status: 503, headers: { "Retry-After": "3600" } };

/** A delivery that failed at its first attempt and waits for an hour; its next attempt will succeed. */
export async function waitingDelivery(
  call: Caller,
  receiver: Receiver,
  path: string,
): Promise<{ id: string; webhook: TestWebhook }> {
  receiver.behave(path, RETRY_IN_AN_HOUR, 204);
  const webhook = await newWebhook(call, receiver.url + path);
  const id = await newDelivery(call, webhook.id);
  await delivery(call, id, ({ attempts }) => attempts[0]?.response_status === 503);
  return { id, webhook };
}

/** A delivery that has used up its schedule; its next attempt will succeed. */
export async function failedDelivery(
  call: Caller,
  receiver: Receiver,
  path: string,
): Promise<{ id: string; webhook: TestWebhook }> {
  receiver.behave(path, 500, 500, 500, 204);
  const webhook = await newWebhook(call, receiver.url + path);
  const id = await newDelivery(call, webhook.id);
  assert.equal((await endedDelivery(call, id)).status, "failed");
  return { id, webhook };
}

/** Waits until the latest run of a delivery has this status, such as `FAILED`. */
export async function runBecomes(client: Client, id: string, status: string): Promise<void> {
  await eventually(`delivery/${id} to be ${status}`, async () => {
    const run = await client.workflow.getHandle(`delivery/${id}`).describe();
    return run.status.name === status || undefined;
  });
}
