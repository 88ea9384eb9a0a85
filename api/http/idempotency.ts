import pLimit from "p-limit";
import { lazilyOf } from "#shared/lazily.ts";
import type { Buffer } from "node:buffer";
import { setTimeout as sleep } from "node:timers/promises";
import { sameBytes, sha256 } from "#shared/crypto.ts";
import { ApiError } from "#shared/errors.ts";
import { idempotencyKeyHash, lockAndFind, saveResponse, type StoredResponse } from "#db/idempotency.ts";
import type { WriteHandler } from "./handler.ts";
import { canonicalJson } from "./json.ts";
import type { RoutedContext } from "./request-context.ts";
import type { HandlerResult } from "./response.ts";
import type { Services } from "./services.ts";

/** How long a second call waits for the first. */
const MAX_WAIT_MS = 10_000;
const FIRST_RETRY_MS = 10;
const MAX_RETRY_MS = 250;

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
/** UUIDs have 36 characters, so this covers them. */
const LONG_KEY = /^[\x20-\x7e]{32,255}$/;

/**
 * The request's Idempotency-Key, or null where none is given or honoured: a public route has no organization to store a response for.
 *
 * @throws ApiError 409 when it is missing or malformed
 */
export function idempotencyKeyOf({ ctx, route }: RoutedContext): string | null {
  if (route.method !== "POST" || route.routeScope === "public") return null;
  const key = ctx.get("Idempotency-Key");
  if (key === "") {
    if (route.idempotencyKey !== "required") return null;
    throw new ApiError(
      "idempotency_key_required",
      "Send an Idempotency-Key header, such as a new UUID for each thing to create.",
    );
  }
  if (!ULID.test(key) && !LONG_KEY.test(key)) {
    throw new ApiError(
      "idempotency_key_invalid",
      "An Idempotency-Key is a ULID, a UUID or 32 to 255 printable ASCII characters.",
    );
  }
  return key;
}

/**
 * Runs the handler at most once for a key. The response is stored in the transaction of what the handler creates, and replayed for 24 hours.
 * A second call waits without holding a connection.
 *
 * @throws ApiError 409 for the same key with another body, or when the first call still runs after 10 seconds
 */
export async function runIdempotent(
  context: RoutedContext,
  key: string,
  handler: WriteHandler,
): Promise<HandlerResult> {
  const request = keyedRequest(context, key);
  let isPrepared = handler.prepare === null;
  const attempt = async (): Promise<HandlerResult | null> => {
    const outcome = await replayOrRun(context, request, handler, isPrepared);
    if (outcome !== "unprepared") return outcome;
    await handler.prepare?.();
    isPrepared = true;
    return await attempt();
  };
  const deadline = Date.now() + MAX_WAIT_MS;
  let result = await attempt();
  for (let delay = FIRST_RETRY_MS; result === null; delay = Math.min(delay * 2, MAX_RETRY_MS)) {
    if (Date.now() + delay > deadline) {
      throw new ApiError(
        "idempotency_conflict",
        "The first call with this Idempotency-Key is still running; try again.",
        { headers: { "Retry-After": "2" }, meta: { reason: "in_progress" } },
      );
    }
    await sleep(delay);
    result = await retryLimiter(context.services)(attempt);
  }
  return result;
}

interface KeyedRequest {
  readonly organizationId: string;
  readonly keyHash: Buffer;
  readonly requestHash: Buffer;
  /** Binds the encrypted response to its row. */
  readonly encryptionContext: string;
}

function keyedRequest({ identity, route, params, body }: RoutedContext, key: string): KeyedRequest {
  if (identity === null) {
    throw new Error(`Route ${route.operationId} has no caller to store a response for`);
  }
  const { organizationId } = identity;
  // With the validated ids, which are lower case and bare: `sim_<uuid>` is no other endpoint.
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  const keyHash = idempotencyKeyHash(organizationId, `${route.method} ${path}`, key);
  const encryptionContext = `idempotency_keys.answer:${keyHash.toString("hex")}`;
  return { organizationId, keyHash, requestHash: sha256(canonicalJson(body ?? {})), encryptionContext };
}

/** The columns that {@link lockAndFind} selects: no response is stored where they are null. */
type LockedKey = { readonly locked: boolean } & (StoredResponse | { [K in keyof StoredResponse]: null });

/** @returns null while another call holds the key's lock; `unprepared` where the handler must prepare before it runs */
function replayOrRun(
  context: RoutedContext,
  { organizationId, keyHash, requestHash, encryptionContext }: KeyedRequest,
  handler: WriteHandler,
  isPrepared: boolean,
): Promise<HandlerResult | null | "unprepared"> {
  const { keyring } = context.services.config;
  return handler.transaction(lockAndFind(keyHash), async (tx, [row], write) => {
    const key = row as LockedKey;
    if (!key.locked) return null;
    if (key.answer !== null) {
      if (!sameBytes(key.request_hash, requestHash)) throw otherBody();
      const stored = JSON.parse(keyring.decrypt(key.answer, encryptionContext)) as Omit<
        HandlerResult,
        "status"
      >;
      const headers = { ...stored.headers, "Idempotency-Replayed": "true" };
      return { ...stored, status: key.status, headers };
    }
    if (!isPrepared) return "unprepared";
    const result = await write();
    const { status, ...stored } = result;
    const answer = keyring.encrypt(JSON.stringify(stored), encryptionContext);
    saveResponse(tx, { keyHash, organizationId, request_hash: requestHash, status, answer });
    return result;
  });
}

function otherBody(): ApiError {
  return new ApiError(
    "idempotency_conflict",
    "This Idempotency-Key was used with another body in the last 24 hours.",
    { meta: { reason: "different_body" } },
  );
}

/** Waiting calls retry on at most a quarter of the pool's connections, so that they starve no other call. */
const retryLimiter = lazilyOf(({ config }: Services) =>
  pLimit(Math.max(1, Math.floor(config.databasePool / 4)))
);
