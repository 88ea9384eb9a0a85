import type { Database } from "#db/postgres/database.ts";
import {
  findCapabilities,
  findModelResponses,
  type ModelResponseRow,
  type ResponseOwner,
  saveCapabilities,
  saveModelResponse,
  spentTokens,
} from "#db/simulations/model-responses.ts";
import type { RunRow } from "#db/simulations/runs.ts";
import type { AnswerStore, Capabilities, StoredResponse } from "#providers/agents/answer-store.ts";

/** The answer store of one run, over Postgres. */
export function answerStore(
  database: Database,
  { id, organization_id }: Pick<RunRow, "id" | "organization_id">,
): AnswerStore {
  const owner: ResponseOwner = { organizationId: organization_id, simulationId: id };
  return {
    async getMany(keys, reuse) {
      if (keys.length === 0) return new Map();
      const rows = await findModelResponses(database, owner, keys, reuse);
      return new Map(rows.map((row) => [row.key, responseOf(row)]));
    },
    put: async (response) => responseOf(await saveModelResponse(database, owner, rowOf(response))),
    spent: () => spentTokens(database, id),
    capabilities: () => findCapabilities<Capabilities>(database, id),
    saveCapabilities: (capabilities) => saveCapabilities(database, owner, capabilities),
  };
}

function rowOf({ status, usage, ...response }: StoredResponse): ModelResponseRow {
  return {
    ...response,
    http_status: status,
    prompt_tokens: usage.prompt,
    cached_tokens: usage.cached,
    completion_tokens: usage.completion,
    reasoning_tokens: usage.reasoning,
  };
}

function responseOf(row: ModelResponseRow): StoredResponse {
  const { http_status, prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, ...response } = row;
  const usage = {
    prompt: prompt_tokens,
    cached: cached_tokens,
    completion: completion_tokens,
    reasoning: reasoning_tokens,
  };
  return { ...response, status: http_status, usage };
}
