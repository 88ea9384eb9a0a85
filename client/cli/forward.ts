import { Buffer } from "node:buffer";
import { createHmac, randomBytes } from "node:crypto";
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

/** A signing secret in the form of a subscription's: `whsec_` and the padded base64 of 32 bytes. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
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
    const { ok, text } = await post(target, event.id, body, secret, signal);
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
  eventId: string,
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
        ...signatureHeaders(secret, eventId, body),
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

/** The headers of the service's deliveries: `X-Service-Signature`, and those of Standard Webhooks. */
function signatureHeaders(secret: string, eventId: string, body: string): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1_000);
  const decoded = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const own = createHmac("sha256", secret).update(`${timestamp}.${body}`);
  const standard = createHmac("sha256", decoded).update(`${eventId}.${timestamp}.${body}`);
  return {
    "X-Service-Signature": `t=${timestamp},v1=${own.digest("hex")}`,
    "webhook-id": eventId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${standard.digest("base64")}`,
  };
}
