import { sha256 } from "#shared/crypto.ts";
import type { ChatMessage } from "../../openai/completion.ts";
import type { Capabilities } from "../answer-store.ts";
import type { Persona } from "./persona.ts";
import { surveyMessages, type SurveySheet } from "./prompt.ts";
import { REPLY_SCHEMA, SCHEMA_VERSION } from "./reply.ts";

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
