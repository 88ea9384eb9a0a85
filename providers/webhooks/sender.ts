import https, { type RequestOptions as SecureRequestOptions } from "node:https";
import {
  checkTargetUrl,
  hostName,
  isLocalhostName,
  literalAddress,
  mayConnect,
  targetPort,
  type TargetRules,
} from "#shared/webhooks/endpoint-url.ts";
import { inClientSpan } from "#shared/tracing.ts";
import {
  DEFAULT_EXCHANGE_LIMITS,
  exchange,
  type ExchangePlan,
  NOTHING_SENT,
  type ReceivedResponse,
  retryAfterSeconds,
  type SendErrorCode,
  SendFailure,
} from "./exchange.ts";
import http from "node:http";
import { isIP, type LookupFunction, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type LookupAddress, promises as dns } from "node:dns";

const USER_AGENT = "simulation-service-webhooks/1.0";
const MAX_HEADER_BYTES = 16 * 1024;

type SendLimits = Readonly<typeof DEFAULT_EXCHANGE_LIMITS & typeof DEFAULT_POOL_LIMITS>;

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
  /** They keep connections open between attempts, by origin. */
  readonly #plain: http.Agent;
  readonly #secure: https.Agent;

  constructor({ allowLoopback, lookup, limits, ca = [] }: SenderOptions) {
    this.#rules = { allowLoopback };
    this.#lookup = lookup ?? createDnsLookup();
    this.#limits = { ...DEFAULT_EXCHANGE_LIMITS, ...DEFAULT_POOL_LIMITS, ...limits };
    this.#trust = ca.length > 0 ? { ca: [...ca] } : {};
    const options = { keepAlive: true, maxFreeSockets: this.#limits.idleConnections };
    this.#plain = bounded(new http.Agent(options), this.#limits);
    this.#secure = bounded(new https.Agent(options), this.#limits);
  }

  /**
   * Makes one attempt to deliver a message. The receiver gets at most one whole request: the sender replaces a reused connection once,
   * when it proves dead during the write. Any later loss is an error, because the receiver may have acted. The caller sends again, and
   * tells a status of failure from one of success.
   *
   * @throws TypeError for a header that HTTP cannot carry.
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
    return idleCount(this.#plain) + idleCount(this.#secure);
  }

  /** Closes all connections, those in use included. */
  close(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }

  async #deliver({ url: text, headers, body }: Message, begin: number): Promise<ReceivedResponse> {
    // The lookup never gets a literal address, so every attempt repeats the whole check.
    const target = checkTargetUrl(text, this.#rules);
    if (!target.ok) throw new SendFailure("target_refused", `The URL ${target.reason}.`);
    const { url } = target;
    const options = this.#requestOptions(url, headers, body.length);
    const deadline = begin + this.#limits.totalMs;
    const plan: ExchangePlan = { url, options, body, limits: this.#limits, deadline };
    const first = await exchange(plan);
    if (first !== NOTHING_SENT) return first;
    const second = await exchange({ ...plan, options: { ...options, agent: false } });
    if (second !== NOTHING_SENT) return second;
    throw new SendFailure("reset", `${url.hostname} closed the connection before it answered.`);
  }

  #requestOptions(url: URL, headers: Message["headers"], contentLength: number): SecureRequestOptions {
    return {
      method: "POST",
      agent: url.protocol === "https:" ? this.#secure : this.#plain,
      ...this.#trust,
      ...this.#target(url),
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

  #target(url: URL): SecureRequestOptions {
    const port = targetPort(url);
    const address = literalAddress(url);
    if (address !== null) return { host: address, port };
    const host = hostName(url);
    const lookup = guardedLookup(url, this.#lookup, this.#rules);
    return { host, port, servername: host, lookup };
  }
}

const DEFAULT_POOL_LIMITS = {
  /** The most idle connections, over all origins and for each scheme. */
  idleConnections: 256,
  /** The longest idle time of a connection: less than servers have, which is 2 s (gunicorn), 5 s (Node, Apache) or more. */
  idleMs: 1_000,
};

/**
 * Bounds an agent's idle connections over all origins, in number and time. The agent's own options bound them by origin only, and its
 * timeout also ends busy connections.
 *
 * It also takes back the mark by which Deno's HTTP client sends a request again when a reused connection closes. Deno 2.9 does so even
 * after the receiver got the request, or after a timeout (denoland/deno#36786); an attempt must be one request.
 */
function bounded<Agent extends http.Agent>(agent: Agent, { idleConnections, idleMs }: SendLimits): Agent {
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  return Object.assign(agent, {
    keepSocketAlive(socket: Duplex): boolean {
      if (idleCount(agent) >= idleConnections) return false;
      // The agent returns a boolean, although its type declares void.
      const isKept: unknown = keep(socket);
      if (!isKept) return false;
      if (socket instanceof Socket) socket.setTimeout(idleMs).on("timeout", destroyIdle);
      return true;
    },
    reuseSocket(socket: Duplex, request: http.ClientRequest): void {
      reuse(socket, request);
      Object.assign(request, { reusedSocket: false });
      if (socket instanceof Socket) socket.setTimeout(0).off("timeout", destroyIdle);
    },
  });
}

function destroyIdle(this: Socket): void {
  this.destroy();
}

function idleCount(agent: http.Agent): number {
  return Object.values(agent.freeSockets).reduce((count, sockets) => count + (sockets?.length ?? 0), 0);
}

/** Resolves a name to all its addresses, v4 and v6. Rejects or resolves to an empty list for a name without addresses. */
type Lookup = (name: string) => Promise<readonly string[]>;

/**
 * Queries name servers for A and AAAA records. It avoids `dns.lookup`, whose pool of threads (4 in Node) a name with dead servers blocks
 * for 10 s and more: beside 600 such names a good one took over 60 s on Deno and Node alike, and takes 1 ms here. It ignores /etc/hosts
 * and resolves `localhost` itself (RFC 6761, section 6.3).
 *
 * @param servers the system's, unless given.
 */
export function createDnsLookup(servers: readonly string[] = []): Lookup {
  // Two tries of a second leave time to connect within the 5 s for both.
  const resolver = new dns.Resolver({ timeout: 1_000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name) => {
    if (isLocalhostName(name)) return ["127.0.0.1", "::1"];
    // The root's dot keeps search lists from completing a bare name to one of this network.
    const answers = await Promise.allSettled([resolver.resolve4(`${name}.`), resolver.resolve6(`${name}.`)]);
    return answers.flatMap((answer) => answer.status === "fulfilled" ? answer.value : []);
  };
}

/**
 * The lookup of one connection. It drops the addresses that the rules refuse, and fails without any other. The socket connects to the
 * addresses that it returns, so a name that resolves differently the next moment gains nothing.
 */
function guardedLookup(url: URL, lookup: Lookup, rules: TargetRules): LookupFunction {
  return (_name, options, callback) => {
    allowedAddresses(url, lookup, rules).then(
      ([first, ...others]) => {
        if (options.all === true) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ""),
    );
  };
}

/** @throws SendFailure when the name has no address, or none that the rules allow. */
async function allowedAddresses(
  url: URL,
  lookup: Lookup,
  rules: TargetRules,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const { hostname } = url;
  const addresses = await lookup(hostName(url)).catch(() => {
    throw new SendFailure("dns_failed", `${hostname} could not be resolved.`);
  });
  if (addresses.length === 0) throw new SendFailure("dns_failed", `${hostname} does not resolve.`);
  const [first, ...others] = addresses
    .filter((address) => mayConnect(url, address, rules))
    .map((address) => ({ address, family: isIP(address) }));
  if (first === undefined) {
    throw new SendFailure("target_refused", `${hostname} does not resolve to a public address.`);
  }
  return [first, ...others];
}
