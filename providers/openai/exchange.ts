import { Secret } from "#shared/settings-reader.ts";
import { faultOf } from "./fault.ts";
import type { Fault } from "./fault.ts";

/** One request and what came of it; nothing is thrown but the signal's own reason. */
export type Exchange =
  | {
    readonly kind: "reply";
    readonly status: number;
    readonly raw: string;
    readonly body: object;
    readonly headers: Headers;
  }
  | {
    readonly kind: "fault";
    readonly fault: Fault;
    readonly status: number;
    readonly raw: string;
    readonly message: string;
    readonly headers: Headers;
  };

export interface Endpoint {
  readonly url: string;
  readonly key: Secret | null;
  /** For the whole exchange, up to the body's last byte. */
  readonly timeoutMs: number;
}

/** A completion of 300 tokens takes 2 KB; reasoning models that show their thoughts take 100 KB. */
const MAX_BODY_BYTES = 1 << 20;
const MAX_MESSAGE = 300;
const NO_HEADERS = new Headers();

export async function exchange(endpoint: Endpoint, body: string, signal: AbortSignal): Promise<Exchange> {
  signal.throwIfAborted();
  const limit = new AbortController();
  const stop = () => limit.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(() => limit.abort(), endpoint.timeoutMs);
  try {
    const headers: Record<string, string> = {
      "content-type": "application/json",
      accept: "application/json",
    };
    if (endpoint.key !== null) headers.authorization = `Bearer ${endpoint.key.reveal()}`;
    const response = await fetch(endpoint.url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: limit.signal,
    });
    const raw = await textOf(response);
    return read(endpoint, response.status, raw, response.headers);
  } catch (error) {
    signal.throwIfAborted();
    const fault = limit.signal.aborted ? "timeout" : "connection";
    const message = fault === "timeout"
      ? `no complete answer within ${endpoint.timeoutMs} ms`
      : redact(endpoint, describe(error));
    return { kind: "fault", fault, status: 0, raw: "", message, headers: NO_HEADERS };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

function read(endpoint: Endpoint, status: number, raw: string, headers: Headers): Exchange {
  const body = parseObject(raw);
  const error = body === null ? null : errorOf(body);
  if (status === 200 && body !== null && error === null) return { kind: "reply", status, raw, body, headers };
  const fault: Fault = status === 200 && error === null
    ? "unreadable_body"
    : faultOf(status, error?.codes ?? []);
  const message = redact(endpoint, error?.message ?? raw.slice(0, MAX_MESSAGE));
  return {
    kind: "fault",
    fault,
    status,
    raw: redact(endpoint, raw),
    message: `HTTP ${status} ${message}`.trim(),
    headers,
  };
}

/** Some servers put an `error` into a 200; the codes then decide, else it counts as a rejected request. */
function errorOf(body: object): { codes: string[]; message: string } | null {
  if (!("error" in body) || body.error === null || body.error === undefined) return null;
  if (typeof body.error !== "object") return { codes: [], message: String(body.error).slice(0, MAX_MESSAGE) };
  const { code, type, message } = body.error as { code?: unknown; type?: unknown; message?: unknown };
  return {
    codes: [code, type].filter((value) => typeof value === "string"),
    message: typeof message === "string" ? message.slice(0, MAX_MESSAGE) : "",
  };
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Read whole, which costs half of what reading in parts does; a body that doesn't say how long it is ends with the call's time. */
async function textOf(response: Response): Promise<string> {
  if (Number(response.headers.get("content-length")) <= MAX_BODY_BYTES) return await response.text();
  await response.body?.cancel();
  return "";
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** Servers repeat keys in their messages ("Incorrect API key provided: sk-…"); ours must not. */
function redact(endpoint: Endpoint, message: string): string {
  const key = endpoint.key?.reveal();
  const text = key === undefined || key === "" ? message : message.replaceAll(key, "[secret]");
  return text.replace(/\b(sk|key|tok)[-_][A-Za-z0-9_*.-]{6,}/g, "[secret]");
}
