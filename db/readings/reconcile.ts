import type { ReadingWorkflowInput } from "#temporal/reading.ts";
import type { Database } from "../database.ts";
import { UNFINISHED } from "./runs.ts";

/** Those of the Readings that have not ended and are still at that generation. */
export async function filterActiveReadings(
  database: Database,
  readings: readonly ReadingWorkflowInput[],
): Promise<ReadingWorkflowInput[]> {
  if (readings.length === 0) return [];
  return await database.query<ReadingWorkflowInput>(
    `SELECT r.simulation_id, r.generation FROM unnest($1::uuid[], $2::integer[]) AS candidate (id, generation)
     JOIN readings r ON r.simulation_id = candidate.id AND r.generation = candidate.generation JOIN simulations s ON ${UNFINISHED}`,
    [readings.map(({ simulation_id }) => simulation_id), readings.map(({ generation }) => generation)],
  );
}

export interface StaleReading extends ReadingWorkflowInput {
  readonly methodology_slug: string;
  readonly organization: { readonly id: string; readonly name: string };
}

/** Readings queued more than so many minutes ago that have not ended and have no command in the outbox; oldest first, at most 100. */
export async function staleReadings(database: Database, minutes: number): Promise<StaleReading[]> {
  return await database.query<StaleReading>(
    `SELECT r.simulation_id, r.generation, s.methodology_slug, json_build_object('id', o.id, 'name', o.name) AS organization
     FROM readings r JOIN simulations s ON ${UNFINISHED} JOIN organizations o ON o.id = r.organization_id
     WHERE r.generated_at IS NULL AND r.queued_at < now() - make_interval(mins => $1)
       AND NOT EXISTS (
         SELECT FROM outbox
         WHERE outbox.workflow_id = 'reading/' || r.simulation_id || CASE r.generation WHEN 1 THEN '' ELSE '/' || r.generation END
       )
     ORDER BY r.queued_at LIMIT 100`,
    [minutes],
  );
}
