import assert from "node:assert/strict";
import type { Client } from "@temporalio/client";
import type { Caller, Reply } from "./caller.ts";
import { eventually } from "./eventually.ts";

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

/** A delivery, once it is as wanted. */
export function delivery(
  call: Caller,
  id: string,
  // deno-lint-ignore no-explicit-any -- the API's answer
  wanted: (delivery: any) => boolean = () => true,
  seconds = 30,
): Promise<Reply["data"]> {
  let last: unknown;
  return eventually(`delivery ${id} to be as wanted`, async () => {
    const { data } = await call("GET", `/v1/deliveries/${id}`);
    last = data;
    return wanted(data) ? data : undefined;
  }, seconds).catch((error) => {
    throw new Error(`${(error as Error).message}; it is ${JSON.stringify(last)}`, { cause: error });
  });
}

/** A delivery whose status is no longer pending. */
export function endedDelivery(call: Caller, id: string, seconds = 30): Promise<Reply["data"]> {
  return delivery(call, id, ({ status }) => status !== "pending", seconds);
}

/** Resets a delivery's workflow as an operator does in the Temporal UI; returns the new run's id. */
export async function resetWorkflow(
  client: Client,
  workflowId: string,
  task: "first" | "last",
): Promise<string> {
  const handle = client.workflow.getHandle(workflowId);
  const [{ runId }, { events }] = await Promise.all([handle.describe(), handle.fetchHistory()]);
  // "Workflow task started": the point that the UI offers.
  const started = (events ?? []).filter(({ workflowTaskStartedEventAttributes: is }) => is != null);
  const event = task === "first" ? started[0] : started.at(-1);
  const request = {
    namespace: "default",
    workflowExecution: { workflowId, runId },
    reason: "by hand",
    requestId: crypto.randomUUID(),
    workflowTaskFinishEventId: event?.eventId,
  };
  const reset = await client.workflowService.resetWorkflowExecution(
    request as unknown as Parameters<typeof client.workflowService.resetWorkflowExecution>[0],
  );
  return reset.runId;
}
