import type { Database } from "../database.ts";

/** Those of the ids whose simulation has not ended. */
export async function filterActiveRuns(database: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await database.query<{ id: string }>(
    "SELECT id FROM simulations WHERE id = ANY($1::uuid[]) AND status IN ('queued', 'running')",
    [ids],
  );
  return rows.map(({ id }) => id);
}

export interface StaleRun {
  readonly id: string;
  readonly agent_count: number;
  readonly methodology_slug: string;
  readonly organization: { readonly id: string; readonly name: string };
}

/** Simulations created more than so many minutes ago that have not ended and have no command in the outbox; oldest first, at most 100. */
export async function staleRuns(database: Database, minutes: number): Promise<StaleRun[]> {
  return await database.query<StaleRun>(
    `SELECT s.id, s.agent_count, s.methodology_slug, json_build_object('id', o.id, 'name', o.name) AS organization
     FROM simulations s JOIN organizations o ON o.id = s.organization_id
     WHERE s.status IN ('queued', 'running') AND s.created_at < now() - make_interval(mins => $1)
       AND NOT EXISTS (SELECT FROM outbox WHERE outbox.workflow_id = 'simulation/' || s.id)
     ORDER BY s.created_at LIMIT 100`,
    [minutes],
  );
}
