import type { Client } from "@temporalio/client";
import { defineSearchAttributeKey } from "@temporalio/common";

/** The search attributes that operators filter runs by, with their types; a namespace must have them before the first run starts. */
export const SEARCH_ATTRIBUTES = {
  OrganizationId: "Keyword",
  SimulationId: "Keyword",
  WebhookId: "Keyword",
  Stage: "Keyword",
  Outcome: "Keyword",
  Progress: "Int",
  NextAttempt: "Datetime",
} as const;

/** Which step a run is at. Workflows upsert it on stage changes only, since each upsert is an event of the history. */
export const STAGE = defineSearchAttributeKey("Stage", "KEYWORD");
/** How a run ended, such as `completed`. */
export const OUTCOME = defineSearchAttributeKey("Outcome", "KEYWORD");
/** When a waiting delivery's next attempt is due. */
export const NEXT_ATTEMPT = defineSearchAttributeKey("NextAttempt", "DATETIME");
/** In percent, 0 to 100. */
export const PROGRESS = defineSearchAttributeKey("Progress", "INT");

/** `temporal.api.enums.v1.IndexedValueType`: the numbers of its API. */
const VALUE_TYPES = { Keyword: 2, Int: 3, Datetime: 6 } as const;
const DEADLINE_MS = 5_000;

/**
 * Gives the namespace the search attributes that it lacks: a server that was set up anew, or restored, may have none, and then refuses every
 * run. It takes up to a minute until the server knows them everywhere.
 *
 * @returns the names of those that were missing.
 * @throws Error where the server is away, or grants these rights to its operators alone.
 */
export async function ensureSearchAttributes(client: Client): Promise<string[]> {
  const { namespace } = client.options;
  const { connection } = client;
  return await connection.withDeadline(Date.now() + DEADLINE_MS, async () => {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    const missing = Object.entries(SEARCH_ATTRIBUTES).filter(([name]) => !(name in customAttributes));
    if (missing.length > 0) {
      const searchAttributes = Object.fromEntries(missing.map(([name, type]) => [name, VALUE_TYPES[type]]));
      await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
    }
    return missing.map(([name]) => name);
  });
}
