import type { ReadingWorkflowInput } from "#temporal/reading.ts";
import type { Database } from "./database.ts";
import { UNFINISHED } from "./readings/runs.ts";

/** A row in the order of its age. */
export interface Position {
  readonly since: Date;
  readonly id: string;
}

/** Before every row. */
export const FIRST: Position = { since: new Date(0), id: "00000000-0000-0000-0000-000000000000" };

/** Where a part of the reconciler goes on; null where it begins. It holds what the part wrote, as JSON. */
export async function readPosition<T>(database: Database, part: string): Promise<T | null> {
  const [row] = await database.query<{ position: T }>(
    "SELECT position FROM reconciler_positions WHERE part = $1",
    [part],
  );
  return row?.position ?? null;
}

export async function writePosition(database: Database, part: string, position: unknown): Promise<void> {
  await database.query(
    `INSERT INTO reconciler_positions (part, position) VALUES ($1, $2)
     ON CONFLICT (part) DO UPDATE SET position = excluded.position, updated_at = now()`,
    [part, JSON.stringify(position)],
  );
}

/** Those of the ids whose simulation has not ended. */
export async function filterActiveRuns(database: Database, ids: readonly string[]): Promise<string[]> {
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
  readonly since: Date;
  /** Whether the outbox holds a command for it. */
  readonly queued: boolean;
}

/** Simulations created more than so many minutes ago that have not ended; oldest first, after a position, at most `limit`. */
export async function staleRuns(
  database: Database,
  minutes: number,
  { since, id }: Position,
  limit: number,
): Promise<StaleRun[]> {
  return await database.query<StaleRun>(
    `SELECT s.id, s.agent_count, s.methodology_slug, json_build_object('id', o.id, 'name', o.name) AS organization,
       s.created_at AS since, EXISTS (SELECT FROM outbox WHERE outbox.workflow_id = 'simulation/' || s.id) AS queued
     FROM simulations s JOIN organizations o ON o.id = s.organization_id
     WHERE s.status IN ('queued', 'running') AND s.created_at < now() - make_interval(mins => $1)
       AND (s.created_at, s.id) > ($2, $3)
     ORDER BY s.created_at, s.id LIMIT $4`,
    [minutes, since, id, limit],
  );
}

/** Those of the Readings that have not ended and are still at that generation. */
export async function filterActiveReadings(
  database: Database,
  readings: readonly ReadingWorkflowInput[],
): Promise<ReadingWorkflowInput[]> {
  return await database.query<ReadingWorkflowInput>(
    `SELECT r.simulation_id, r.generation FROM unnest($1::uuid[], $2::integer[]) AS candidate (id, generation)
     JOIN readings r ON r.simulation_id = candidate.id AND r.generation = candidate.generation JOIN simulations s ON ${UNFINISHED}`,
    [readings.map(({ simulation_id }) => simulation_id), readings.map(({ generation }) => generation)],
  );
}

export interface StaleReading extends ReadingWorkflowInput {
  readonly methodology_slug: string;
  readonly organization: { readonly id: string; readonly name: string };
  readonly since: Date;
  /** Whether the outbox holds a command for it. */
  readonly queued: boolean;
}

/** Readings queued more than so many minutes ago that have not ended; oldest first, after a position, at most `limit`. */
export async function staleReadings(
  database: Database,
  minutes: number,
  { since, id }: Position,
  limit: number,
): Promise<StaleReading[]> {
  return await database.query<StaleReading>(
    `SELECT r.simulation_id, r.generation, s.methodology_slug, json_build_object('id', o.id, 'name', o.name) AS organization,
       r.queued_at AS since, EXISTS (
         SELECT FROM outbox
         WHERE outbox.workflow_id = 'reading/' || r.simulation_id || CASE r.generation WHEN 1 THEN '' ELSE '/' || r.generation END
       ) AS queued
     FROM readings r JOIN simulations s ON ${UNFINISHED} JOIN organizations o ON o.id = r.organization_id
     WHERE r.generated_at IS NULL AND r.queued_at < now() - make_interval(mins => $1)
       AND (r.queued_at, r.simulation_id) > ($2, $3)
     ORDER BY r.queued_at, r.simulation_id LIMIT $4`,
    [minutes, since, id, limit],
  );
}

/** Those of the ids whose run has not ended. */
export async function filterActiveTrainingRuns(
  database: Database,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    "SELECT id FROM training_runs WHERE id = ANY($1::uuid[]) AND status = 'RUNNING'",
    [ids],
  );
  return rows.map(({ id }) => id);
}

export interface StaleTrainingRun {
  readonly id: string;
  readonly organization: { readonly id: string; readonly name: string };
  readonly since: Date;
  /** Whether the outbox holds a command for it. */
  readonly queued: boolean;
}

/** Runs started more than so many minutes ago that have not ended; oldest first, after a position, at most `limit`. */
export async function staleTrainingRuns(
  database: Database,
  minutes: number,
  { since, id }: Position,
  limit: number,
): Promise<StaleTrainingRun[]> {
  return await database.query<StaleTrainingRun>(
    `SELECT t.id, json_build_object('id', o.id, 'name', o.name) AS organization,
       t.started_at AS since, EXISTS (SELECT FROM outbox WHERE outbox.workflow_id = 'training/' || t.id) AS queued
     FROM training_runs t JOIN organizations o ON o.id = t.organization_id
     WHERE t.status = 'RUNNING' AND t.started_at < now() - make_interval(mins => $1)
       AND (t.started_at, t.id) > ($2, $3)
     ORDER BY t.started_at, t.id LIMIT $4`,
    [minutes, since, id, limit],
  );
}
