import assert from "node:assert/strict";
import type { Client } from "@temporalio/client";
import { type Caller, listen, type Reply } from "./caller.ts";
import { ask } from "./stack.ts";
import { eventually } from "./times.ts";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

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

/** A resource, once the condition on it holds. @throws Error with its last state when it does not within `seconds` */
export function resource(
  call: Caller,
  path: string,
  condition: (data: Reply["data"]) => boolean,
  seconds: number,
): Promise<Reply["data"]> {
  let last: unknown;
  return eventually(`the condition on ${path}`, async () => {
    const { data } = await call("GET", path);
    last = data;
    return condition(data) ? data : undefined;
  }, seconds).catch((error) => {
    throw new Error(`${(error as Error).message}; it is ${JSON.stringify(last)}`, { cause: error });
  });
}

/** A delivery, once the condition holds. */
export function delivery(
  call: Caller,
  id: string,
  condition: (delivery: Reply["data"]) => boolean = () => true,
  seconds = 30,
): Promise<Reply["data"]> {
  return resource(call, `/v1/deliveries/${id}`, condition, seconds);
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

/** A delivery to a new subscription, whose endpoint answers so in turn. */
async function newDeliveryTo(
  call: Caller,
  receiver: Receiver,
  path: string,
  answers: readonly Behaviour[],
  change: object = {},
) {
  receiver.behave(path, ...answers);
  const webhook = await newWebhook(call, receiver.url + path, change);
  return { id: await newDelivery(call, webhook.id), webhook };
}

/** A delivery that failed at its first attempt and waits for an hour; its next attempt will succeed. @param change of its subscription */
export async function waitingDelivery(call: Caller, receiver: Receiver, path: string, change: object = {}) {
  const made = await newDeliveryTo(call, receiver, path, [RETRY_IN_AN_HOUR, 204], change);
  await delivery(call, made.id, ({ attempts }) => attempts[0]?.response_status === 503);
  return made;
}

/** A delivery that has used up its schedule; its next attempt will succeed. */
export async function failedDelivery(call: Caller, receiver: Receiver, path: string) {
  const made = await newDeliveryTo(call, receiver, path, [500, 500, 500, 204]);
  assert.equal((await endedDelivery(call, made.id)).status, "failed");
  return made;
}

/** Waits until the latest run of a delivery has this status, such as `FAILED`. */
export async function runBecomes(client: Client, id: string, status: string): Promise<void> {
  await eventually(`delivery/${id} to be ${status}`, async () => {
    const run = await client.workflow.getHandle(`delivery/${id}`).describe();
    return run.status.name === status || undefined;
  });
}

/** A request that a receiver got. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw body. */
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The body's JSON; null without a body, and for a form. */
  // deno-lint-ignore no-explicit-any -- specs assert its shape
  readonly event: any;
}

/**
 * How a receiver answers a request. With `hang` it never answers, and holds the request open until it is closed; with `reset` it closes the
 * connection without an answer, with `truncated` amid the body that it has announced; with `dripping` its body has no end.
 */
export type Behaviour =
  | number
  | "hang"
  | "reset"
  | "truncated"
  | "dripping"
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | ((request: Received) => Behaviour | Promise<Behaviour>);

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts an endpoint on loopback whose answers a spec decides. @param otherwise its answer at paths without one of their own */
export async function startReceiver(otherwise: Behaviour = 204) {
  const received: Received[] = [];
  const behaviours = new Map<string, Behaviour[]>();
  const hanging = new Set<ServerResponse>();
  const nextBehaviour = (path: string): Behaviour => {
    const [next = otherwise, ...later] = behaviours.get(path) ?? [];
    if (later.length > 0) behaviours.set(path, later);
    return next;
  };
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await readRequest(incoming);
    received.push(request);
    let behaviour = nextBehaviour(request.path);
    while (typeof behaviour === "function") behaviour = await behaviour(request);
    if (behaviour === "hang") {
      hanging.add(response);
      return void response.once("close", () => hanging.delete(response));
    }
    if (behaviour === "reset") return void incoming.socket.destroy();
    if (behaviour === "truncated") {
      response.writeHead(200, { "Content-Length": 100 });
      return void response.write("{", () => response.destroy());
    }
    if (behaviour === "dripping") {
      response.writeHead(200);
      const drip = setInterval(() => response.write(" "), 20);
      return void response.once("close", () => clearInterval(drip));
    }
    const { status, headers = {}, body = "" } = typeof behaviour === "number"
      ? { status: behaviour }
      : behaviour;
    response.writeHead(status, headers).end(body);
  };
  const server = createServer((request, response) => void handle(request, response));
  server.on("connection", (socket) => socket.on("error", () => {}));
  /** The requests to a path, oldest first. */
  const at = (path: string) => received.filter((request) => request.path === path);
  return {
    /** The URL stays after the receiver is closed: then nothing listens there. */
    ...await listen(server),
    received,
    at,
    /** Sets the answers to the requests to a path, in order; the last one repeats. */
    behave: (path: string, ...answers: Behaviour[]) => void behaviours.set(path, answers),
    /** Waits until a path has got this many requests, and returns them. */
    until: (path: string, count: number, seconds = 30): Promise<Received[]> =>
      eventually(`${count} requests to ${path}`, () => {
        const requests = at(path);
        return Promise.resolve(requests.length >= count ? requests : undefined);
      }, seconds),
    /** Requests that are held open. */
    get open(): number {
      return hanging.size;
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<Received> {
  const body = await text(request);
  const { method = "", url: path = "", headers } = request;
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
  const event = body === "" || isForm ? null : JSON.parse(body);
  return { method, path, headers, body, at: Date.now(), event };
}
