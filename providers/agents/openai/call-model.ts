import { type ChatMessage, completionOf } from "../../openai/completion.ts";
import { addUsage, estimateTokens, NO_TOKENS, type TokenUsage } from "../../openai/usage.ts";
import type { Capabilities, StoredResponse } from "../answer-store.ts";
import type { AnswerIo } from "../engine.ts";
import type { ModelReply, ModelServer } from "./model-server.ts";
import type { PersonaGroup } from "./persona.ts";
import { repairMessages, surveyMessages, type SurveySheet } from "./prompt.ts";
import { type FailedElicitation, readElicitation } from "./reply.ts";
import { raisedTokenLimit, requestBody } from "./request.ts";
import type { RunLedger } from "./run-ledger.ts";

/** What the calls for one chunk have in common. */
export interface ChunkContext {
  readonly io: AnswerIo;
  readonly ledger: RunLedger;
  readonly server: ModelServer;
  readonly model: string;
  readonly temperature: number;
  readonly capabilities: Capabilities;
  readonly survey: SurveySheet;
}

export interface PersonaRequest extends PersonaGroup {
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
export async function callModel(
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
    request = remedied(request, elicitation);
  }
}

interface PromptRequest {
  readonly messages: readonly ChatMessage[];
  readonly tokenLimit: number;
}

/** The request to send after a reply that was cut or unreadable. */
function remedied(request: PromptRequest, { fault, content, detail }: FailedElicitation): PromptRequest {
  return fault === "length"
    ? { ...request, tokenLimit: raisedTokenLimit(request.tokenLimit) }
    : { ...request, messages: repairMessages(request.messages, content, detail) };
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
