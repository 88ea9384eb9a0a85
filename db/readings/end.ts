import type { ReadingBoundary } from "#engine/readings/boundary.ts";
import type { BlockStatus, PostHoc } from "#engine/readings/schema.ts";
import type { JsonObject } from "#shared/json.ts";
import type { ReadingWorkflowInput } from "#temporal/reading.ts";
import type { Transaction } from "../database.ts";
import { recordEvent, SUBSCRIBERS, type Subscribers } from "../deliveries/events.ts";
import type { OutboxRow } from "../outbox/outbox.ts";

/** A Reading that has just ended: the only ways to get there are in this file, so that none goes unannounced or unpaid. */
export interface ReadingEnding {
  readonly status: "completed" | "failed";
  /** What Temporal must be told right after the commit. */
  readonly outbox: readonly OutboxRow[];
}

export interface FinishedReading {
  readonly block_status: BlockStatus;
  readonly calibration_boundary: ReadingBoundary;
  readonly post_hoc: PostHoc;
}

/** Completes a Reading; null when it had ended already. */
export function completeReading(
  tx: Transaction,
  reading: ReadingWorkflowInput,
  { block_status, calibration_boundary, post_hoc }: FinishedReading,
): Promise<ReadingEnding | null> {
  return end(tx, reading, ["completed", block_status, calibration_boundary, post_hoc, null]);
}

/**
 * Fails a Reading; null when it had ended already.
 * @param message a sentence for people.
 * @param blockStatus what became of the blocks, where that is known.
 */
export function failReading(
  tx: Transaction,
  reading: ReadingWorkflowInput,
  message: string,
  blockStatus: BlockStatus | null = null,
): Promise<ReadingEnding | null> {
  return end(tx, reading, ["failed", blockStatus, null, null, message]);
}

/** The path under which a Reading is shown, as events and results carry it. */
export function insightsPath(simulationId: string): string {
  return `/v1/simulations/${simulationId}/insights`;
}

// Locked by a statement of its own, so that the next one sees which generation the row is at.
const LOCK = { name: "lock_simulation", text: "SELECT FROM simulations WHERE id = $1 FOR UPDATE" };

// Without a model a Reading counts for what was set aside, and one that failed for nothing. Words cost what their tokens did, when that is
// known of every call: of a worker that died in the middle of one it is not.
const COST = `
  CASE
    WHEN r.words_asked = 0 THEN CASE $3::text WHEN 'completed' THEN r.reserved_usd ELSE 0 END
    WHEN r.words_asked = 1 AND r.words_cost_usd IS NOT NULL THEN r.words_cost_usd
    ELSE greatest(r.reserved_usd, r.words_cost_usd)
  END`;

const END = {
  name: "end_reading",
  text: `
    WITH ended AS (
      UPDATE simulations s SET insights_status = $3 FROM readings r
      WHERE r.simulation_id = $1 AND r.generation = $2 AND s.id = r.simulation_id AND s.insights_status IN ('queued', 'running')
      RETURNING s.id, s.organization_id, s.callback_url, ${SUBSCRIBERS}
    ), reading AS (
      UPDATE readings r SET generated_at = now(), block_status = $4, calibration_boundary = $5, post_hoc = $6, error_message = $7,
        cost_usd = ${COST}
      FROM ended WHERE r.simulation_id = ended.id
      RETURNING r.organization_id, r.reserved_month, r.reserved_usd, r.generated_at, r.cost_usd
    ), settled AS (
      UPDATE usage_months used SET reading_cost_usd = used.reading_cost_usd + reading.cost_usd,
        reading_reserved_usd = used.reading_reserved_usd - reading.reserved_usd,
        readings = used.readings - CASE $3::text WHEN 'failed' THEN 1 ELSE 0 END
      FROM reading WHERE used.organization_id = reading.organization_id AND used.month = reading.reserved_month
    )
    SELECT ended.organization_id, callback_url, audience, generated_at, cost_usd FROM ended, reading`,
};

interface EndedRow {
  organization_id: string;
  callback_url: string | null;
  audience: Subscribers;
  generated_at: Date;
  /** numeric: Postgres sends text. */
  cost_usd: string;
}

type Outcome =
  | readonly ["completed", BlockStatus, ReadingBoundary, PostHoc, null]
  | readonly ["failed", BlockStatus | null, null, null, string];

/** State, content, settlement with the month's ceiling and event, in the caller's transaction. */
async function end(
  tx: Transaction,
  { simulation_id, generation }: ReadingWorkflowInput,
  outcome: Outcome,
): Promise<ReadingEnding | null> {
  await tx.sql(LOCK, [simulation_id]);
  const [status, ...content] = outcome;
  const values = content.map((part) =>
    part === null || typeof part === "string" ? part : JSON.stringify(part)
  );
  const { rows: [row] } = await tx.sql<EndedRow>(END, [simulation_id, generation, status, ...values]);
  if (row === undefined) return null;
  const outbox = await recordEvent(tx, {
    organizationId: row.organization_id,
    type: status === "completed" ? "simulation.insights.completed" : "simulation.insights.failed",
    simulationId: simulation_id,
    callbackUrl: row.callback_url,
    data: eventData(simulation_id, outcome, row),
  }, row.audience);
  return { status, outbox };
}

function eventData(simulationId: string, outcome: Outcome, row: EndedRow): JsonObject {
  const [status, blockStatus, , , message] = outcome;
  const what: JsonObject = status === "completed"
    ? { block_status: blockStatus, cost_usd_estimate: Number(row.cost_usd) }
    : { error_message: message };
  return {
    simulation_id: simulationId,
    insights_status: status,
    ...what,
    generated_at: row.generated_at.toISOString(),
    insights_url: insightsPath(simulationId),
  };
}
