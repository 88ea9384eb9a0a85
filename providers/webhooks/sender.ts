import type { RequestOptions as SecureRequestOptions } from "node:https";
import {
  checkTargetUrl,
  hostName,
  literalAddress,
  targetPort,
  type TargetRules,
} from "#shared/webhooks/endpoint-url.ts";
import { inClientSpan } from "#shared/tracing.ts";
import { createDnsLookup, guardedLookup, type Lookup } from "./address-lookup.ts";
import { ConnectionPool, DEFAULT_POOL_LIMITS, type PoolLimits } from "./connection-pool.ts";
import {
  DEFAULT_EXCHANGE_LIMITS,
  exchange,
  type ExchangeLimits,
  type ExchangePlan,
  NOTHING_SENT,
  type ReceivedResponse,
  retryAfterSeconds,
} from "./exchange.ts";
import { type SendErrorCode, SendFailure } from "./failures.ts";

const USER_AGENT = "simulation-service-webhooks/1.0";
const MAX_HEADER_BYTES = 16 * 1024;

export type SendLimits = ExchangeLimits & PoolLimits;

export interface SenderOptions extends TargetRules {
  /** Resolves names; the system's name servers by default. */
  readonly lookup?: Lookup;
  /** In place of {@link DEFAULT_EXCHANGE_LIMITS} and {@link DEFAULT_POOL_LIMITS}. */
  readonly limits?: Partial<SendLimits>;
  /** Certificates (PEM) to trust instead of the runtime's own; none, the runtime's own. */
  readonly ca?: readonly string[];
}

export interface Message {
  readonly url: string;
  /** The signature and the subscription's own headers. The sender's own headers replace theirs. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, sent byte for byte. */
  readonly body: Uint8Array;
  readonly signal?: AbortSignal;
}

/** The result of one attempt; times in whole milliseconds from the call on. */
export type SendResult =
  | {
    readonly kind: "response";
    readonly status: number;
    /** The beginning of the body, printable, at most 16 KiB of UTF-8. */
    readonly excerpt: string;
    /** Until the headers had arrived. */
    readonly latency_ms: number;
    /** The `Retry-After` of a 429 or 503, in seconds; null with any other status, or without the header. */
    readonly retry_after_s: number | null;
  }
  | {
    readonly kind: "error";
    readonly code: SendErrorCode;
    readonly message: string;
    readonly latency_ms: number;
  };

export class Sender {
  readonly #rules: TargetRules;
  readonly #lookup: Lookup;
  readonly #limits: SendLimits;
  readonly #trust: { readonly ca?: string[] };
  readonly #pool: ConnectionPool;

  constructor({ allowLoopback, lookup, limits, ca = [] }: SenderOptions) {
    this.#rules = { allowLoopback };
    this.#lookup = lookup ?? createDnsLookup();
    this.#limits = { ...DEFAULT_EXCHANGE_LIMITS, ...DEFAULT_POOL_LIMITS, ...limits };
    this.#trust = ca.length > 0 ? { ca: [...ca] } : {};
    this.#pool = new ConnectionPool(this.#limits);
  }

  /**
   * Makes one attempt to deliver a message. The receiver gets at most one whole request: the sender replaces a reused connection once,
   * when it proves dead during the write. Any later loss is an error, because the receiver may have acted. The caller sends again, and
   * tells a status of failure from one of success.
   *
   * @throws The signal's reason when it aborts before the headers arrived: the receiver may have acted. TypeError for a header that HTTP
   * cannot carry.
   */
  send(message: Message): Promise<SendResult> {
    return inClientSpan("webhook POST", message.url, async (span) => {
      const result = await this.#send(message);
      if (result.kind === "response") span.setAttribute("http.response.status_code", result.status);
      else span.setAttribute("error.type", result.code);
      return result;
    });
  }

  async #send(message: Message): Promise<SendResult> {
    message.signal?.throwIfAborted();
    const begin = performance.now();
    const since = (time: number) => Math.round(time - begin);
    try {
      const { status, excerpt, retryAfter, headersAt } = await this.#deliver(message, begin);
      const retry_after_s = retryAfterSeconds(status, retryAfter, new Date());
      return { kind: "response", status, excerpt, latency_ms: since(headersAt), retry_after_s };
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      const { code, message } = error;
      return { kind: "error", code, message, latency_ms: since(performance.now()) };
    }
  }

  /** Idle connections at present. */
  get idleConnections(): number {
    return this.#pool.idleConnections;
  }

  /** Closes all connections, those in use included. */
  close(): void {
    this.#pool.close();
  }

  async #deliver({ url: text, headers, body, signal }: Message, begin: number): Promise<ReceivedResponse> {
    // The lookup never gets a literal address, so every attempt repeats the whole check.
    const target = checkTargetUrl(text, this.#rules);
    if (!target.ok) throw new SendFailure("target_refused", `The URL ${target.reason}.`);
    const { url } = target;
    const options = this.#requestOptions(url, headers, body.length);
    const deadline = begin + this.#limits.totalMs;
    const plan: ExchangePlan = { url, options, body, limits: this.#limits, deadline, signal };
    const first = await exchange(plan);
    if (first !== NOTHING_SENT) return first;
    const second = await exchange({ ...plan, options: { ...options, agent: false } });
    if (second !== NOTHING_SENT) return second;
    throw new SendFailure("reset", `${url.hostname} closed the connection before it answered.`);
  }

  #requestOptions(url: URL, headers: Message["headers"], contentLength: number): SecureRequestOptions {
    return {
      method: "POST",
      agent: this.#pool.agent(url),
      ...this.#connectionOptions(url),
      path: `${url.pathname}${url.search}`,
      // The last of several spellings of a name wins, so a subscription's headers replace none of these.
      headers: {
        ...headers,
        "Host": url.host,
        "Content-Type": "application/json",
        "Content-Length": String(contentLength),
        "User-Agent": USER_AGENT,
        "Accept-Encoding": "identity",
      },
      maxHeaderSize: MAX_HEADER_BYTES,
    };
  }

  #connectionOptions(url: URL): SecureRequestOptions {
    const port = targetPort(url);
    const address = literalAddress(url);
    if (address !== null) return { host: address, port, ...this.#trust };
    const host = hostName(url);
    const lookup = guardedLookup(url, this.#lookup, this.#rules);
    return { host, port, servername: host, lookup, ...this.#trust };
  }
}
