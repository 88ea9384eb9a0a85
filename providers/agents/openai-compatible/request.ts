import { sha256 } from "#shared/crypto.ts";
import type { Capabilities } from "../answer-store.ts";
import type { Message } from "./prompt.ts";
import { REPLY_SCHEMA, SCHEMA_VERSION } from "./reply-schema.ts";

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

/** The name under which a response is stored: model, parameters, messages, schema version and replicate. */
export function requestKey(body: Record<string, unknown>, replicate: number): string {
  return sha256(JSON.stringify([SCHEMA_VERSION, replicate, body])).toString("hex");
}
