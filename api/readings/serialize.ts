import type { ReadingRow } from "#db/readings/readings.ts";

/** On every response of the insights endpoints, whose shape may still evolve. */
export const PREVIEW = { "X-Service-Preview": "insights" } as const;

/** Why a simulation never gets a Reading. */
export const INSIGHTS_DISABLED =
  "The simulation was created with generate_insights false and gets no Reading.";

/** The insights resource. It has content only once the Reading has completed. */
export function insightsResource(row: ReadingRow) {
  const { simulation_id, insights_status: status } = row;
  const completed = status === "completed";
  const ended = completed || status === "failed";
  return {
    simulation_id,
    insights_status: status,
    block_status: ended ? row.block_status : null,
    calibration_boundary: completed ? row.calibration_boundary : null,
    post_hoc: completed ? row.post_hoc : null,
    generated_at: ended ? row.generated_at?.toISOString() ?? null : null,
    cost_usd_estimate: completed ? Number(row.cost_usd) : null,
    error_message: errorMessage(row),
  };
}

function errorMessage({ insights_status, error_message }: ReadingRow): string | null {
  if (insights_status === "disabled") return INSIGHTS_DISABLED;
  return insights_status === "failed" ? error_message : null;
}
