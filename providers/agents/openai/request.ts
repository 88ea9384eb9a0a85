import { sha256 } from "#shared/crypto.ts";
import type { Capabilities } from "../answer-store.ts";
import type { Persona } from "./persona.ts";
import { messages } from "./prompt.ts";
import type { Message, SurveySheet } from "./prompt.ts";
import { REPLY_SCHEMA, SCHEMA_VERSION } from "./reply.ts";

export interface Sampling {
  readonly model: string;
  /** Absent: the server's own. */
  readonly temperature?: number;
  readonly seed: number;
}

/** The body of a call, as far as the server understands its parts. */
export function requestBody(
  sampling: Sampling,
  capabilities: Capabilities,
  messages: readonly Message[],
  maxTokens = capabilities.max_tokens,
): Record<string, unknown> {
  const body: Record<string, unknown> = { model: sampling.model, messages, [capabilities.limit]: maxTokens };
  if (capabilities.temperature && sampling.temperature !== undefined) body.temperature = sampling.temperature;
  if (capabilities.seed) body.seed = sampling.seed;
  if (capabilities.format === "json_object") body.response_format = { type: "json_object" };
  if (capabilities.format === "json_schema") {
    body.response_format = {
      type: "json_schema",
      json_schema: { name: "survey_answer", strict: true, schema: REPLY_SCHEMA },
    };
  }
  return body;
}

/** A person of whom nothing is told: what is left of a request is what all requests of a run have in common. */
const NOBODY: Persona = { id: "", text: "", replicate: 0, options: [], seed: 0 };

/**
 * Names responses: the SHA-256 of model, parameters, messages, schema version and replicate. The common part is hashed once, since a run
 * names thousands.
 */
export function requestKeys(
  sampling: Omit<Sampling, "seed">,
  capabilities: Capabilities,
  survey: SurveySheet,
): (persona: Persona) => string {
  const common = requestBody({ ...sampling, seed: NOBODY.seed }, capabilities, messages(survey, NOBODY));
  const shape = sha256(JSON.stringify([SCHEMA_VERSION, common])).toString("hex");
  return ({ text, replicate, options, seed }) =>
    sha256(JSON.stringify([shape, text, replicate, options, seed])).toString("hex");
}
