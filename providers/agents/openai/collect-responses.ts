import { NO_TOKENS } from "../../openai/usage.ts";
import type { StoredResponse } from "../answer-store.ts";
import type { AnswerIo } from "../engine.ts";
import { callModel, type ChunkContext, type PersonaRequest } from "./call-model.ts";
import { type Elicitation, readElicitation } from "./reply.ts";

export interface CollectedResponse {
  readonly request: PersonaRequest;
  readonly response: StoredResponse;
  readonly elicitation: Elicitation;
}

/**
 * Collects one response for every request: the stored one, else the model's, which is stored before its use. After an error the requests
 * that have not begun are dropped, and those in flight are finished and stored.
 * @param onResponse called as responses come in; an error that it throws ends the collecting too.
 * @throws the first error; the signal's reason.
 */
export async function collectResponses(
  context: ChunkContext,
  requests: readonly PersonaRequest[],
  onResponse: (request: PersonaRequest, elicitation: Elicitation) => void = () => {},
): Promise<readonly CollectedResponse[]> {
  const { io, ledger } = context;
  const stored = await storedResponses(io, requests.map(({ key }) => key));
  const halt = new AbortController();
  const wait = AbortSignal.any([io.signal, halt.signal]);
  const collect = async (request: PersonaRequest): Promise<CollectedResponse> => {
    try {
      const response = stored.get(request.key) ??
        await ledger.share(request.key, wait, () => obtainResponse(context, request, wait));
      const elicitation = readElicitation(response);
      onResponse(request, elicitation);
      return { request, response, elicitation };
    } catch (error) {
      halt.abort(error);
      throw error;
    }
  };
  const results = await Promise.allSettled(requests.map(collect));
  io.signal.throwIfAborted();
  return results.map((result) => {
    if (result.status === "rejected") throw halt.signal.reason;
    return result.value;
  });
}

/**
 * This run's stored responses and copies of those of the organization's earlier runs. Without the copies a resumed run would depend on
 * another run's rows, which its organization may delete in between.
 */
export async function storedResponses(
  io: AnswerIo,
  keys: readonly string[],
): Promise<ReadonlyMap<string, StoredResponse>> {
  const own = await io.store.getMany(keys, false);
  const missing = keys.filter((key) => !own.has(key));
  if (missing.length === 0) return own;
  const responses = new Map(own);
  for (const earlier of (await io.store.getMany(missing, true)).values()) {
    // Another call may succeed where the earlier run's failed.
    if (readElicitation(earlier).kind === "failed") continue;
    const copy = await io.store.put({ ...earlier, usage: NO_TOKENS, calls: 0, reused: true });
    responses.set(copy.key, copy);
  }
  return responses;
}

/** Calls the model and stores its response, unless another worker has stored one since the chunk began. */
async function obtainResponse(
  context: ChunkContext,
  request: PersonaRequest,
  wait: AbortSignal,
): Promise<StoredResponse> {
  const { io, ledger: { budget }, server } = context;
  return await server.slots.run(io.owner, wait, async () => {
    const stored = (await io.store.getMany([request.key], false)).get(request.key);
    if (stored !== undefined) return stored;
    await budget.refresh(io.store);
    const paid = await callModel(context, wait, request);
    const response = await io.store.put(paid);
    budget.recordStored(paid.usage);
    return response;
  });
}
