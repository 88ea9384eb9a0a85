import type { ReadingBoundary } from "#engine/readings/boundary.ts";
import type { BlockStatus, PostHoc } from "#engine/readings/schema.ts";
import { readingPayload } from "#shared/webhooks/payloads.ts";
import type { ReadingWorkflowInput } from "#temporal/reading.ts";
import type { Database } from "../postgres/database.ts";
import {
  announceEvent,
  COMMAND_IDS,
  type CommandIds,
  eventCtes,
  planEvent,
  receiversOf,
  SUBSCRIBERS,
} from "../deliveries/events.ts";
import { type Timed, timeSince, writeUntilCurrent } from "../simulations/runs.ts";
import { findUnfinishedReading, UNFINISHED, type UnfinishedReading } from "./runs.ts";

export interface CompletedReading {
  readonly status: "completed";
  readonly block_status: BlockStatus;
  readonly calibration_boundary: ReadingBoundary;
  readonly post_hoc: PostHoc;
}

export interface FailedReading {
  readonly status: "failed";
  /** A sentence for customers. */
  readonly error_message: string;
  /** Null where the blocks were not all tried. */
  readonly block_status: BlockStatus | null;
}

export type ReadingOutcome = CompletedReading | FailedReading;

/** Only this file ends Readings, so that each end records its event and its cost. */

// One statement, so one round trip and no lock for longer: state, content, the settlement with the month's ceiling, and the event with its
// deliveries. It takes its locks in the order simulation, Reading, usage of the month, events. The event was planned for the subscriptions of
// $18 and the cost of $15 to $17: where they differ by now, nothing is written.
const END_READING = {
  name: "end_reading",
  text: `
    WITH run AS MATERIALIZED (
      SELECT s.id, r.reserved_month, r.reserved_usd FROM simulations s, readings r
      WHERE r.simulation_id = $4 AND r.generation = $8 AND ${UNFINISHED} AND ${SUBSCRIBERS}::jsonb = $18::jsonb AND r.reserved_usd = $15::numeric
        AND r.rewrite_attempts = $16 AND r.rewrite_cost_usd IS NOT DISTINCT FROM $17::numeric
      FOR UPDATE OF s, r
    ), ended AS (
      UPDATE simulations s SET insights_status = $9 FROM run WHERE s.id = run.id
    ), reading AS (
      UPDATE readings r SET generated_at = $6, block_status = $10, calibration_boundary = $11, post_hoc = $12, error_message = $13,
        cost_usd = $14
      FROM run WHERE r.simulation_id = run.id
      RETURNING 1
    ), settled AS (
      UPDATE usage_months used SET reading_cost_usd = used.reading_cost_usd + $14::numeric,
        reading_reserved_usd = used.reading_reserved_usd - run.reserved_usd,
        readings = used.readings - CASE WHEN $9 = 'failed' THEN 1 ELSE 0 END
      FROM run WHERE used.organization_id = $2 AND used.month = run.reserved_month
      RETURNING 1
    ), ${eventCtes("reading, (SELECT count(*) FROM settled) AS settled_first")}
    SELECT ${COMMAND_IDS} AS deliveries FROM reading`,
};

/**
 * Ends a Reading: state, content, settlement and event, in one statement. False when it had ended already.
 * @param read as the caller read it last; null has it read.
 * @throws Error where its organization's subscriptions change again and again.
 */
export function endReading(
  database: Database,
  reading: ReadingWorkflowInput,
  outcome: ReadingOutcome,
  read: Timed<UnfinishedReading> | null = null,
): Promise<boolean> {
  return writeUntilCurrent(
    read,
    () => findUnfinishedReading(database, reading),
    (unfinished) => writeEnd(database, unfinished, reading, outcome),
  );
}

async function writeEnd(
  database: Database,
  run: Timed<UnfinishedReading>,
  { simulation_id, generation }: ReadingWorkflowInput,
  outcome: ReadingOutcome,
): Promise<boolean> {
  const { status, block_status } = outcome;
  const cost = costOf(run, status);
  const endedAt = timeSince(run);
  const ended = { simulation_id, generated_at: endedAt, cost_usd: Number(cost), ...outcome };
  const described = {
    organizationId: run.organization_id,
    type: status === "completed" ? "simulation.insights.completed" : "simulation.insights.failed",
    simulationId: simulation_id,
    generation,
    callbackUrl: run.callback_url,
    data: readingPayload(ended),
  } as const;
  const event = planEvent(described, receiversOf(described, run.subscribers), endedAt);
  const content = outcome.status === "completed"
    ? [outcome.calibration_boundary, outcome.post_hoc, null]
    : [null, null, outcome.error_message];
  const row = await database.first<{ deliveries: CommandIds }>(END_READING, [
    ...event.values,
    status,
    block_status,
    ...content,
    cost,
    run.reserved_usd,
    run.rewrite_attempts,
    run.rewrite_cost_usd,
    run.subscribers,
  ]);
  if (row === null) return false;
  announceEvent(database, event, row.deliveries);
  return true;
}

/**
 * What a Reading costs in US dollars, as text. A rewrite costs what its tokens cost, where that is known of every attempt: a worker that died
 * during one left no cost of it, and then at least the sum set aside counts. Without a rewrite a completed one costs that sum, a failed one nothing.
 */
function costOf(
  { reserved_usd, rewrite_attempts, rewrite_cost_usd }: UnfinishedReading,
  status: ReadingOutcome["status"],
): string {
  if (rewrite_attempts === 0) return status === "completed" ? reserved_usd : "0";
  if (rewrite_cost_usd === null) return reserved_usd;
  const exceeds = Number(rewrite_cost_usd) > Number(reserved_usd);
  return rewrite_attempts === 1 || exceeds ? rewrite_cost_usd : reserved_usd;
}
