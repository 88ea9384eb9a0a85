import type { HandlerResult, RouteRequest } from "../define-route.ts";
import type { RequestContext } from "../request-context.ts";
import { writeAnswer } from "../response.ts";
import { idempotencyKeyOf, runIdempotent } from "../idempotency.ts";
import { writeTransaction } from "../transaction.ts";

/** Runs the handler: a reader as it is, a writer in a transaction, with an Idempotency-Key at most once. */
export async function respond(call: RequestContext): Promise<void> {
  const answer = await answerOf(call);
  writeAnswer(call.ctx, answer, { requestId: call.requestId, bucket: call.bucket });
}

async function answerOf(call: RequestContext): Promise<HandlerResult> {
  const { route } = call;
  const request = requestOf(call);
  if (route.read !== undefined) return await route.read(request);
  const { write } = route;
  if (write === undefined) throw new Error(`Route ${route.operationId} has no handler`);
  const key = idempotencyKeyOf(call);
  const kept = key === null
    ? await writeTransaction(call, "", (tx) => write(request, tx))
    : await runIdempotent(call, key, (tx) => write(request, tx));
  return await route.afterCommit?.(request, kept) ?? kept;
}

function requestOf(
  { params, query, body, identity, requestId, services, route }: RequestContext,
): RouteRequest<unknown, unknown, unknown> {
  return {
    params,
    query,
    body,
    requestId,
    services,
    get identity() {
      if (identity === null) throw new Error(`Route ${route.operationId} is public and asks who calls`);
      return identity;
    },
  };
}
