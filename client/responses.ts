import { type CallFacts, ServiceError, UnexpectedResponseError } from "./errors.ts";
import { parseRetryAfter } from "./retries.ts";
import type { ResponseInfo } from "./types.ts";

/** An answer of the service. */
export interface Answer<T> extends ResponseInfo {
  readonly data: T;
}

/** An envelope; `text/csv` is answered as text without one, and of an object store's answer the status alone counts. */
export type Accept = "application/json" | "text/csv" | "*/*";

/** What a response should be. */
interface Expected extends CallFacts {
  readonly accept: Accept | undefined;
  readonly maxResponseBytes: number;
}

interface Envelope {
  readonly data: unknown;
  readonly error: string | null;
  readonly meta: { readonly request_id: string; readonly message: string };
}

/** The answer in a response. @throws ServiceError for a refusal, UnexpectedResponseError for what the service does not send */
export async function readAnswer<T>(
  response: Response,
  { accept, maxResponseBytes, ...facts }: Expected,
): Promise<Answer<T>> {
  const { status, headers } = response;
  const retryAfterMs = parseRetryAfter(headers.get("Retry-After"));
  const unexpected = (message: string, text: string) =>
    new UnexpectedResponseError(message, { ...facts, status, retryAfterMs, excerpt: text.slice(0, 500) });
  const { text, isWhole } = await readText(response, maxResponseBytes);
  if (!isWhole) throw unexpected(`the answer has more than ${maxResponseBytes} bytes`, text);
  if (status === 204 || accept === "*/*" && response.ok) {
    return { ...facts, status, headers, data: null as T, meta: {} };
  }
  const isCsv = accept === "text/csv" && headers.get("Content-Type")?.startsWith("text/csv") === true;
  if (status === 200 && isCsv) return { ...facts, status, headers, data: text as T, meta: {} };
  const envelope = parseEnvelope(text);
  if (envelope === null || (envelope.error === null) !== (status >= 200 && status < 300)) {
    throw unexpected(`status ${status} is not an answer of the service`, text);
  }
  const { data, error, meta } = envelope;
  if (error !== null) throw new ServiceError({ ...facts, code: error, status, meta, headers, retryAfterMs });
  return { ...facts, status, headers, data: data as T, meta };
}

function parseEnvelope(text: string): Envelope | null {
  try {
    const body = JSON.parse(text);
    const isOne = typeof body?.meta?.request_id === "string" &&
      (body.error === null
        ? typeof body.data === "object" && body.data !== null
        : typeof body.error === "string" && typeof body.meta.message === "string");
    return isOne ? body : null;
  } catch {
    return null;
  }
}

/** The text of a response, and whether it is whole: no more than `maxBytes` are read. */
async function readText(response: Response, maxBytes: number): Promise<{ text: string; isWhole: boolean }> {
  if (response.body === null) return { text: "", isWhole: true };
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isWhole: true };
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      // A connection that the service keeps open would never end by itself.
      await reader.cancel().catch(() => {});
      return { text, isWhole: false };
    }
    text += decoder.decode(value, { stream: true });
  }
}
