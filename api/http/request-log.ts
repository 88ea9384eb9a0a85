import { performance } from "node:perf_hooks";
import type { Middleware } from "koa";
import { newId } from "#shared/ids.ts";
import type { Logger } from "#shared/log.ts";
import type { RequestState } from "./request-context.ts";
import type { RequestHistory } from "./request-history.ts";

const REQUEST_ID = /^[A-Za-z0-9_.-]{1,128}$/;

/** Whether the process takes traffic. */
export interface Readiness {
  draining: boolean;
}

/** Gives each request its id; writes its log line, and its organization's history, once it is answered. */
export function logRequests(
  log: Logger,
  requestHistory: RequestHistory,
  readiness: Readiness,
): Middleware<RequestState> {
  return async (ctx, next) => {
    const receivedAt = new Date();
    const began = performance.now();
    const inbound = ctx.get("X-Request-Id");
    const requestId = REQUEST_ID.test(inbound) ? inbound : newId();
    Object.assign(ctx.state, { requestId, receivedAt, identity: null, credentialsFault: null, bucket: null });
    ctx.set("X-Request-Id", requestId);
    await next();
    // Callers with an open connection reach another process with their next request.
    if (readiness.draining) ctx.set("Connection", "close");
    const { identity, route, errorCode } = ctx.state;
    const answered = {
      method: ctx.method,
      route: route?.path ?? null,
      status: ctx.status,
      duration_ms: Math.round((performance.now() - began) * 100) / 100,
    };
    if (identity === null) return log.info({ request_id: requestId, ...answered }, "request");
    const { organizationId: organization_id } = identity;
    const caller = identity.kind === "key" ? { key_id: identity.keyId } : { user_id: identity.userId };
    log.info({ request_id: requestId, organization_id, ...caller, ...answered }, "request");
    requestHistory.record(organization_id, {
      request_id: requestId,
      at: receivedAt.toISOString(),
      ...answered,
      error: errorCode ?? null,
      key_id: identity.kind === "key" ? identity.keyId : null,
    });
  };
}
