import type { RequestOptions as SecureRequestOptions } from "node:https";
import {
  checkTargetUrl,
  hostName,
  literalAddress,
  targetPort,
  type TargetRules,
} from "#shared/webhooks/endpoint-url.ts";
import { createDnsLookup, guardedLookup, type Lookup } from "./address-lookup.ts";
import { type Answer, type Attempt, attempt, NOTHING_SENT } from "./exchange.ts";
import { createConnectionPool } from "./connection-pool.ts";
import { type SendErrorCode, SendFailure } from "./failures.ts";
import { DEFAULT_LIMITS, type SendLimits } from "./limits.ts";
import { retryAfterSeconds } from "./retry-after.ts";

export type { Lookup } from "./address-lookup.ts";
export type { SendErrorCode } from "./failures.ts";
export { DEFAULT_LIMITS, type SendLimits } from "./limits.ts";

const USER_AGENT = "simulation-service-webhooks/1.0";

export interface SenderOptions extends TargetRules {
  /** All addresses of a name; absent, the system's name servers are asked. */
  readonly lookup?: Lookup;
  /** In place of {@link DEFAULT_LIMITS}. */
  readonly limits?: Partial<SendLimits>;
  readonly userAgent?: string;
  /** Certificates (PEM) to trust instead of the runtime's own; none, the runtime's own. */
  readonly ca?: readonly string[];
}

export interface Message {
  readonly url: string;
  /** The signature, and the subscription's own headers. Those that the sender sets win over them. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. Sent as it is. */
  readonly body: Uint8Array;
  readonly signal?: AbortSignal;
}

/** What came of one attempt; times in whole milliseconds from the call on. */
export type SendResult =
  | {
    readonly kind: "response";
    readonly status: number;
    /** The beginning of the body, printable, at most 16 KiB of UTF-8. */
    readonly excerpt: string;
    /** Until the headers had arrived. */
    readonly latency_ms: number;
    /** What a 429 or 503 asks to wait; null with any other status or without a `Retry-After`. */
    readonly retry_after_s: number | null;
  }
  | {
    readonly kind: "error";
    readonly code: SendErrorCode;
    readonly message: string;
    readonly latency_ms: number;
  };

export interface Sender {
  /**
   * Makes one attempt to deliver a message. Never more than one request reaches the receiver whole: a kept connection
   * that proves dead while the request is written is replaced once, and any later loss is an error, because the
   * receiver may have acted. Delivering at least once is the caller's part, by sending again what failed; so is
   * telling a failure's status from a success's.
   *
   * @throws The signal's reason when it aborts before the answer's headers arrived: what the receiver made of the
   * request is then unknown. TypeError for a header that HTTP cannot carry.
   */
  send(message: Message): Promise<SendResult>;
  /** Idle connections that are kept at present. */
  readonly idleConnections: number;
  /** Closes the kept connections, and breaks off what is under way. */
  close(): void;
}

export function createSender(
  { allowLoopback, lookup = createDnsLookup(), limits: own, userAgent = USER_AGENT, ca = [] }: SenderOptions,
): Sender {
  const limits = { ...DEFAULT_LIMITS, ...own };
  const pool = createConnectionPool(limits);

  async function deliver({ url: text, headers, body, signal }: Message, deadline: number): Promise<Answer> {
    // A literal address never reaches a connection's lookup, so the whole check is made again for every attempt.
    const target = checkTargetUrl(text, { allowLoopback });
    if (!target.ok) throw new SendFailure("target_refused", target.reason);
    const { url } = target;
    const options: SecureRequestOptions = {
      method: "POST",
      agent: pool.agent(url),
      ...connectionOptions(url),
      path: `${url.pathname}${url.search}`,
      // The last of several spellings of a name wins, so a subscription's headers replace none of these.
      headers: {
        ...headers,
        "Host": url.host,
        "Content-Type": "application/json",
        "Content-Length": String(body.length),
        "User-Agent": userAgent,
        "Accept-Encoding": "identity",
      },
      maxHeaderSize: 16 * 1024,
    };
    const plan: Attempt = { url, options, body, limits, deadline, signal };
    const first = await attempt(plan);
    if (first !== NOTHING_SENT) return first;
    const second = await attempt({ ...plan, options: { ...options, agent: false } });
    if (second !== NOTHING_SENT) return second;
    throw new SendFailure("reset", `${url.hostname} closed the connection before it answered.`);
  }

  function connectionOptions(url: URL): SecureRequestOptions {
    const address = literalAddress(url);
    const trust = ca.length > 0 ? { ca: [...ca] } : {};
    if (address !== null) return { host: address, port: targetPort(url), ...trust };
    const host = hostName(url);
    const guarded = guardedLookup(url, lookup, { allowLoopback });
    return { host, port: targetPort(url), servername: host, lookup: guarded, ...trust };
  }

  return {
    async send(message) {
      message.signal?.throwIfAborted();
      const begin = performance.now();
      const since = (time: number) => Math.round(time - begin);
      try {
        const { status, excerpt, retryAfter, answeredAt } = await deliver(message, begin + limits.totalMs);
        const retry_after_s = retryAfterSeconds(status, retryAfter, new Date());
        return { kind: "response", status, excerpt, latency_ms: since(answeredAt), retry_after_s };
      } catch (error) {
        if (!(error instanceof SendFailure)) throw error;
        return {
          kind: "error",
          code: error.code,
          message: error.message,
          latency_ms: since(performance.now()),
        };
      }
    },
    get idleConnections() {
      return pool.idle;
    },
    close: pool.close,
  };
}
