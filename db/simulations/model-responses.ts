import { Buffer } from "node:buffer";
import type { AnswerStore, Capabilities, StoredResponse, TokenUsage } from "#shared/answer-store.ts";
import type { Database } from "../postgres/database.ts";

const COLUMNS =
  `encode(key, 'hex') AS key, encode(persona, 'hex') AS persona, replicate, options, http_status AS status, raw,
  json_build_object('prompt', prompt_tokens, 'cached', cached_tokens, 'completion', completion_tokens, 'reasoning', reasoning_tokens) AS usage,
  counted, calls, reused`;

// This run's own response comes before those of earlier runs, of which the newest is taken: one row of an index, however many runs had it. Each key is looked up by
// itself: while the table has no statistics, a join would read all of it, again and again.
const FIND_MODEL_RESPONSES = {
  name: "find_model_responses",
  text: `
    SELECT ${COLUMNS} FROM unnest($3::bytea[]) AS wanted (hash) CROSS JOIN LATERAL (
      (SELECT * FROM model_responses own WHERE own.simulation_id = $2 AND own.key = wanted.hash)
      UNION ALL
      (SELECT * FROM model_responses earlier WHERE $4 AND earlier.organization_id = $1 AND earlier.key = wanted.hash
        ORDER BY earlier.created_at DESC LIMIT 1)
      LIMIT 1) AS found
    WHERE found.organization_id = $1`,
};

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

const SUM_SPENT_TOKENS =
  `SELECT coalesce(sum(prompt_tokens), 0)::float8 AS prompt, coalesce(sum(cached_tokens), 0)::float8 AS cached,
      coalesce(sum(completion_tokens), 0)::float8 AS completion, coalesce(sum(reasoning_tokens), 0)::float8 AS reasoning
    FROM model_responses WHERE simulation_id = $1 AND NOT reused`;

const FIND_CAPABILITIES = "SELECT capabilities FROM model_capabilities WHERE simulation_id = $1";

const SAVE_CAPABILITIES =
  `INSERT INTO model_capabilities (organization_id, simulation_id, capabilities) VALUES ($1, $2, $3)
    ON CONFLICT (simulation_id) DO UPDATE SET simulation_id = excluded.simulation_id RETURNING capabilities`;

/** What one run has from its model, in Postgres. It never reads another organization's responses. */
export function modelResponses(
  database: Database,
  { id, organization_id }: { readonly id: string; readonly organization_id: string },
): AnswerStore {
  return {
    async getMany(keys, reuse) {
      if (keys.length === 0) return new Map();
      const values = [organization_id, id, keys.map((key) => Buffer.from(key, "hex")), reuse];
      const rows = await database.query<StoredResponse>(FIND_MODEL_RESPONSES, values);
      return new Map(rows.map((row) => [row.key, row]));
    },
    put({ key, persona, raw, usage, ...response }) {
      return database.one<StoredResponse>(SAVE_MODEL_RESPONSE, [
        organization_id,
        id,
        Buffer.from(key, "hex"),
        Buffer.from(persona, "hex"),
        response.replicate,
        response.options,
        response.status,
        raw.replaceAll("\0", "\ufffd"),
        usage.prompt,
        usage.cached,
        usage.completion,
        usage.reasoning,
        response.counted,
        response.calls,
        response.reused,
      ]);
    },
    spent: () => database.one<TokenUsage>(SUM_SPENT_TOKENS, [id]),
    capabilities: () => database.value<Capabilities>(FIND_CAPABILITIES, [id]),
    async saveCapabilities(found) {
      const values = [organization_id, id, found];
      return (await database.one<{ capabilities: Capabilities }>(SAVE_CAPABILITIES, values)).capabilities;
    },
  };
}
