import { Buffer } from "node:buffer";
import type { Database } from "../postgres/database.ts";

/** The run that stores responses, and its organization: a run never reads another organization's responses. */
export interface ResponseOwner {
  readonly organizationId: string;
  readonly simulationId: string;
}

export interface ModelResponseRow {
  /** Hexadecimal. */
  key: string;
  persona: string;
  replicate: number;
  options: string;
  http_status: number;
  raw: string;
  prompt_tokens: number;
  cached_tokens: number;
  completion_tokens: number;
  reasoning_tokens: number;
  counted: boolean;
  calls: number;
  reused: boolean;
}

const COLUMNS =
  `encode(key, 'hex') AS key, encode(persona, 'hex') AS persona, replicate, options, http_status, raw, prompt_tokens,
  cached_tokens, completion_tokens, reasoning_tokens, counted, calls, reused`;

// This run's own response comes before those of earlier runs, of which the newest is taken: one row of an index, however many runs had it.
const FIND_MODEL_RESPONSES = {
  name: "find_model_responses",
  text: `
    SELECT ${COLUMNS} FROM unnest($3::bytea[]) AS wanted (hash) JOIN model_responses ON key = wanted.hash AND simulation_id = coalesce(
      (SELECT own.simulation_id FROM model_responses own WHERE own.organization_id = $1 AND own.simulation_id = $2 AND own.key = wanted.hash),
      (SELECT earlier.simulation_id FROM model_responses earlier WHERE $4 AND earlier.organization_id = $1 AND earlier.key = wanted.hash
        ORDER BY earlier.created_at DESC LIMIT 1))`,
};

/**
 * The stored responses under these keys, at most one a key.
 * @param keys hexadecimal.
 * @param reuse whether responses of the organization's earlier runs count too.
 */
export async function findModelResponses(
  database: Database,
  { organizationId, simulationId }: ResponseOwner,
  keys: readonly string[],
  reuse: boolean,
): Promise<ModelResponseRow[]> {
  const bytes = keys.map((key) => Buffer.from(key, "hex"));
  return await database.query<ModelResponseRow>(FIND_MODEL_RESPONSES, [
    organizationId,
    simulationId,
    bytes,
    reuse,
  ]);
}

// The update without effect returns the row that conflicts, so that two workers continue with the same response.
const SAVE_MODEL_RESPONSE = {
  name: "save_model_response",
  text:
    `INSERT INTO model_responses (organization_id, simulation_id, key, persona, replicate, options, http_status, raw,
      prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, counted, calls, reused)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
    ON CONFLICT (simulation_id, key) DO UPDATE SET key = excluded.key
    RETURNING ${COLUMNS}`,
};

/** Stores a run's first response under a key, and returns the stored one: this one, or that of an earlier call. */
export async function saveModelResponse(
  database: Database,
  { organizationId, simulationId }: ResponseOwner,
  row: ModelResponseRow,
): Promise<ModelResponseRow> {
  return await database.one<ModelResponseRow>(SAVE_MODEL_RESPONSE, [
    organizationId,
    simulationId,
    Buffer.from(row.key, "hex"),
    Buffer.from(row.persona, "hex"),
    row.replicate,
    row.options,
    row.http_status,
    row.raw.replaceAll("\0", "\ufffd"),
    row.prompt_tokens,
    row.cached_tokens,
    row.completion_tokens,
    row.reasoning_tokens,
    row.counted,
    row.calls,
    row.reused,
  ]);
}

export type SpentTokens = Record<"prompt" | "cached" | "completion" | "reasoning", number>;

const SUM_SPENT_TOKENS = {
  name: "sum_spent_tokens",
  text:
    `SELECT coalesce(sum(prompt_tokens), 0)::float8 AS prompt, coalesce(sum(cached_tokens), 0)::float8 AS cached,
      coalesce(sum(completion_tokens), 0)::float8 AS completion, coalesce(sum(reasoning_tokens), 0)::float8 AS reasoning
    FROM model_responses WHERE simulation_id = $1 AND NOT reused`,
};

/** Tokens of a run's own responses, without those reused from earlier runs. */
export async function spentTokens(database: Database, simulationId: string): Promise<SpentTokens> {
  return await database.one<SpentTokens>(SUM_SPENT_TOKENS, [simulationId]);
}

const FIND_CAPABILITIES = {
  name: "find_capabilities",
  text: "SELECT capabilities FROM model_capabilities WHERE simulation_id = $1",
};

/** The capabilities that {@link saveCapabilities} stored for a run, or null. */
export async function findCapabilities<Capabilities extends object>(
  database: Database,
  simulationId: string,
): Promise<Capabilities | null> {
  const row = await database.first<{ capabilities: Capabilities }>(FIND_CAPABILITIES, [simulationId]);
  return row?.capabilities ?? null;
}

const SAVE_CAPABILITIES = {
  name: "save_capabilities",
  text: `INSERT INTO model_capabilities (organization_id, simulation_id, capabilities) VALUES ($1, $2, $3)
    ON CONFLICT (simulation_id) DO UPDATE SET simulation_id = excluded.simulation_id RETURNING capabilities`,
};

/** Stores the first capabilities given for a run, and returns the stored ones: these, or those of an earlier call. */
export async function saveCapabilities<Capabilities extends object>(
  database: Database,
  { organizationId, simulationId }: ResponseOwner,
  capabilities: Capabilities,
): Promise<Capabilities> {
  const row = await database.one<{ capabilities: Capabilities }>(SAVE_CAPABILITIES, [
    organizationId,
    simulationId,
    capabilities,
  ]);
  return row.capabilities;
}
