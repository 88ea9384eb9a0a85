import { Buffer } from "node:buffer";
import {
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
  type RequestOptions,
} from "node:http";
import { request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { failureOf, type Phase, type SendErrorCode, SendFailure } from "./failures.ts";

/** Times in milliseconds. */
export interface ExchangeLimits {
  /** For the name, the TCP connection and the TLS handshake together. */
  readonly connectMs: number;
  /** From the connection until the response's headers have arrived. */
  readonly headersMs: number;
  /** For everything, the response's body included. */
  readonly totalMs: number;
  /** The most bytes of a response's body that the sender reads. */
  readonly excerptBytes: number;
}

/** The contract's limits ("Webhooks"). */
export const DEFAULT_EXCHANGE_LIMITS: ExchangeLimits = {
  connectMs: 5_000,
  headersMs: 15_000,
  totalMs: 20_000,
  excerptBytes: 16 * 1024,
};

export interface ExchangePlan {
  readonly url: URL;
  readonly options: RequestOptions;
  readonly body: Uint8Array;
  readonly limits: ExchangeLimits;
  /** The end of the total, on `performance.now()`'s clock. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
}

/** The receiver's response. */
export interface ReceivedResponse {
  readonly status: number;
  readonly excerpt: string;
  readonly retryAfter: string | undefined;
  /** The arrival of its headers, on `performance.now()`'s clock. */
  readonly headersAt: number;
}

/** The request failed while it was written to a reused connection, so the receiver cannot have all of it. */
export const NOTHING_SENT = Symbol("nothing sent");

/** The most interim responses (1xx) that a receiver may send before the response. */
const MAX_INTERIM_RESPONSES = 10;

/**
 * Sends one request and receives the beginning of its response. The arrival of the headers decides between success and failure; a later
 * fault only shortens the excerpt.
 *
 * @throws SendFailure when no response came; the signal's reason when it aborted before the headers arrived.
 */
export function exchange(plan: ExchangePlan): Promise<ReceivedResponse | typeof NOTHING_SENT> {
  return new Promise((resolve, reject) => new Exchange(plan, resolve, reject).start());
}

type Resolve = (outcome: Promise<ReceivedResponse> | typeof NOTHING_SENT) => void;

class Exchange {
  readonly #plan: ExchangePlan;
  readonly #resolve: Resolve;
  readonly #reject: (reason: unknown) => void;
  readonly #request: ClientRequest;
  #phase: Phase = "connecting";
  #isReused = false;
  #hasResponse = false;
  #interimResponses = 0;
  /** The one timer, moved from phase to phase. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(plan: ExchangePlan, resolve: Resolve, reject: (reason: unknown) => void) {
    this.#plan = plan;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#request = (this.#isSecure ? httpsRequest : httpRequest)(plan.options);
  }

  get #isSecure(): boolean {
    return this.#plan.url.protocol === "https:";
  }

  get #host(): string {
    return this.#plan.url.hostname;
  }

  start(): void {
    const { limits: { connectMs }, signal, body } = this.#plan;
    this.#limit(connectMs, "connect_timeout", `took no connection within ${connectMs / 1_000} s.`);
    const abort = () => {
      this.#reject(signal?.reason);
      this.#request.destroy();
    };
    signal?.addEventListener("abort", abort, { once: true });
    this.#request.once("close", () => signal?.removeEventListener("abort", abort));
    this.#request.once("socket", (socket) => this.#onSocket(socket));
    this.#request.on("information", () => this.#onInterimResponse());
    this.#request.once("upgrade", (_response, socket) => this.#onUpgrade(socket));
    this.#request.once("response", (response) => this.#onResponse(response));
    this.#request.on("error", (error) => this.#onError(error));
    this.#request.once("close", () => this.#onClose());
    this.#request.end(body);
  }

  #onSocket(socket: Socket): void {
    const connected = () => {
      this.#phase = "waiting";
      const { headersMs } = this.#plan.limits;
      this.#limit(headersMs, "headers_timeout", `did not answer within ${headersMs / 1_000} s.`);
    };
    this.#isReused = !socket.connecting;
    if (this.#isReused) return connected();
    socket.once("connect", this.#isSecure ? () => this.#phase = "securing" : connected);
    if (this.#isSecure) socket.once("secureConnect", connected);
  }

  #onInterimResponse(): void {
    this.#interimResponses += 1;
    if (this.#interimResponses <= MAX_INTERIM_RESPONSES) return;
    this.#request.destroy(this.#failure("invalid_response", "sent interim answers without end."));
  }

  #onUpgrade(socket: Duplex): void {
    // The request has released its connection by now, so destroying the request would report nothing.
    clearTimeout(this.#timer);
    this.#reject(
      this.#failure("invalid_response", "answered 101, although the request asked for no other protocol."),
    );
    socket.destroy();
  }

  #onResponse(response: IncomingMessage): void {
    const { deadline, limits } = this.#plan;
    const { statusCode: status } = response;
    if (status === undefined) {
      return void this.#request.destroy(this.#failure("invalid_response", "answered without a status."));
    }
    this.#hasResponse = true;
    const headersAt = performance.now();
    // From here on the total ends the excerpt, not the exchange.
    this.#limit(deadline - headersAt, "total_timeout", "");
    this.#resolve(
      readExcerpt(response, limits.excerptBytes).then((excerpt) => {
        clearTimeout(this.#timer);
        return { status, excerpt, retryAfter: response.headers["retry-after"], headersAt };
      }),
    );
  }

  #onError(error: Error): void {
    if (this.#isReused && isWriteError(error)) this.#resolve(NOTHING_SENT);
    else this.#reject(failureOf(error, this.#phase, this.#host));
  }

  #onClose(): void {
    if (this.#hasResponse) return;
    clearTimeout(this.#timer);
    // A request without a response ends with an error first. This keeps the exchange from hanging, should it ever not.
    this.#reject(failureOf(undefined, this.#phase, this.#host));
  }

  /** Destroys the request after `ms` milliseconds, or at the end of the total, with a failure that names the limit. */
  #limit(ms: number, code: SendErrorCode, sentence: string): void {
    clearTimeout(this.#timer);
    const { deadline, limits: { totalMs } } = this.#plan;
    const remaining = deadline - performance.now();
    this.#timer = setTimeout(
      () =>
        this.#request.destroy(
          ms <= remaining
            ? this.#failure(code, sentence)
            : this.#failure("total_timeout", `took longer than ${totalMs / 1_000} s in all.`),
        ),
      Math.max(0, Math.min(ms, remaining)),
    );
  }

  #failure(code: SendErrorCode, sentence: string): SendFailure {
    return new SendFailure(code, `${this.#host} ${sentence}`);
  }
}

function isWriteError(error: Error): boolean {
  return "syscall" in error && error.syscall === "write";
}

/** Reads the beginning of a body, until its end, `limit` bytes, or a failure of the connection. It then closes the connection. */
function readExcerpt(response: IncomingMessage, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let remaining = limit;
  return new Promise((resolve) => {
    const finish = () => resolve(printable(Buffer.concat(chunks), limit));
    response.on("data", (chunk: Uint8Array) => {
      chunks.push(chunk.subarray(0, remaining));
      remaining = Math.max(0, remaining - chunk.length);
      if (remaining === 0) response.destroy();
    });
    response.once("end", finish);
    response.once("close", finish);
    response.on("error", finish);
  });
}

/**
 * The text of a body's beginning, at most `limit` bytes of UTF-8: bytes that are not UTF-8 become U+FFFD; a character cut at the end is
 * dropped, and so are control characters but tabs and line breaks. (Postgres holds no U+0000 in text.)
 */
function printable(bytes: Uint8Array, limit: number): string {
  const text = new TextDecoder().decode(bytes, { stream: bytes.length === limit })
    // deno-lint-ignore no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, "");
  // A replaced byte becomes three: cut again, between two characters.
  if (Buffer.byteLength(text) <= limit) return text;
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(limit)).read);
}

/** The largest `Retry-After` that counts: a day, in seconds. A schedule never adds more than an hour. */
const MAX_RETRY_AFTER_S = 86_400;

/**
 * Reads the `Retry-After` (RFC 9110, section 10.2.3: seconds or a date) of a 429 or 503.
 *
 * @returns seconds, 0 to 86,400; null with any other status, or without a readable header.
 */
export function retryAfterSeconds(status: number, header: string | undefined, now: Date): number | null {
  if ((status !== 429 && status !== 503) || header === undefined) return null;
  const value = header.trim();
  const seconds = /^\d{1,15}$/.test(value)
    ? Number(value)
    : value.endsWith("GMT")
    ? Math.ceil((Date.parse(value) - now.getTime()) / 1_000)
    : NaN;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_S);
}
