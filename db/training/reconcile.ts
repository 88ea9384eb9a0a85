import type { Database } from "../database.ts";

/** Those of the ids whose run has not ended. */
export async function filterActiveTrainingRuns(
  database: Database,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await database.query<{ id: string }>(
    "SELECT id FROM training_runs WHERE id = ANY($1::uuid[]) AND status = 'RUNNING'",
    [ids],
  );
  return rows.map(({ id }) => id);
}

export interface StaleTrainingRun {
  readonly id: string;
  readonly organization: { readonly id: string; readonly name: string };
}

/** Runs started more than so many minutes ago that have not ended and have no command in the outbox; oldest first, at most 100. */
export async function staleTrainingRuns(
  database: Database,
  minutes: number,
): Promise<StaleTrainingRun[]> {
  return await database.query<StaleTrainingRun>(
    `SELECT t.id, json_build_object('id', o.id, 'name', o.name) AS organization
     FROM training_runs t JOIN organizations o ON o.id = t.organization_id
     WHERE t.status = 'RUNNING' AND t.started_at < now() - make_interval(mins => $1)
       AND NOT EXISTS (SELECT FROM outbox WHERE outbox.workflow_id = 'training/' || t.id)
     ORDER BY t.started_at LIMIT 100`,
    [minutes],
  );
}
