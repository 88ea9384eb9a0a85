import { Buffer } from "node:buffer";
import type { JsonObject } from "#shared/json.ts";
import type { Database } from "../database.ts";

/** Whose responses: a run never sees another organization's. */
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

// This run's own response wins over an earlier run's; of those the newest.
const FIND = {
  name: "find_model_responses",
  text: `SELECT DISTINCT ON (model_responses.key) ${COLUMNS} FROM model_responses
    WHERE organization_id = $1 AND key = ANY($3::bytea[]) AND (simulation_id = $2 OR $4)
    ORDER BY model_responses.key, simulation_id = $2 DESC, created_at DESC`,
};

/** @param reuse also takes responses of the organization's earlier runs. */
export async function findModelResponses(
  database: Database,
  { organizationId, simulationId }: ResponseOwner,
  keys: readonly string[],
  reuse: boolean,
): Promise<ModelResponseRow[]> {
  const bytes = keys.map((key) => Buffer.from(key, "hex"));
  return await database.query<ModelResponseRow>(FIND, [organizationId, simulationId, bytes, reuse]);
}

// The no-op update makes a conflicting row come back, so that two workers go on with the same response.
const KEEP = {
  name: "keep_model_response",
  text:
    `INSERT INTO model_responses (organization_id, simulation_id, key, persona, replicate, options, http_status, raw,
      prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, counted, calls, reused)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
    ON CONFLICT (simulation_id, key) DO UPDATE SET key = excluded.key
    RETURNING ${COLUMNS}`,
};

/** Keeps the first response of a run under a key, and returns the one that is kept. */
export async function saveModelResponse(
  database: Database,
  { organizationId, simulationId }: ResponseOwner,
  row: ModelResponseRow,
): Promise<ModelResponseRow> {
  const [kept] = await database.query<ModelResponseRow>(KEEP, [
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
  if (kept === undefined) throw new Error("Postgres returned no model response");
  return kept;
}

export type SpentTokens = Record<"prompt" | "cached" | "completion" | "reasoning", number>;

/** Tokens of a run's own responses, those taken over from earlier runs left out. */
export async function spentTokens(database: Database, simulationId: string): Promise<SpentTokens> {
  const [row] = await database.query<SpentTokens>(
    `SELECT coalesce(sum(prompt_tokens), 0)::float8 AS prompt, coalesce(sum(cached_tokens), 0)::float8 AS cached,
       coalesce(sum(completion_tokens), 0)::float8 AS completion, coalesce(sum(reasoning_tokens), 0)::float8 AS reasoning
     FROM model_responses WHERE simulation_id = $1 AND NOT reused`,
    [simulationId],
  );
  return row ?? { prompt: 0, cached: 0, completion: 0, reasoning: 0 };
}

export async function findCapabilities(database: Database, simulationId: string): Promise<JsonObject | null> {
  const [row] = await database.query<{ capabilities: JsonObject }>(
    "SELECT capabilities FROM model_capabilities WHERE simulation_id = $1",
    [simulationId],
  );
  return row?.capabilities ?? null;
}

/** Keeps the first capabilities found for a run, and returns those that are kept. */
export async function saveCapabilities(
  database: Database,
  { organizationId, simulationId }: ResponseOwner,
  found: object,
): Promise<JsonObject> {
  const [row] = await database.query<{ capabilities: JsonObject }>(
    `INSERT INTO model_capabilities (organization_id, simulation_id, capabilities) VALUES ($1, $2, $3)
     ON CONFLICT (simulation_id) DO UPDATE SET simulation_id = excluded.simulation_id RETURNING capabilities`,
    [organizationId, simulationId, found],
  );
  return row?.capabilities ?? {};
}
