import type { Database } from "#db/database.ts";
import { failReading } from "#db/readings/end.ts";
import { filterActiveReadings, staleReadings } from "#db/readings/reconcile.ts";
import type { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import {
  parseReadingKey,
  READING_WORKFLOW,
  readingKey,
  readingStart,
  readingWorkflowId,
} from "#temporal/reading.ts";
import { CLOSED_MESSAGES, type ReconciledKind } from "../reconciled-resources.ts";

/** An id is a Reading's key: its simulation's id, with the generation where that is not the first. */
export function readings(database: Database, dispatcher: OutboxDispatcher, baseUrl: string): ReconciledKind {
  return {
    workflowType: READING_WORKFLOW,
    workflowId: readingWorkflowId,
    filterActive: async (keys) => {
      const known = keys.map(parseReadingKey).filter((reading) => reading !== null);
      return (await filterActiveReadings(database, known)).map(readingKey);
    },
    stale: async (minutes) =>
      (await staleReadings(database, minutes)).map((row) => ({
        id: readingKey(row),
        organizationId: row.organization.id,
        start: readingStart({ ...row, baseUrl }),
      })),
    async fail(key, closed) {
      const reading = parseReadingKey(key);
      if (reading === null) return;
      const message = `${CLOSED_MESSAGES[closed]} It can be generated again.`;
      const ending = await database.transaction((tx) => failReading(tx, reading, message));
      for (const row of ending?.outbox ?? []) dispatcher.dispatch(row);
    },
  };
}
