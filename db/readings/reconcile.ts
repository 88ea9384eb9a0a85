import type { ReadingWorkflowInput } from "#temporal/reading.ts";
import type { Database } from "../database.ts";

const UNFINISHED = "s.id = r.simulation_id AND s.insights_status IN ('queued', 'running')";

/** Those Readings that have not ended and are of the generation named. */
export async function filterActiveReadings(
  database: Database,
  readings: readonly ReadingWorkflowInput[],
): Promise<ReadingWorkflowInput[]> {
  if (readings.length === 0) return [];
  return await database.query<ReadingWorkflowInput>(
    `SELECT r.simulation_id, r.generation FROM unnest($1::uuid[], $2::integer[]) AS asked (id, generation)
     JOIN readings r ON r.simulation_id = asked.id AND r.generation = asked.generation JOIN simulations s ON ${UNFINISHED}`,
    [readings.map(({ simulation_id }) => simulation_id), readings.map(({ generation }) => generation)],
  );
}

export interface StaleReading extends ReadingWorkflowInput {
  readonly methodology_slug: string;
  readonly organization: { readonly id: string; readonly name: string };
}

/** Readings queued more than so many minutes ago that have not ended and that the outbox does not hold; oldest first, at most 100. */
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
