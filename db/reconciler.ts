import { MAX_ATTEMPTS } from "#shared/webhooks/events.ts";
import type { ReadingWorkflowInput } from "#temporal/reading.ts";
import type { DeliveryToStart } from "#temporal/webhook-delivery.ts";
import { START_COLUMNS } from "./deliveries/deliveries.ts";
import type { Database } from "./postgres/database.ts";
import { column, one, rows, run } from "./postgres/queries.ts";
import { UNFINISHED } from "./readings/readings.ts";

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
  return await database.value<T>("SELECT position FROM reconciler_positions WHERE part = $1", [part]);
}

/** Keeps where a part goes on, and when: of {@link WHOLE_RUN} and {@link PURGES} the time alone counts. */
export const writePosition = run<[part: string, position: unknown]>(
  `INSERT INTO reconciler_positions (part, position) VALUES ($1, $2)
   ON CONFLICT (part) DO UPDATE SET position = excluded.position, updated_at = now()`,
  (part, position) => [part, JSON.stringify(position)],
);

/** The part of a run in which no part failed; the figures show its time. */
export const WHOLE_RUN = "whole run";
/** What begins the part of a kind of data, all of which was purged that was past its term; the figures show the oldest one's time. */
export const PURGES = "purge ";

/** The time by Postgres' clock: a worker's own may be wrong, and the next look may be another worker's. */
export const databaseTime = one<{ readonly now: Date }, []>("SELECT clock_timestamp() AS now");

/** Those of the workflows that the outbox holds a command for. */
export const queuedWorkflows = column<[workflowIds: readonly string[]]>(
  "SELECT DISTINCT workflow_id FROM outbox WHERE workflow_id = ANY($1)",
);

const active = (table: string, condition: string) =>
  `SELECT id FROM ${table} WHERE id = ANY($1::uuid[]) AND ${condition}`;

/** Those of the keys whose row has not ended: ids, of Readings with a generation, which the row must still be at; of deletions, whose organization is still there. */
export const filterActive = {
  simulations: column<[ids: readonly string[]]>(active("simulations", "status IN ('queued', 'running')")),
  trainingRuns: column<[ids: readonly string[]]>(active("training_runs", "status = 'RUNNING'")),
  deliveries: column<[ids: readonly string[]]>(active("deliveries", "status = 'pending'")),
  deletions: column<[ids: readonly string[]]>(active("organizations", "deletion_requested_at IS NOT NULL")),
  readings: column<[keys: readonly string[]]>(
    `SELECT key FROM unnest($1::text[]) AS key JOIN readings r ON r.simulation_id = split_part(key, '/', 1)::uuid
       AND r.generation = split_part(key, '/', 2)::integer JOIN simulations s ON ${UNFINISHED}`,
  ),
};

/** Rows that have not ended for so many minutes, after a position, the oldest first. */
export interface StalePage {
  readonly minutes: number;
  readonly after: Position;
  readonly limit: number;
}

/** A row that has not ended for some minutes. */
export interface Stale extends Position {
  readonly organization_id: string;
}

interface StaleRun extends Stale {
  readonly agent_count: number;
  readonly methodology_slug: string;
}

const valuesOf = ({ minutes, after: { since, id }, limit }: StalePage) => [minutes, since, id, limit];

/** SQL: the rows of such a page. @param from the tables, with the condition that a row has not ended */
const stale = (columns: string, from: string, since: string, id = "id") => `
  SELECT ${id} AS id, ${columns}, ${since} AS since FROM ${from} AND ${since} < now() - make_interval(mins => $1) AND (${since}, ${id}) > ($2, $3)
  ORDER BY ${since}, ${id} LIMIT $4`;

/** Simulations, by the time of their creation. */
export const staleRuns = rows<StaleRun, [page: StalePage]>(
  stale(
    "organization_id, agent_count, methodology_slug",
    "simulations WHERE status IN ('queued', 'running')",
    "created_at",
  ),
  valuesOf,
);

/** Readings, by the time when they were queued. Their id is the simulation's. */
export const staleReadings = rows<ReadingWorkflowInput & Omit<StaleRun, "agent_count">, [page: StalePage]>(
  stale(
    "r.simulation_id, r.generation, r.organization_id, s.methodology_slug",
    `readings r JOIN simulations s ON ${UNFINISHED} WHERE r.generated_at IS NULL`,
    "r.queued_at",
    "r.simulation_id",
  ),
  valuesOf,
);

/** Training runs, by their start. */
export const staleTrainingRuns = rows<Stale, [page: StalePage]>(
  stale("organization_id", "training_runs WHERE status = 'RUNNING'", "started_at"),
  valuesOf,
);

/** Organizations, by the time when their deletion was requested. */
export const staleDeletions = rows<Stale, [page: StalePage]>(
  stale("id AS organization_id", "organizations WHERE true", "deletion_requested_at"),
  valuesOf,
);

/** Deliveries, by the time since which their next attempt, or their retry by hand, is overdue. */
export const overdueDeliveries = rows<DeliveryToStart & { readonly since: Date }, [page: StalePage]>(
  `
  SELECT ${START_COLUMNS}, k.since FROM (
    (SELECT id, next_retry_at AS since FROM deliveries
      WHERE status = 'pending' AND NOT held AND parked IS NULL AND next_retry_at < now() - make_interval(mins => $1)
        AND (next_retry_at, id) > ($2, $3) ORDER BY next_retry_at, id LIMIT $4)
    UNION ALL
    (SELECT id, retry_requested_at FROM deliveries
      WHERE retry_requested IS NOT NULL AND NOT held AND parked IS NULL AND attempt_count < ${MAX_ATTEMPTS}
        AND (status = 'pending' AND next_retry_at >= now() - make_interval(mins => $1)
          OR status <> 'pending')
        AND retry_requested_at < now() - make_interval(mins => $1) AND (retry_requested_at, id) > ($2, $3)
      ORDER BY retry_requested_at, id LIMIT $4)
    ORDER BY since, id LIMIT $4
  ) AS k JOIN deliveries d ON d.id = k.id
  ORDER BY k.since, k.id`,
  valuesOf,
);
