import { setTimeout as sleep } from "node:timers/promises";
import pLimit, { type LimitFunction } from "p-limit";
import { sameBytes, sha256 } from "#shared/crypto.ts";
import { ApiError } from "#shared/errors.ts";
import type { JsonObject } from "#shared/json.ts";
import { idempotencyKeyHash, lockAndFind, saveResponse, type StoredResponse } from "#db/idempotency.ts";
import type { RequestContext } from "./request-context.ts";
import type { HandlerResult, WriteTransaction } from "./define-route.ts";
import type { Services } from "./services.ts";
import { writeTransaction } from "./transaction.ts";

/** How long a second call waits for the first. */
const PATIENCE_MS = 10_000;
const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 250;

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
const LONG_ENOUGH = /^[\x20-\x7e]{32,255}$/;

/** The request's Idempotency-Key, or null where none is given or honoured. @throws ApiError 409 when it is missing or malformed. */
export function idempotencyKeyOf({ ctx, route }: RequestContext): string | null {
  if (route.method !== "POST") return null;
  const key = ctx.get("Idempotency-Key");
  if (key === "") {
    if (route.idempotencyKey !== "required") return null;
    throw new ApiError(
      "idempotency_key_required",
      "Send an Idempotency-Key header, such as a new UUID for each thing to create.",
    );
  }
  if (!ULID.test(key) && !LONG_ENOUGH.test(key)) {
    throw new ApiError(
      "idempotency_key_invalid",
      "An Idempotency-Key is a ULID, a UUID or 32 to 255 printable ASCII characters.",
    );
  }
  return key;
}

type Opened = { locked: boolean } & (StoredResponse | { [K in keyof StoredResponse]: null });

/**
 * Runs `work` at most once for a key: its answer is kept in the same transaction as what it creates, and replayed for 24 hours. A
 * second call waits without holding a connection.
 */
export async function runIdempotent(
  call: RequestContext,
  key: string,
  work: (tx: WriteTransaction) => Promise<HandlerResult>,
): Promise<HandlerResult> {
  const { identity, route, ctx, services } = call;
  if (identity === null) throw new Error(`Route ${route.operationId} is public and cannot keep answers`);
  const keyHash = idempotencyKeyHash(identity.organizationId, `${route.method} ${ctx.path}`, key);
  const context = `idempotency_keys.answer:${keyHash.toString("hex")}`;
  const requestHash = sha256(canonicalJson(call.body));
  const { keyring } = services.config;

  const attempt = () =>
    writeTransaction(call, lockAndFind(keyHash), async (tx, [row]): Promise<HandlerResult | null> => {
      const opened = row as Opened;
      if (!opened.locked) return null;
      if (opened.answer !== null) {
        if (!sameBytes(opened.request_hash, requestHash)) {
          throw new ApiError(
            "idempotency_conflict",
            "This Idempotency-Key was used with another body in the last 24 hours.",
          );
        }
        const kept = JSON.parse(keyring.decrypt(opened.answer, context)) as HandlerResult;
        return {
          ...kept,
          status: opened.status,
          headers: { ...kept.headers, "Idempotency-Replayed": "true" },
        };
      }
      const answer = await work(tx);
      const { status, ...kept } = answer;
      await saveResponse(tx, {
        keyHash,
        organizationId: identity.organizationId,
        request_hash: requestHash,
        status,
        answer: keyring.encrypt(JSON.stringify(kept), context),
      });
      return answer;
    });

  const deadline = Date.now() + PATIENCE_MS;
  let answer = await attempt();
  for (let wait = FIRST_WAIT_MS; answer === null; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    if (Date.now() + wait > deadline) {
      throw new ApiError(
        "idempotency_conflict",
        "The first call with this Idempotency-Key is still running; try again.",
        {
          headers: { "Retry-After": "2" },
        },
      );
    }
    await sleep(wait);
    answer = await waiting(services)(attempt);
  }
  return answer;
}

const limits = new WeakMap<Services, LimitFunction>();

/** Waiting calls look again through a gate of a quarter of the pool's connections. */
function waiting(services: Services): LimitFunction {
  let limit = limits.get(services);
  if (limit === undefined) {
    limits.set(services, limit = pLimit(Math.max(1, Math.floor(services.config.databasePool / 4))));
  }
  return limit;
}

/** Two bodies are the same when their JSON values are: the order of keys does not count. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(
    value ?? {},
    (_, part: unknown) =>
      part !== null && typeof part === "object" && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part as JsonObject).sort(([a], [b]) => a < b ? -1 : 1))
        : part,
  );
}
