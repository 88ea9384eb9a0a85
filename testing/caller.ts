import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { assertDocumented, type ReceivedResponse } from "./documentation-page.ts";
import { isSharedApi, stack } from "./stack.ts";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A response of the API with its parsed envelope. */
export interface Reply extends ReceivedResponse {
  // deno-lint-ignore no-explicit-any -- the specs assert its shape
  readonly data: any;
  // deno-lint-ignore no-explicit-any -- see above
  readonly meta: any;
}

export interface CallOptions {
  readonly body?: unknown;
  /** null sends no such header; absent sends a new key with every POST. */
  readonly idempotencyKey?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls an API with one key, and asserts that the OpenAPI document promises each response. */
export interface Caller {
  readonly key: string;
  (method: string, path: string, options?: CallOptions): Promise<Reply>;
}

/** @param key null sends no Authorization header. @param own headers of every call but where a call has its own */
export function callerWith(
  key: string | null,
  baseUrl = stack().baseUrl,
  own: () => Readonly<Record<string, string>> = () => ({}),
): Caller {
  const call = async (method: string, path: string, { body, idempotencyKey, headers }: CallOptions = {}) => {
    const idempotency = idempotencyKey === undefined && method === "POST"
      ? crypto.randomUUID()
      : idempotencyKey ?? null;
    const send = () =>
      fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...(idempotency === null ? {} : { "Idempotency-Key": idempotency }),
          ...own(),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
    const once = async () => await replyOf(await send());
    const reply = isSharedApi(baseUrl) ? await patiently(once) : await once();
    assertDocumented(method, path, reply);
    return reply;
  };
  return Object.assign(call, { key: key ?? "" });
}

/** Repeats a call of the shared API, whose Redis no spec stops, three times at most while Redis or the call itself is late, as on a machine at its limit. */
export async function patiently(call: () => Promise<Reply>): Promise<Reply> {
  for (let calls = 1;; calls++) {
    const reply = await call();
    const isLate = reply.error === "rate_limiter_unavailable" || reply.status === 408;
    if (!isLate || calls === 3) return reply;
    await sleep(100);
  }
}

/** Reads a response and asserts the rules of every one: the three keys, the request's id, the correlation id of a 5xx. */
export async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  const { status, headers } = response;
  if (status === 204) return { status, headers, data: null, error: null, meta: {} };
  const body = JSON.parse(text);
  assert.deepEqual(Object.keys(body).sort(), ["data", "error", "meta"]);
  assert.equal(body.meta.request_id, headers.get("X-Request-Id"));
  assert.equal(body.error === null, status < 400);
  if (status >= 400) assert.equal(typeof body.meta.message, "string");
  assert.equal(typeof body.meta.correlation_id === "string", status >= 500);
  return { status, headers, ...body };
}

/** Fails unless the response has this status and error code, and no data. */
export function assertRefused(reply: Reply, status: number, code: string): void {
  assert.deepEqual([reply.status, reply.error], [status, code], JSON.stringify(reply.meta));
  assert.equal(reply.data, null);
}

/** Has a server listen on a free port of the loopback address. */
export async function listen(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        // It would wait for connections that clients keep alive.
        server.closeAllConnections();
      }),
  };
}
