import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceEvent } from "../index.ts";
import { messageOf } from "./command.ts";

const ATTEMPTS = 5;
const FIRST_WAIT_MS = 1_000;
/** Of one attempt; the service's own deliveries get as long. */
const TIMEOUT_MS = 20_000;

/** Where events go. */
export interface Target {
  readonly target: string;
  /** Signs them; the whole text is the key. */
  readonly secret: string;
  readonly signal: AbortSignal;
  /** Is told of a first attempt that failed, since the others take their time. */
  readonly note: (line: string) => void;
}

/** A signing secret in the form of a subscription's: `whsec_` and 43 base64url characters. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const base64 = btoa(String.fromCharCode(...bytes));
  return `whsec_${base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/**
 * POSTs an event as the service delivers it, up to 5 times with waits of 1, 2, 4 and 8 seconds until the answer is 2xx.
 * @returns a line that says what happened. @throws the signal's reason when it is aborted
 */
export async function forward(
  event: ServiceEvent,
  { target, secret, signal, note }: Target,
): Promise<string> {
  const body = JSON.stringify(event);
  let outcome = "";
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const begin = performance.now();
    const { ok, text } = await post(target, body, secret, signal);
    signal.throwIfAborted();
    const took = `${Math.round(performance.now() - begin)} ms`;
    const tries = attempt === 1 ? "" : `, attempt ${attempt}`;
    outcome = `${event.id}  ${event.type}  ${text} in ${took}${tries}`;
    if (ok) return outcome;
    if (attempt === 1) note(`${outcome}: trying again`);
    if (attempt < ATTEMPTS) await sleep(FIRST_WAIT_MS * 2 ** (attempt - 1), undefined, { signal });
  }
  return `${outcome}: left out`;
}

async function post(
  target: string,
  body: string,
  secret: string,
  signal: AbortSignal,
): Promise<{ ok: boolean; text: string }> {
  try {
    const response = await fetch(target, {
      method: "POST",
      redirect: "manual",
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "simulation-service-listen/1.0",
        "X-Service-Signature": await signature(secret, Math.floor(Date.now() / 1_000), body),
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    // The status decides; the body is of no use, and may have no end.
    await response.body?.cancel();
    return { ok: response.ok, text: String(response.status) };
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? `: ${messageOf(error.cause)}` : "";
    return { ok: false, text: `${messageOf(error)}${cause}` };
  }
}

/** The value of `X-Service-Signature`: HMAC-SHA256 of the timestamp, a dot and the body. */
async function signature(secret: string, timestamp: number, body: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(`${timestamp}.${body}`)));
  const hex = Array.from(mac, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `t=${timestamp},v1=${hex}`;
}
