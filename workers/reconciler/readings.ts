import type { Database } from "#db/database.ts";
import { failReading } from "#db/readings/end.ts";
import { silentReadings, unfinishedReadingsAmong } from "#db/readings/reconcile.ts";
import type { WorkflowStarter } from "#db/outbox/dispatcher.ts";
import {
  parseReadingKey,
  READING_WORKFLOW,
  readingKey,
  readingStart,
  readingWorkflowId,
} from "#temporal/reading.ts";
import { CLOSED_MESSAGES, type ReconciledKind } from "./kind.ts";

/** An id is a Reading's key: its simulation's id, with the generation where that is not the first. */
export function readings(database: Database, starter: WorkflowStarter, baseUrl: string): ReconciledKind {
  return {
    workflowType: READING_WORKFLOW,
    workflowId: readingWorkflowId,
    unfinishedAmong: async (keys) => {
      const known = keys.map(parseReadingKey).filter((reading) => reading !== null);
      return (await unfinishedReadingsAmong(database, known)).map(readingKey);
    },
    silent: async (minutes) =>
      (await silentReadings(database, minutes)).map((row) => ({
        id: readingKey(row),
        organizationId: row.organization.id,
        start: readingStart({ ...row, baseUrl }),
      })),
    async fail(key, closed) {
      const reading = parseReadingKey(key);
      if (reading === null) return;
      const message = `${CLOSED_MESSAGES[closed]} It can be generated again.`;
      const ending = await database.transaction((tx) => failReading(tx, reading, message));
      for (const row of ending?.outbox ?? []) starter.send(row);
    },
  };
}
