import { CallError, type CallFacts, NetworkError, ServiceError, TimeoutError } from "./errors.ts";
import { OPERATIONS } from "./generated/api.ts";
import { type Accept, type Answer, readAnswer } from "./responses.ts";
import { type Repeatable, sleep, waitBeforeRetry } from "./retries.ts";
import type { DataOf, ResponseInfo, WriteOptions } from "./types.ts";

/** Where the service is, and how to call it. */
export interface ServiceOptions {
  /** Such as `https://api.example.com`. */
  readonly baseUrl: string;
  /** `sk_…`. Without one only `status` answers. */
  readonly apiKey?: string | undefined;
  /** The time of one call with all its attempts, in milliseconds: 60,000. A `wait` has its own. */
  readonly timeoutMs?: number | undefined;
  /** The time of one attempt, to the last byte of its answer, in milliseconds: 30,000. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Attempts after the first, 0 to 10: 4. */
  readonly maxRetries?: number | undefined;
  /** The longest answer that is read: 64 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /** Is called with each call's final answer, a refusal included. */
  readonly onResponse?: ((response: ResponseInfo) => void) | undefined;
  /** In place of the runtime's own. */
  readonly fetch?: typeof fetch | undefined;
}

/** One operation with its arguments. */
export interface Call {
  /** The document's operationId. */
  readonly operation: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** From {@link pathIn}; of an upload the whole URL. */
  readonly path: string;
  readonly query?: Query | undefined;
  readonly body?: unknown;
  /** A file for an upload URL, which takes no API key. */
  readonly upload?: Uint8Array<ArrayBuffer> | Blob;
  readonly repeatable: Repeatable;
  readonly accept?: Accept | undefined;
  /** Seconds that the service may take beyond those of any call: those of a `wait` in the query, unless given. */
  readonly waitSeconds?: number;
}

type Query = Readonly<Record<string, unknown>>;

/** An operation that a key may call, by its operationId. */
export type Operation = keyof typeof OPERATIONS;

/** What an operation is called with: its path's parameters in their order, and the rest. */
interface Arguments extends Pick<Call, "query" | "body" | "accept"> {
  readonly ids?: readonly string[];
  /** As {@link Transport.ask} says, unless given. */
  readonly repeatable?: Repeatable;
}

const USUAL_RETRIES = 4;
const MAX_RETRIES = 10;

/** Sends calls: bounded in time, attempts and bytes. */
export class Transport {
  readonly #options: ServiceOptions;

  /** @throws TypeError for a `baseUrl` that is none, or a `maxRetries` over 10 */
  constructor(options: ServiceOptions) {
    const { maxRetries = USUAL_RETRIES } = options;
    if (!Number.isInteger(maxRetries) || maxRetries < 0 || maxRetries > MAX_RETRIES) {
      throw new TypeError(`Cannot retry ${maxRetries} times: give 0 to ${MAX_RETRIES}`);
    }
    this.#options = { ...options, baseUrl: baseUrlOf(options.baseUrl) };
  }

  /**
   * An operation's answer. A POST takes an Idempotency-Key, so it is done once, whatever the number of attempts; a PATCH or DELETE is sent again
   * only where nothing was done.
   * @throws CallError
   */
  ask<T>(operation: Operation, { ids = [], ...call }: Arguments, options?: WriteOptions): Promise<Answer<T>> {
    const method = OPERATIONS[operation].split(" ", 1)[0] as Call["method"];
    const repeatable = method === "GET" ? "read" : method === "POST" ? "keyed" : "bare";
    return this.call<T>({ operation, method, path: pathOf(operation, ...ids), repeatable, ...call }, options);
  }

  /** The `data` of it. @throws CallError */
  answer<Id extends Operation>(operation: Id, call: Arguments, options?: WriteOptions): Promise<DataOf<Id>> {
    return this.ask<DataOf<Id>>(operation, call, options).then(({ data }) => data);
  }

  /** Sends a call until it is answered, cannot be repeated, or its time is over. @throws CallError */
  async call<T>(call: Call, options: WriteOptions = {}): Promise<Answer<T>> {
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs ?? 60_000;
    const maxRetries = options.maxRetries ?? this.#options.maxRetries ?? USUAL_RETRIES;
    const deadline = performance.now() + timeoutMs;
    const base = call.upload === undefined ? this.#options.baseUrl : "";
    const url = `${base}${call.path}${queryString(call.query)}`;
    const init = this.#request(call, options);
    const waitSeconds = call.waitSeconds ?? (Number(call.query?.["wait"]) || 0);
    const longest = (this.#options.attemptTimeoutMs ?? 30_000) + waitSeconds * 1_000;
    for (let attempts = 1;; attempts++) {
      options.signal?.throwIfAborted();
      const left = deadline - performance.now();
      const facts = { operation: call.operation, attempts };
      if (left <= 0) throw new TimeoutError("no answer", timeoutMs, { ...facts, attempts: attempts - 1 });
      const bounds = { timeoutMs: Math.min(longest, left), signal: options.signal };
      const outcome = await this.#attempt<T>(url, init, { ...facts, accept: call.accept }, bounds);
      const wait = outcome instanceof CallError ? waitBeforeRetry(outcome, call.repeatable, attempts) : null;
      if (wait !== null && attempts <= maxRetries && wait < deadline - performance.now()) {
        await sleep(wait, options.signal);
        continue;
      }
      this.#report(outcome, options);
      if (!(outcome instanceof CallError)) return outcome;
      const isOver = outcome instanceof TimeoutError && performance.now() >= deadline;
      throw isOver ? new TimeoutError("no answer", timeoutMs, facts) : outcome;
    }
  }

  #request(call: Call, options: WriteOptions): RequestInit {
    const { method, body, upload, repeatable, accept = "application/json" } = call;
    if (upload !== undefined) {
      return { method, redirect: "manual", headers: { "Content-Type": "text/csv" }, body: upload };
    }
    const { apiKey } = this.#options;
    const key = repeatable === "keyed" ? options.idempotencyKey ?? crypto.randomUUID() : null;
    return {
      method,
      // A redirect could carry the question elsewhere, and would turn a POST into a GET.
      redirect: "manual",
      headers: {
        Accept: accept,
        ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(key === null ? {} : { "Idempotency-Key": key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
  }

  /** @throws the signal's reason when it is aborted */
  async #attempt<T>(
    url: string,
    init: RequestInit,
    { accept, ...facts }: CallFacts & Pick<Call, "accept">,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
  ): Promise<Answer<T> | CallError> {
    const controller = new AbortController();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      controller.abort();
    }, timeoutMs);
    const stop = () => controller.abort(signal?.reason);
    signal?.addEventListener("abort", stop, { once: true });
    try {
      // Browsers refuse a fetch that is called as a method of something else.
      const { fetch = globalThis.fetch, maxResponseBytes = 64 * 1024 * 1024 } = this.#options;
      const response = await fetch(url, { ...init, signal: controller.signal });
      return await readAnswer<T>(response, { ...facts, accept, maxResponseBytes });
    } catch (error) {
      if (error instanceof CallError) return error;
      if (signal?.aborted) throw signal.reason;
      if (isLate) return new TimeoutError("no answer", Math.round(timeoutMs), facts);
      return new NetworkError(facts, error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  }

  #report(outcome: Answer<unknown> | CallError, options: WriteOptions): void {
    if (outcome instanceof CallError && !(outcome instanceof ServiceError)) return;
    const { operation, status, headers, meta, attempts } = outcome;
    for (const listener of [this.#options.onResponse, options.onResponse]) {
      listener?.({ operation, status, headers, meta, attempts });
    }
  }
}

/** An operation's path with its parameters in their order. @throws TypeError as {@link pathIn} */
export function pathOf(operation: Operation, ...ids: string[]): string {
  const [, template = ""] = OPERATIONS[operation].split(" ");
  return pathIn(template, () => ids.shift());
}

/** A path with its parameters encoded. @throws TypeError for a parameter that is no segment, which would name another route */
export function pathIn(template: string, valueOf: (name: string) => unknown): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = valueOf(name);
    if (typeof value !== "string" || value === "" || value === "." || value === "..") {
      throw new TypeError(`Cannot call the service with the id ${JSON.stringify(value)}`);
    }
    return encodeURIComponent(value);
  });
}

function baseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    throw new TypeError(
      `Cannot call ${JSON.stringify(text)}: give the service's URL, such as https://api.example.com`,
    );
  }
  return url.href.replace(/\/+$/, "");
}

/** Arrays are repeated and objects are `name[key]=value`; undefined and null are left out. */
function queryString(query: Query = {}): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) { for (const each of value) pairs.append(name, String(each)); }
    else if (typeof value === "object") {
      for (const [key, each] of Object.entries(value)) pairs.append(`${name}[${key}]`, String(each));
    } else pairs.append(name, String(value));
  }
  const text = pairs.toString();
  return text === "" ? "" : `?${text}`;
}
