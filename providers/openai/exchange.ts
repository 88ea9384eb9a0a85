import type { TokenUsage } from "#shared/answer-store.ts";
import { readText } from "../response-text.ts";
import { type Fault, faultOf, parseObject, usageOf } from "./completion.ts";
import { retryAfterMs } from "./rate-limit.ts";
import type { ServerConfig } from "./settings.ts";

/** One POST and its outcome. */
export type Exchange = ExchangeReply | ExchangeFailure;

export interface ExchangeReply {
  readonly kind: "reply";
  readonly status: number;
  /** The body as received. */
  readonly raw: string;
  readonly body: object;
  readonly headers: Headers;
  /** Null where the server did not count. */
  readonly usage: TokenUsage | null;
}

export interface ExchangeFailure {
  readonly kind: "failure";
  readonly fault: Fault;
  /** 0 where no status line arrived. */
  readonly status: number;
  /** The body without secrets. */
  readonly raw: string;
  /** The server's or the network's own message without secrets, for operators. */
  readonly message: string;
  /** The wait that the server demanded, or null. */
  readonly retryAfterMs: number | null;
}

/** A path of a model's server. */
export interface Endpoint extends Pick<ServerConfig, "apiKey" | "timeoutMs"> {
  readonly url: string;
}

/** A completion of 300 tokens takes 2 KB; a reasoning model that shows its thoughts takes 100 KB. */
const MAX_BODY_BYTES = 1 << 20;
const MAX_MESSAGE_LENGTH = 300;

/**
 * Posts a JSON body once.
 * @throws the signal's reason, and nothing else.
 */
export async function exchange(endpoint: Endpoint, body: string, signal: AbortSignal): Promise<Exchange> {
  signal.throwIfAborted();
  // AbortSignal.timeout would keep a timer per call until the timeout, 60,000 of them at 1,000 calls a second.
  const limit = new AbortController();
  const abort = () => limit.abort(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(() => limit.abort(), endpoint.timeoutMs);
  try {
    const response = await post(endpoint, body, limit.signal);
    // A longer body is an answer that cannot be read.
    return classify(endpoint, response, await readText(response, MAX_BODY_BYTES) ?? "");
  } catch (error) {
    signal.throwIfAborted();
    return limit.signal.aborted
      ? unanswered("timeout", `no complete answer within ${endpoint.timeoutMs} ms`)
      : unanswered("connection", redact(endpoint, describe(error)));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

async function post({ url, apiKey }: Endpoint, body: string, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { "content-type": "application/json", accept: "application/json" };
  if (apiKey !== null) headers.authorization = `Bearer ${apiKey.reveal()}`;
  return await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
}

function classify(endpoint: Endpoint, { status, headers }: Response, raw: string): Exchange {
  const body = parseObject(raw);
  const error = body === null ? null : errorOf(body);
  if (status === 200 && body !== null && error === null) {
    return { kind: "reply", status, raw, body, headers, usage: usageOf(body) };
  }
  const message = redact(endpoint, error?.message ?? raw.slice(0, MAX_MESSAGE_LENGTH));
  return {
    kind: "failure",
    fault: status === 200 && error === null ? "unreadable_body" : faultOf(status, error?.codes ?? []),
    status,
    raw: redact(endpoint, raw),
    message: `HTTP ${status} ${message}`.trim(),
    retryAfterMs: retryAfterMs(headers, Date.now()),
  };
}

function unanswered(fault: Fault, message: string): ExchangeFailure {
  return { kind: "failure", fault, status: 0, raw: "", message, retryAfterMs: null };
}

/** Some servers put an `error` into a 200: its codes then decide, and one without codes is a rejected request. */
function errorOf(body: object): { codes: string[]; message: string } | null {
  if (!("error" in body) || body.error === null || body.error === undefined) return null;
  if (typeof body.error !== "object") {
    return { codes: [], message: String(body.error).slice(0, MAX_MESSAGE_LENGTH) };
  }
  const { code, type, message } = body.error as { code?: unknown; type?: unknown; message?: unknown };
  return {
    codes: [code, type].filter((value) => typeof value === "string"),
    message: typeof message === "string" ? message.slice(0, MAX_MESSAGE_LENGTH) : "",
  };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** Servers repeat keys in their messages ("Incorrect API key provided: sk-…"); logs and rows must not. */
function redact({ apiKey }: Endpoint, message: string): string {
  const secret = apiKey?.reveal();
  const text = secret === undefined || secret === "" ? message : message.replaceAll(secret, "[secret]");
  return text.replace(/\b(sk|key|tok)[-_][A-Za-z0-9_*.-]{6,}/g, "[secret]");
}
