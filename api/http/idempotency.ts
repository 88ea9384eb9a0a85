import pLimit from "p-limit";
import { lazilyOf } from "#shared/lazily.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { sameBytes, sha256 } from "#shared/crypto.ts";
import { ApiError } from "#shared/errors.ts";
import { idempotencyKeyHash, lockAndFind, saveResponse, type StoredResponse } from "#db/idempotency.ts";
import type { Database, Transaction } from "#db/postgres/database.ts";
import { canonicalJson } from "./json.ts";
import { callerOf, type RoutedContext } from "./request-context.ts";
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
function idempotencyKeyOf(ctx: RoutedContext): string | null {
  const { route } = ctx.state;
  if (route.method !== "POST" || route.routeScope === "public") return null;
  const key = ctx.get("Idempotency-Key");
  if (key === "") {
    if (route.idempotencyKey !== "required") return null;
    throw new ApiError("idempotency_key_required");
  }
  if (!ULID.test(key) && !LONG_KEY.test(key)) throw new ApiError("idempotency_key_invalid");
  return key;
}

/** A handler that writes, bound to a request. */
export interface Writing {
  /** Opens the scope's transaction. @param opening statements sent with the BEGIN, in one round trip; `work` gets the rows of the last */
  readonly begin: Database["begin"];
  /** What the route does before its transaction. */
  readonly prepare: (() => Promise<unknown>) | undefined;
  write(tx: Transaction, prepared: unknown): Promise<HandlerResult>;
}

/**
 * Writes in one transaction, with an Idempotency-Key at most once: the response is stored in the transaction of what the handler creates, and
 * replayed for 24 hours. A second call waits without holding a connection.
 *
 * @throws ApiError 409 for the same key with another body, or when the first call still runs after 10 seconds
 */
export async function writeOnce(context: RoutedContext, writing: Writing): Promise<HandlerResult> {
  const { begin, prepare, write } = writing;
  const key = idempotencyKeyOf(context);
  if (key === null) {
    const prepared = await prepare?.();
    return await begin("", (tx) => write(tx, prepared));
  }
  const attempt = keyedAttempt(context, key, writing);
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

/** The columns that {@link lockAndFind} selects: no response is stored where they are null. */
type LockedKey = { readonly locked: boolean } & (StoredResponse | { [K in keyof StoredResponse]: null });

/** A call's try to write or to replay, which gives null while another call holds the key's lock. */
function keyedAttempt(
  context: RoutedContext,
  key: string,
  { begin, prepare, write }: Writing,
): () => Promise<HandlerResult | null> {
  const { state: { route, params, body }, services: { config: { keyring } } } = context;
  const { organizationId } = callerOf(context);
  // With the validated ids, which are lower case and bare: `sim_<uuid>` is no other endpoint.
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  const keyHash = idempotencyKeyHash(organizationId, `${route.method} ${path}`, key);
  const requestHash = sha256(canonicalJson(body ?? {}));
  // Binds the encrypted response to its row.
  const encryptionContext = `idempotency_keys.answer:${keyHash.toString("hex")}`;
  let isPrepared = prepare === undefined;
  let prepared: unknown;
  return async function attempt(): Promise<HandlerResult | null> {
    const outcome = await begin<HandlerResult | null | "unprepared">(
      lockAndFind(keyHash),
      async (tx, [row]) => {
        const held = row as LockedKey;
        if (!held.locked) return null;
        if (held.answer !== null) {
          if (!sameBytes(held.request_hash, requestHash)) {
            throw new ApiError(
              "idempotency_conflict",
              "This Idempotency-Key was used with another body in the last 24 hours.",
              { meta: { reason: "different_body" } },
            );
          }
          const stored = JSON.parse(keyring.decrypt(held.answer, encryptionContext)) as Omit<
            HandlerResult,
            "status"
          >;
          const headers = { ...stored.headers, "Idempotency-Replayed": "true" };
          return { ...stored, status: held.status, headers };
        }
        if (!isPrepared) return "unprepared";
        const result = await write(tx, prepared);
        const { status, ...stored } = result;
        const answer = keyring.encrypt(JSON.stringify(stored), encryptionContext);
        saveResponse(tx, { keyHash, organizationId, request_hash: requestHash, status, answer });
        return result;
      },
    );
    if (outcome !== "unprepared") return outcome;
    prepared = await prepare?.();
    isPrepared = true;
    return await attempt();
  };
}

/** Waiting calls retry on at most a quarter of the pool's connections, so that they starve no other call. */
const retryLimiter = lazilyOf(({ config }: Services) =>
  pLimit(Math.max(1, Math.floor(config.databasePool / 4)))
);
