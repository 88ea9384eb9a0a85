import type { ReadingBoundary } from "#engine/readings/boundary.ts";
import type { BlockStatus, PostHoc } from "#engine/readings/schema.ts";
import type { JsonObject } from "#shared/json.ts";
import type { EndedReading } from "#shared/webhooks/payloads.ts";
import type { ReadingWorkflowInput } from "#temporal/reading.ts";
import type { Statement, Transaction } from "../postgres/database.ts";
import { recordEvent, SUBSCRIBERS, type Subscribers } from "../deliveries/events.ts";
import type { OutboxRow } from "../outbox/outbox.ts";
import { UNFINISHED } from "./runs.ts";

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

/** A Reading that has just ended. Only this file ends Readings, so that each end records its event and its cost. */
export interface ReadingEnding {
  readonly status: ReadingOutcome["status"];
  /** Commands to dispatch right after the commit. */
  readonly outbox: readonly OutboxRow[];
}

/** Builds the `data` of the event of an end. */
export type BuildReadingPayload = (ended: EndedReading) => JsonObject;

interface EndedRow {
  organization_id: string;
  callback_url: string | null;
  subscribers: Subscribers;
  generated_at: Date;
  /** numeric: Postgres sends text. */
  cost_usd: string;
}

// A statement of its own locks the row, so that the next statement sees the row's latest generation.
const LOCK_SIMULATION = {
  name: "lock_simulation",
  text: "SELECT FROM simulations WHERE id = $1 FOR UPDATE",
};

const END_READING: Readonly<Record<ReadingOutcome["status"], Statement>> = {
  completed: endStatement("completed", "r.reserved_usd", "used.readings"),
  failed: endStatement("failed", "0", "used.readings - 1"),
};

/**
 * The statement that ends a Reading: state, content, and the settlement with the month's ceiling.
 *
 * A rewrite costs what its tokens cost, where that is known of every attempt. A worker that died during an attempt left no cost of it: then
 * at least the sum set aside counts.
 *
 * @param flatCost what a Reading without a rewrite attempt costs, as SQL over `r`.
 * @param readings the month's number of Readings after the end, as SQL over `used`.
 */
function endStatement(status: ReadingOutcome["status"], flatCost: string, readings: string): Statement {
  return {
    name: `end_reading_${status}`,
    text: `
      WITH ended AS (
        UPDATE simulations s SET insights_status = '${status}' FROM readings r
        WHERE r.simulation_id = $1 AND r.generation = $2 AND ${UNFINISHED}
        RETURNING s.id, s.organization_id, s.callback_url, ${SUBSCRIBERS} AS subscribers
      ), reading AS (
        UPDATE readings r SET generated_at = now(), block_status = $3, calibration_boundary = $4, post_hoc = $5, error_message = $6,
          cost_usd = CASE
            WHEN r.rewrite_attempts = 0 THEN ${flatCost}
            WHEN r.rewrite_attempts = 1 AND r.rewrite_cost_usd IS NOT NULL THEN r.rewrite_cost_usd
            ELSE greatest(r.reserved_usd, r.rewrite_cost_usd)
          END
        FROM ended WHERE r.simulation_id = ended.id
        RETURNING r.organization_id, r.reserved_month, r.reserved_usd, r.generated_at, r.cost_usd
      ), settled AS (
        UPDATE usage_months used SET reading_cost_usd = used.reading_cost_usd + reading.cost_usd,
          reading_reserved_usd = used.reading_reserved_usd - reading.reserved_usd, readings = ${readings}
        FROM reading WHERE used.organization_id = reading.organization_id AND used.month = reading.reserved_month
      )
      SELECT ended.organization_id, callback_url, subscribers, generated_at, cost_usd FROM ended, reading`,
  };
}

/** Ends a Reading: state, content, settlement and event in the caller's transaction. Null when it had ended already. */
export async function endReading(
  tx: Transaction,
  reading: ReadingWorkflowInput,
  outcome: ReadingOutcome,
  payload: BuildReadingPayload,
): Promise<ReadingEnding | null> {
  const { simulation_id, generation } = reading;
  const { status, block_status } = outcome;
  await tx.sql(LOCK_SIMULATION, [simulation_id]);
  const content = outcome.status === "completed"
    ? [outcome.calibration_boundary, outcome.post_hoc, null]
    : [null, null, outcome.error_message];
  const { rows: [row] } = await tx.sql<EndedRow>(END_READING[status], [
    simulation_id,
    generation,
    block_status,
    ...content,
  ]);
  if (row === undefined) return null;
  const outbox = await recordEvent(tx, {
    organizationId: row.organization_id,
    type: status === "completed" ? "simulation.insights.completed" : "simulation.insights.failed",
    simulationId: simulation_id,
    generation,
    callbackUrl: row.callback_url,
    data: payload(endedReading(simulation_id, outcome, row)),
  }, row.subscribers);
  return { status, outbox };
}

function endedReading(simulation_id: string, outcome: ReadingOutcome, row: EndedRow): EndedReading {
  const { generated_at } = row;
  if (outcome.status === "failed") {
    return { simulation_id, generated_at, status: "failed", error_message: outcome.error_message };
  }
  const { block_status } = outcome;
  return { simulation_id, generated_at, status: "completed", block_status, cost_usd: Number(row.cost_usd) };
}
