import {
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
  type RequestOptions,
} from "node:http";
import { request as httpsRequest } from "node:https";
import { Excerpt } from "./response.ts";
import { failureOf, type Phase, type SendErrorCode, SendFailure } from "./failures.ts";
import type { SendLimits } from "./limits.ts";

export interface Attempt {
  readonly url: URL;
  readonly options: RequestOptions;
  readonly body: Uint8Array;
  readonly limits: SendLimits;
  /** When all must be over, on `performance.now()`'s clock. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
}

/** What the receiver answered. */
export interface Answer {
  readonly status: number;
  readonly excerpt: string;
  readonly retryAfter: string | undefined;
  /** When its headers arrived, on `performance.now()`'s clock. */
  readonly answeredAt: number;
}

/** A kept connection turned out to be dead while the request was written: the receiver cannot have got the whole of it. */
export const NOTHING_SENT = Symbol("nothing sent");

/** A receiver may send interim answers (1xx) before the answer; more than this many are a flood. */
const MAX_INTERIM_ANSWERS = 10;

/**
 * One request, and the beginning of its answer. There is one timer at a time, moved on from phase to phase. Success or
 * failure is decided when the headers arrive: whatever goes wrong after that only shortens the excerpt.
 *
 * @throws SendFailure when no answer came; the signal's reason when it aborted before the headers arrived.
 */
export function attempt(plan: Attempt): Promise<Answer | typeof NOTHING_SENT> {
  const { url, options, body, limits, deadline, signal } = plan;
  const host = url.hostname;
  const secure = url.protocol === "https:";
  const request: ClientRequest = (secure ? httpsRequest : httpRequest)(options);
  let phase: Phase = "connecting";
  let kept = false;
  let interim = 0;
  let answered = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function allow(ms: number, code: SendErrorCode, sentence: string): void {
    clearTimeout(timer);
    const left = deadline - performance.now();
    const failure = () =>
      ms <= left
        ? new SendFailure(code, sentence)
        : new SendFailure("total_timeout", `${host} took longer than ${limits.totalMs / 1_000} s in all.`);
    timer = setTimeout(() => request.destroy(failure()), Math.max(0, Math.min(ms, left)));
  }

  function connected(): void {
    phase = "waiting";
    allow(
      limits.headersMs,
      "headers_timeout",
      `${host} did not answer within ${limits.headersMs / 1_000} s.`,
    );
  }

  return new Promise<Answer | typeof NOTHING_SENT>((resolve, reject) => {
    const abort = () => {
      reject(signal?.reason);
      request.destroy();
    };
    const fail = (code: SendErrorCode, sentence: string) => request.destroy(new SendFailure(code, sentence));

    allow(
      limits.connectMs,
      "connect_timeout",
      `${host} took no connection within ${limits.connectMs / 1_000} s.`,
    );
    signal?.addEventListener("abort", abort, { once: true });
    request.once("close", () => signal?.removeEventListener("abort", abort));

    request.once("socket", (socket) => {
      kept = !socket.connecting;
      if (kept) return connected();
      socket.once("connect", secure ? () => phase = "securing" : connected);
      if (secure) socket.once("secureConnect", connected);
    });
    request.on("information", () => {
      interim += 1;
      if (interim > MAX_INTERIM_ANSWERS) {
        fail("invalid_response", `${host} sent interim answers without end.`);
      }
    });
    request.once("upgrade", (_response, socket) => {
      // The request has let go of its connection here, so destroying the request would not tell.
      reject(new SendFailure("invalid_response", `${host} answered 101, which nobody asked for.`));
      socket.destroy();
    });
    request.once("response", (response) => {
      answered = true;
      const answeredAt = performance.now();
      // What is left of the total: this one ends the excerpt, not the attempt.
      allow(deadline - answeredAt, "total_timeout", "");
      resolve(
        readExcerpt(response, limits.excerptBytes).then((excerpt) => ({
          status: response.statusCode ?? 0,
          excerpt,
          retryAfter: response.headers["retry-after"],
          answeredAt,
        })),
      );
    });
    request.on("error", (error) => {
      if (kept && isWriteError(error)) resolve(NOTHING_SENT);
      else reject(failureOf(error, phase, host));
    });
    // A request that ends without an answer ends with an error; should it ever not, this keeps the attempt from hanging.
    request.once("close", () => {
      if (!answered) reject(failureOf(undefined, phase, host));
    });
    request.end(body);
  }).finally(() => clearTimeout(timer));
}

/** Reads the body's beginning, until its end, the limit, or whatever ends the connection. */
function readExcerpt(response: IncomingMessage, limit: number): Promise<string> {
  const excerpt = new Excerpt(limit);
  return new Promise((resolve) => {
    const finish = () => resolve(excerpt.toString());
    response.on("data", (chunk: Uint8Array) => {
      excerpt.add(chunk);
      if (excerpt.full) response.destroy();
    });
    response.once("end", finish);
    response.once("close", finish);
    response.on("error", finish);
  });
}

function isWriteError(error: Error): boolean {
  return "syscall" in error && error.syscall === "write";
}
