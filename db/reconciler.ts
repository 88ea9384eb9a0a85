import { MAX_ATTEMPTS } from "#shared/webhooks/events.ts";
import type { DeliveryToStart } from "#temporal/webhook-delivery.ts";
import { START_COLUMNS, withEventId } from "./deliveries/deliveries.ts";
import type { Database } from "./postgres/database.ts";
import { UNFINISHED } from "./readings/runs.ts";

/** A row in the order of its age. */
export interface Position {
  /** Text where Postgres has kept it. */
  readonly since: Date | string;
  readonly id: string;
}

/** Before every row. */
export const FIRST: Position = { since: new Date(0), id: "00000000-0000-0000-0000-000000000000" };

/** Where a part of the reconciler goes on; null where it begins. It holds what the part wrote, as JSON. */
export async function readPosition<T>(database: Database, part: string): Promise<T | null> {
  const row = await database.first<{ position: T }>(
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

/** The part under which the end of a whole run is kept; the figures show its time. */
export const WHOLE_RUN = "whole run";

/** Keeps the time of a run in which no part failed. */
export function recordSuccess(database: Database): Promise<void> {
  return writePosition(database, WHOLE_RUN, null);
}

/** What begins the part under which the last purge of a kind of data is kept; the figures show the oldest one's time. */
export const PURGES = "purge ";

/** Keeps the time at which everything of a kind that was past its term was purged. */
export function recordPurge(database: Database, kind: string): Promise<void> {
  return writePosition(database, PURGES + kind, null);
}

/** The time by Postgres' clock: a worker's own may be wrong, and the next look may be another worker's. */
export async function databaseTime(database: Database): Promise<Date> {
  const row = await database.one<{ now: Date }>("SELECT clock_timestamp() AS now");
  return row.now;
}

/** Those of the workflows that the outbox holds a command for. */
export async function queuedWorkflows(
  database: Database,
  workflowIds: readonly string[],
): Promise<Set<string>> {
  const rows = await database.query<{ workflow_id: string }>(
    "SELECT DISTINCT workflow_id FROM outbox WHERE workflow_id = ANY($1)",
    [workflowIds],
  );
  return new Set(rows.map(({ workflow_id }) => workflow_id));
}

/** A Reading at one of its generations. */
interface Generation {
  readonly simulation_id: string;
  readonly generation: number;
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
}

/** Simulations created more than `minutes` minutes ago that have not ended; oldest first, after a position, at most `limit`. */
export async function staleRuns(
  database: Database,
  minutes: number,
  { since, id }: Position,
  limit: number,
): Promise<StaleRun[]> {
  return await database.query<StaleRun>(
    `SELECT s.id, s.agent_count, s.methodology_slug, json_build_object('id', o.id, 'name', o.name) AS organization,
       s.created_at AS since
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
  readings: readonly Generation[],
): Promise<Generation[]> {
  return await database.query<Generation>(
    `SELECT r.simulation_id, r.generation FROM unnest($1::uuid[], $2::integer[]) AS candidate (id, generation)
     JOIN readings r ON r.simulation_id = candidate.id AND r.generation = candidate.generation JOIN simulations s ON ${UNFINISHED}`,
    [readings.map(({ simulation_id }) => simulation_id), readings.map(({ generation }) => generation)],
  );
}

export interface StaleReading extends Generation {
  readonly methodology_slug: string;
  readonly organization: { readonly id: string; readonly name: string };
  readonly since: Date;
}

/** Readings queued more than `minutes` minutes ago that have not ended; oldest first, after a position, at most `limit`. */
export async function staleReadings(
  database: Database,
  minutes: number,
  { since, id }: Position,
  limit: number,
): Promise<StaleReading[]> {
  return await database.query<StaleReading>(
    `SELECT r.simulation_id, r.generation, s.methodology_slug, json_build_object('id', o.id, 'name', o.name) AS organization,
       r.queued_at AS since
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
}

/** Runs started more than `minutes` minutes ago that have not ended; oldest first, after a position, at most `limit`. */
export async function staleTrainingRuns(
  database: Database,
  minutes: number,
  { since, id }: Position,
  limit: number,
): Promise<StaleTrainingRun[]> {
  return await database.query<StaleTrainingRun>(
    `SELECT t.id, json_build_object('id', o.id, 'name', o.name) AS organization, t.started_at AS since
     FROM training_runs t JOIN organizations o ON o.id = t.organization_id
     WHERE t.status = 'RUNNING' AND t.started_at < now() - make_interval(mins => $1)
       AND (t.started_at, t.id) > ($2, $3)
     ORDER BY t.started_at, t.id LIMIT $4`,
    [minutes, since, id, limit],
  );
}

export interface StaleDeletion {
  readonly id: string;
  readonly since: Date;
}

/** Organizations whose deletion was requested more than `minutes` minutes ago; oldest request first, after a position, at most `limit`. */
export async function staleDeletions(
  database: Database,
  minutes: number,
  { since, id }: Position,
  limit: number,
): Promise<StaleDeletion[]> {
  return await database.query<StaleDeletion>(
    `SELECT id, deletion_requested_at AS since FROM organizations
     WHERE deletion_requested_at < now() - make_interval(mins => $1) AND (deletion_requested_at, id) > ($2, $3)
     ORDER BY deletion_requested_at, id LIMIT $4`,
    [minutes, since, id, limit],
  );
}

/** Those of the organizations that are still there, to be deleted. */
export async function filterDeletions(database: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    "SELECT id FROM organizations WHERE id = ANY($1::uuid[]) AND deletion_requested_at IS NOT NULL",
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Keeps the ids of pending deliveries. */
export async function filterPendingDeliveries(database: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    "SELECT id FROM deliveries WHERE id = ANY($1::uuid[]) AND status = 'pending'",
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** A delivery that nothing carries on, by the time since which it should have been. */
export interface OverdueDelivery extends DeliveryToStart {
  readonly since: Date;
}

// The reconciler starts no retry of an ended delivery whose subscription is gone: its run would end at once, and be started again for ever.
const OVERDUE = {
  name: "overdue_deliveries",
  text: `
    SELECT ${START_COLUMNS}, k.since FROM (
      (SELECT id, next_retry_at AS since FROM deliveries
        WHERE status = 'pending' AND NOT held AND parked IS NULL AND next_retry_at < now() - make_interval(mins => $1)
          AND (next_retry_at, id) > ($2, $3) ORDER BY next_retry_at, id LIMIT $4)
      UNION ALL
      (SELECT id, retry_requested_at FROM deliveries r
        WHERE retry_requested IS NOT NULL AND NOT held AND parked IS NULL AND attempt_count < ${MAX_ATTEMPTS}
          AND (status = 'pending' AND next_retry_at >= now() - make_interval(mins => $1)
            OR status <> 'pending' AND (webhook_id IS NULL OR EXISTS (SELECT FROM webhooks w WHERE w.id = r.webhook_id)))
          AND retry_requested_at < now() - make_interval(mins => $1) AND (retry_requested_at, id) > ($2, $3)
        ORDER BY retry_requested_at, id LIMIT $4)
      ORDER BY since, id LIMIT $4
    ) AS k JOIN deliveries d ON d.id = k.id
    ORDER BY k.since, k.id`,
};

/** Deliveries whose next attempt, or whose retry by hand, is overdue by `minutes`, after a position, at most `limit`. */
export async function overdueDeliveries(
  database: Database,
  minutes: number,
  { since, id }: Position,
  limit: number,
): Promise<OverdueDelivery[]> {
  const rows = await database.query<OverdueDelivery>(OVERDUE, [
    minutes,
    since,
    id,
    limit,
  ]);
  return rows.map((row) => ({ ...row, ...withEventId(row) }));
}
