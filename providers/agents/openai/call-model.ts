import {
  addUsage,
  type ChatMessage,
  completionOf,
  estimateTokens,
  NO_TOKENS,
} from "../../openai/completion.ts";
import type { Capabilities, StoredResponse, TokenUsage } from "#shared/answer-store.ts";
import type { AnswerIo } from "../engine.ts";
import type { ModelReply, ModelServer } from "./model-server.ts";
import { type Persona, repairMessages, surveyMessages, type SurveySheet } from "./persona.ts";
import {
  type Elicitation,
  type FailedElicitation,
  readElicitation,
  REPLY_SCHEMA,
  SCHEMA_VERSION,
} from "./reply.ts";
import type { RunLedger } from "./run-ledger.ts";
import { sha256 } from "#shared/crypto.ts";

/** What the calls for one chunk have in common. */
interface ChunkContext {
  readonly io: AnswerIo;
  readonly ledger: RunLedger;
  readonly server: ModelServer;
  readonly model: string;
  readonly temperature: number;
  readonly capabilities: Capabilities;
  readonly survey: SurveySheet;
}

interface PersonaRequest {
  readonly persona: Persona;
  /** That share it. */
  readonly agents: number;
  /** Names the response. */
  readonly key: string;
}

/** Tokens that a reply probably takes, for the limit of tokens a minute; the server's count corrects it. */
const EXPECTED_COMPLETION = 120;

/**
 * Obtains the model's response for one persona. A reply that the token limit cut is requested once more with a higher limit, an
 * unreadable one once more with its fault; a reply that is still unreadable is returned as it is.
 * @param wait aborts what precedes the next call.
 * @throws EngineError `engine_unavailable` or `budget_exceeded`; a signal's reason.
 */
async function callModel(
  context: ChunkContext,
  wait: AbortSignal,
  { key, persona }: PersonaRequest,
): Promise<StoredResponse> {
  let request: PromptRequest = {
    messages: surveyMessages(context.survey, persona),
    tokenLimit: context.capabilities.max_tokens,
  };
  let paid = { usage: NO_TOKENS, counted: true, calls: 0 };
  const remedies = new Set<FailedElicitation["fault"]>(["length", "invalid"]);
  for (;;) {
    const { reply, usage } = await callOnce(context, wait, request, persona.seed);
    paid = {
      usage: addUsage(paid.usage, usage),
      counted: paid.counted && reply.usage !== null,
      calls: paid.calls + 1,
    };
    const elicitation = readElicitation(reply);
    if (elicitation.kind !== "failed" || !remedies.delete(elicitation.fault)) {
      const { id, replicate, options } = persona;
      const { status, raw } = reply;
      return { key, persona: id, replicate, options: options.join(","), status, raw, ...paid, reused: false };
    }
    request = elicitation.fault === "length"
      ? { ...request, tokenLimit: raisedTokenLimit(request.tokenLimit) }
      : { ...request, messages: repairMessages(request.messages, elicitation.content, elicitation.detail) };
  }
}

interface PromptRequest {
  readonly messages: readonly ChatMessage[];
  readonly tokenLimit: number;
}

async function callOnce(
  { io, ledger, server, model, temperature, capabilities }: ChunkContext,
  wait: AbortSignal,
  { messages, tokenLimit }: PromptRequest,
  seed: number,
): Promise<{ readonly reply: ModelReply; readonly usage: TokenUsage }> {
  const body = JSON.stringify(requestBody({ model, temperature, seed }, capabilities, messages, tokenLimit));
  // Most servers count the schema as part of the prompt, so the whole body stands for it. No script takes fewer than two bytes a token.
  const upperBound = { prompt: Math.ceil(body.length / 2), cached: 0, completion: tokenLimit, reasoning: 0 };
  return await ledger.budget.spend(upperBound, async () => {
    const tokens = estimateTokens(body) + EXPECTED_COMPLETION;
    const reply = await server.send(body, tokens, { call: io.signal, wait });
    return { reply, usage: reply.usage ?? estimateUsage(messages, reply) };
  });
}

/** For servers that do not count. A rejected request is not billed. */
function estimateUsage(messages: readonly ChatMessage[], { body }: ModelReply): TokenUsage {
  if (body === null) return NO_TOKENS;
  return {
    ...NO_TOKENS,
    prompt: estimateTokens(messages.map(({ content }) => content).join("")),
    completion: estimateTokens(completionOf(body).content),
  };
}

/** Completion tokens for a reply, which takes about 80; the rest is for talkative models. */
export const FIRST_TOKEN_LIMIT = 400;
/** For reasoning models. */
export const LAST_TOKEN_LIMIT = 6_400;

/** The limit to try after a reply that this one cut. */
export function raisedTokenLimit(limit: number): number {
  return Math.min(4 * limit, LAST_TOKEN_LIMIT);
}

export interface Sampling {
  readonly model: string;
  /** 0 to 2. */
  readonly temperature: number;
  readonly seed: number;
}

/** The body of a call, without the fields that the server does not understand. */
export function requestBody(
  { model, temperature, seed }: Sampling,
  capabilities: Capabilities,
  messages: readonly ChatMessage[],
  tokenLimit = capabilities.max_tokens,
): Record<string, unknown> {
  const body: Record<string, unknown> = { model, messages, [capabilities.limit]: tokenLimit };
  if (capabilities.temperature) body.temperature = temperature;
  if (capabilities.seed) body.seed = seed;
  if (capabilities.format === "json_object") body.response_format = { type: "json_object" };
  if (capabilities.format === "json_schema") {
    body.response_format = {
      type: "json_schema",
      json_schema: { name: "survey_answer", strict: true, schema: REPLY_SCHEMA },
    };
  }
  return body;
}

/** The persona of the part that all requests of a run share. */
const NOBODY: Persona = { id: "", text: "", replicate: 0, options: [], seed: 0 };

/**
 * Makes the function that names a persona's response: the SHA-256 of model, parameters, messages, schema version and replicate. A run
 * names thousands, so the part that its requests share is hashed once.
 */
export function requestKeys(
  sampling: Omit<Sampling, "seed">,
  capabilities: Capabilities,
  survey: SurveySheet,
): (persona: Persona) => string {
  const shared = requestBody(
    { ...sampling, seed: NOBODY.seed },
    capabilities,
    surveyMessages(survey, NOBODY),
  );
  const sharedHash = sha256(JSON.stringify([SCHEMA_VERSION, shared])).toString("hex");
  return ({ text, replicate, options, seed }) =>
    sha256(JSON.stringify([sharedHash, text, replicate, options, seed])).toString("hex");
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
) {
  const { io, ledger } = context;
  const stored = await storedResponses(io, requests.map(({ key }) => key));
  const halt = new AbortController();
  const wait = AbortSignal.any([io.signal, halt.signal]);
  const collect = async (request: PersonaRequest) => {
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
