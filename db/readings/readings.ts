import type { ReadingBoundary } from "#engine/readings/boundary.ts";
import type { BlockStatus, PostHoc } from "#engine/readings/schema.ts";
import { PLAN_CEILINGS, READING_RATE_USD } from "../simulations/start-reading.ts";
import { firstOwn, valueOwn } from "../postgres/queries.ts";
import type { InsightsStatus, SimulationStatus } from "../simulations/simulations.ts";

/** A Reading as the insights resource shows it. All but the state is null until the Reading has ended. */
export interface ReadingRow {
  simulation_id: string;
  insights_status: InsightsStatus;
  block_status: BlockStatus | null;
  calibration_boundary: ReadingBoundary | null;
  post_hoc: PostHoc | null;
  generated_at: Date | null;
  /** numeric: Postgres sends text. */
  cost_usd: string | null;
  error_message: string | null;
  simulation_status: SimulationStatus;
  /** Of the organization. */
  insights_enabled: boolean;
  /** Whether another Reading now would exceed the month's ceiling. */
  over_ceiling: boolean;
}

/** The Reading of a simulation in whatever state it is; null where there is no such simulation. */
export const findReading = firstOwn<ReadingRow, [simulationId: string]>({
  name: "find_reading",
  // As generating one would decide now; the primary keys answer all of it.
  text: `
    SELECT s.id AS simulation_id, s.insights_status, r.block_status, r.calibration_boundary, r.post_hoc, r.generated_at, r.cost_usd,
      r.error_message, s.status AS simulation_status, o.insights_enabled,
      coalesce(
        coalesce(used.reading_cost_usd + used.reading_reserved_usd, 0) + $4::numeric
          > coalesce(o.reading_ceiling_usd, ($3::jsonb ->> o.plan_tier)::numeric), false
      ) AS over_ceiling
    FROM simulations s JOIN organizations o ON o.id = s.organization_id LEFT JOIN readings r ON r.simulation_id = s.id
    LEFT JOIN usage_months used ON used.organization_id = o.id AND used.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date
    WHERE s.organization_id = $1 AND s.id = $2`,
}, (organizationId, simulationId) => [organizationId, simulationId, PLAN_CEILINGS, READING_RATE_USD]);

/** What three of four of the organization's newest 20 Readings took at most, queue included, in seconds; null before the first. */
export const usualReadingSeconds = valueOwn<number, []>({
  name: "usual_reading_seconds",
  text: `
    SELECT ceil(percentile_cont(0.75) WITHIN GROUP (ORDER BY extract(epoch FROM newest.generated_at - newest.queued_at)))::integer AS seconds
    FROM (
      SELECT generated_at, queued_at FROM readings WHERE organization_id = $1 AND generated_at IS NOT NULL
      ORDER BY generated_at DESC LIMIT 20
    ) AS newest`,
});
