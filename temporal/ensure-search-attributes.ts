import type { Client } from "@temporalio/client";
import { SEARCH_ATTRIBUTES } from "./search-attributes.ts";

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
