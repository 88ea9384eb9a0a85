import { Buffer } from "node:buffer";
import { type IncomingMessage, request as httpRequest, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import failures from "./failures.json" with { type: "json" };

/** The contract's limits ("Webhooks"); times in milliseconds. */
export const DEFAULT_EXCHANGE_LIMITS = {
  /** For the name, the TCP connection and the TLS handshake together. */
  connectMs: 5_000,
  /** From the connection until the response's headers have arrived. */
  headersMs: 15_000,
  /** For everything, the response's body included. */
  totalMs: 20_000,
  /** The most bytes of a response's body that the sender reads. */
  excerptBytes: 16 * 1024,
};

export interface ExchangePlan {
  readonly url: URL;
  readonly options: RequestOptions;
  readonly body: Uint8Array;
  readonly limits: Readonly<typeof DEFAULT_EXCHANGE_LIMITS>;
  /** The end of the total, on `performance.now()`'s clock. */
  readonly deadline: number;
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
 * @throws SendFailure when no response came.
 */
export function exchange(
  { url, options, body, limits, deadline }: ExchangePlan,
): Promise<ReceivedResponse | typeof NOTHING_SENT> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === "https:";
    const request = (isSecure ? httpsRequest : httpRequest)(options);
    let phase: Phase = "connecting";
    let [isReused, hasResponse, interimResponses] = [false, false, 0];
    /** The one timer, moved from phase to phase. */
    let timer: ReturnType<typeof setTimeout> | undefined;

    const failure = (code: SendErrorCode, sentence: string) =>
      new SendFailure(code, `${url.hostname} ${sentence}`);
    /** Destroys the request after `ms` milliseconds, or at the end of the total, with a failure that names the limit. */
    const limit = (ms: number, code: SendErrorCode, sentence: string) => {
      clearTimeout(timer);
      const remaining = deadline - performance.now();
      const late = () =>
        ms <= remaining
          ? failure(code, sentence)
          : failure("total_timeout", `took longer than ${limits.totalMs / 1_000} s in all.`);
      timer = setTimeout(() => request.destroy(late()), Math.max(0, Math.min(ms, remaining)));
    };

    const { connectMs, headersMs } = limits;
    limit(connectMs, "connect_timeout", `took no connection within ${connectMs / 1_000} s.`);
    request.once("socket", (socket) => {
      const connected = () => {
        phase = "waiting";
        limit(headersMs, "headers_timeout", `did not answer within ${headersMs / 1_000} s.`);
      };
      isReused = !socket.connecting;
      if (isReused) return connected();
      socket.once("connect", isSecure ? () => phase = "securing" : connected);
      if (isSecure) socket.once("secureConnect", connected);
    });
    request.on("information", () => {
      if (++interimResponses <= MAX_INTERIM_RESPONSES) return;
      request.destroy(failure("invalid_response", "sent interim answers without end."));
    });
    request.once("upgrade", (_response, socket) => {
      // The request has released its connection by now, so destroying the request would report nothing.
      clearTimeout(timer);
      const sentence = "answered 101, although the request asked for no other protocol.";
      reject(failure("invalid_response", sentence));
      socket.destroy();
    });
    request.once("response", (response) => {
      const { statusCode: status } = response;
      if (status === undefined) {
        return void request.destroy(failure("invalid_response", "answered without a status."));
      }
      hasResponse = true;
      const headersAt = performance.now();
      // From here on the total ends the excerpt, not the exchange.
      limit(deadline - headersAt, "total_timeout", "");
      resolve(
        readExcerpt(response, limits.excerptBytes).then((excerpt) => {
          clearTimeout(timer);
          return { status, excerpt, retryAfter: response.headers["retry-after"], headersAt };
        }),
      );
    });
    request.on("error", (error) => {
      if (isReused && isWriteError(error)) resolve(NOTHING_SENT);
      else reject(failureOf(error, phase, url.hostname));
    });
    request.once("close", () => {
      if (hasResponse) return;
      clearTimeout(timer);
      // A request without a response ends with an error first. This keeps the exchange from hanging, should it ever not.
      reject(failureOf(undefined, phase, url.hostname));
    });
    request.end(body);
  });
}

function isWriteError(error: Error): boolean {
  return "syscall" in error && error.syscall === "write";
}

const CONNECT_FAILURES: Readonly<Record<string, string>> = failures.connection;
/** By OpenSSL's codes. Deno reports an expired certificate as UNABLE_TO_VERIFY_LEAF_SIGNATURE, so that text names both faults. */
const TLS_FAILURES: Readonly<Record<string, string>> = failures.tls;

/** Why no response came. The codes are stable: Postgres stores them with attempts, and the API shows them. */
export type SendErrorCode =
  | "dns_failed"
  | "target_refused"
  | "connect_timeout"
  | "connect_failed"
  | "tls_failed"
  | "headers_timeout"
  | "total_timeout"
  | "reset"
  | "invalid_response"
  /** Nothing was sent: our own settings or a secret that cannot be decrypted. */
  | "configuration";

/**
 * A failure with a sentence for the customer. It names the host as the customer wrote it, never its addresses, so that deliveries reveal
 * nothing of a network.
 */
export class SendFailure extends Error {
  readonly code: SendErrorCode;

  constructor(code: SendErrorCode, message: string) {
    super(message);
    this.name = "SendFailure";
    this.code = code;
  }
}

/** The phase of an exchange. It explains a failure better than the runtime's error codes, which differ. */
type Phase = "connecting" | "securing" | "waiting";

/** Classifies an error of the connection or the HTTP parser by the phase in which it occurred. */
function failureOf(error: unknown, phase: Phase, host: string): SendFailure {
  if (error instanceof SendFailure) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const tls = TLS_FAILURES[code];
  if (tls !== undefined || phase === "securing") {
    return new SendFailure("tls_failed", `${host} ${tls ?? "broke off the TLS handshake."}`);
  }
  if (phase === "connecting") {
    return new SendFailure("connect_failed", `${host} ${CONNECT_FAILURES[code] ?? "could not be reached."}`);
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    return new SendFailure("invalid_response", `${host} answered with more than 16 KiB of headers.`);
  }
  if (code.startsWith("HPE_")) {
    return new SendFailure("invalid_response", `${host} answered with something that is not HTTP/1.1.`);
  }
  return new SendFailure("reset", `${host} closed the connection before it answered.`);
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
