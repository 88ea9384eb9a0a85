import { limitsOf, NO_CONTRACT, PLAN_TIERS } from "#shared/plans.ts";
import { readingStart } from "#temporal/reading.ts";
import { monthOf } from "./usage.ts";
import type { Transaction } from "../postgres/database.ts";
import { RELAY_NOT_BEFORE, traced } from "../outbox/outbox.ts";

/**
 * The flat rate of a Reading in US dollars (specification, "Limits": about 0.05 USD a simulation). It is set aside when the Reading starts,
 * and is its cost in the end where no model rewrote its texts, or where the model's cost is unknown.
 */
export const READING_RATE_USD = 0.05;

/** The plans' monthly ceilings by tier, in US dollars; null is none. */
export const PLAN_CEILINGS = JSON.stringify(
  Object.fromEntries(PLAN_TIERS.map((tier) => [tier, limitsOf(tier, NO_CONTRACT).reading_ceiling_usd])),
);

export type ReadingStarted =
  | { readonly kind: "queued" }
  /** The organization's `insights_enabled` is false. */
  | { readonly kind: "disabled" }
  /** Another Reading would exceed the month's ceiling. */
  | { readonly kind: "over_ceiling"; readonly ceiling_usd: number };

/**
 * CTEs that set a Reading's rate aside and write its row, where `source` has a row and the organization and the month's ceiling allow it;
 * `reading` then has the row. The update of the month's counter locks it and reads its latest figures: of many Readings that start at once,
 * no more pass than the ceiling allows.
 */
export function readingCtes(
  source: string,
  simulation: string,
  organization: string,
  ceilings: string,
  rate: string,
  at: string,
): string {
  return `
    organization AS (
      SELECT o.id, o.insights_enabled, coalesce(o.reading_ceiling_usd, (${ceilings}::jsonb ->> o.plan_tier)::numeric) AS ceiling
      FROM organizations o, ${source} WHERE o.id = ${organization}
    ), month AS (
      INSERT INTO usage_months AS used (organization_id, month, readings, reading_reserved_usd)
      SELECT id, ${monthOf(at)}, 1, ${rate}::numeric FROM organization
      WHERE insights_enabled AND (ceiling IS NULL OR ${rate}::numeric <= ceiling)
      ON CONFLICT (organization_id, month) DO UPDATE
      SET readings = used.readings + 1, reading_reserved_usd = used.reading_reserved_usd + excluded.reading_reserved_usd
      WHERE (
        SELECT ceiling IS NULL OR used.reading_cost_usd + used.reading_reserved_usd + ${rate}::numeric <= ceiling FROM organization
      )
      RETURNING month
    ), reading AS (
      INSERT INTO readings AS r (simulation_id, organization_id, generation, queued_at, reserved_month, reserved_usd)
      SELECT ${simulation}, ${organization}, 1, now(), month, ${rate}::numeric FROM month
      ON CONFLICT (simulation_id) DO UPDATE
      SET generation = r.generation + 1, queued_at = excluded.queued_at, reserved_month = excluded.reserved_month,
        reserved_usd = excluded.reserved_usd, rewrite_attempts = 0, rewrite = NULL, rewrite_cost_usd = NULL,
        generated_at = NULL, block_status = NULL, calibration_boundary = NULL, post_hoc = NULL, cost_usd = NULL, error_message = NULL
      RETURNING generation
    )`;
}

const LAST_GENERATION = {
  name: "last_generation",
  text: "SELECT generation FROM readings WHERE simulation_id = $1",
};

// One statement, the command included: the month's counter is locked from here to the commit, and the organization's other starts wait for it.
const START_READING = {
  name: "start_reading",
  text: `
    WITH ${readingCtes("(VALUES (1)) AS always", "$1", "$2", "$3", "$4", "$5::timestamptz")}, queued AS (
      UPDATE simulations SET insights_status = 'queued' FROM reading WHERE id = $1
    ), command AS (
      INSERT INTO outbox (organization_id, workflow_id, command, next_attempt_at)
      SELECT $2, $6::jsonb ->> 'workflow_id', $6::jsonb, ${RELAY_NOT_BEFORE} FROM reading
      RETURNING id
    )
    SELECT insights_enabled, ceiling, command.id AS outbox_id FROM organization LEFT JOIN command ON true`,
};

/** A completed simulation whose Reading is to start. */
export interface SimulationToRead {
  readonly id: string;
  readonly organization_id: string;
  readonly methodology_slug: string;
}

interface StartedRow {
  insights_enabled: boolean;
  /** numeric: Postgres sends text; null is none. */
  ceiling: string | null;
  /** bigint: Postgres sends text; null where no Reading was queued. */
  outbox_id: string | null;
}

/**
 * Queues the Reading of a completed simulation that has none, or whose last one failed, and sets the flat rate aside against the month's
 * ceiling. The caller holds the lock of the simulation's row.
 *
 * @param at decides the month
 * @param baseUrl the API's, for links
 */
export async function startReading(
  tx: Transaction,
  { id, organization_id, methodology_slug }: SimulationToRead,
  at: Date,
  baseUrl: string,
): Promise<ReadingStarted> {
  const last = await tx.first<{ generation: number }>(LAST_GENERATION, [id]);
  const generation = (last?.generation ?? 0) + 1;
  const command = traced(
    readingStart({ simulation_id: id, generation, methodology_slug, organization_id, baseUrl }),
  );
  const row = await tx.first<StartedRow>(START_READING, [
    id,
    organization_id,
    PLAN_CEILINGS,
    READING_RATE_USD,
    at,
    command,
  ]);
  if (row === null || !row.insights_enabled) return { kind: "disabled" };
  if (row.outbox_id === null) return { kind: "over_ceiling", ceiling_usd: Number(row.ceiling) };
  tx.dispatch({ id: row.outbox_id, command });
  return { kind: "queued" };
}
