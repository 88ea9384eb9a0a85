import Type from "typebox";
import { findReading, type ReadingRow } from "#db/readings/readings.ts";
import type { JsonObject } from "#shared/json.ts";
import { insightsPath } from "#shared/webhooks/payloads.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import { strictObject, Wait } from "../http/fields.ts";
import { SharedReads } from "../http/long-polls.ts";
import { foundSimulation } from "../simulations/serialize.ts";
import { Insights, InsightsMeta } from "./schema.ts";

/** On every response of the insights endpoints, whose shape may still evolve. */
export const PREVIEW = { "X-Service-Preview": "insights" } as const;

/** Why a simulation never gets a Reading. */
export const INSIGHTS_DISABLED =
  "The simulation was created with generate_insights false and gets no Reading.";

/** `Retry-After` of an unfinished Reading (specification, "Limits"). */
const POLL_AFTER_SECONDS = 5;

const readingReads = new SharedReads<ReadingRow | null>();

export const showInsights = defineRoute({
  ...withScope("Insights", "insights:read"),
  endpoint: "GET /v1/simulations/{id}/insights",
  summary: "Show a simulation's Reading in whatever state it is",
  description:
    "Always 200: branch on `data.insights_status`. Show the calibration boundary's disclaimer beside the content. With `wait` the " +
    "answer comes when the Reading has ended or will not start by itself, or when the time is over.",
  headers: PREVIEW,
  query: strictObject({ wait: Type.Optional(Wait) }),
  responses: {
    200: {
      description: "Its state and content",
      data: Insights,
      meta: InsightsMeta,
      headers: ["Retry-After"],
    },
  },
  read: async ({ params: { id }, query, identity, inTransaction, services, untilClosed }) => {
    const { organizationId } = identity;
    const find = () => inTransaction((tx) => findReading(tx, id));
    const found = await services.longPolls.until({
      organizationId,
      seconds: query.wait,
      closed: untilClosed,
      concerns: ({ simulation_id }) => simulation_id === id,
      read: (wake) => readingReads.of(wake, find),
      isFinal: (current) => current === null || !isAwaited(current),
    });
    const row = foundSimulation(found);
    const { insights_status } = row;
    const unfinished = insights_status === "queued" || insights_status === "running";
    return {
      status: 200,
      data: insightsResource(row),
      ...(unfinished ? { headers: { "Retry-After": `${POLL_AFTER_SECONDS}` } } : {}),
      meta: {
        ...(unfinished ? { next_poll_after_seconds: POLL_AFTER_SECONDS } : {}),
        ...generateMeta(row, `${services.config.baseUrl}${insightsPath(id)}/generate`),
      },
    };
  },
});

/** Whether a Reading is under way, or starts by itself once its simulation has completed. */
function isAwaited({ insights_status, simulation_status }: ReadingRow): boolean {
  if (insights_status === "not_started") {
    return simulation_status === "queued" || simulation_status === "running";
  }
  return insights_status === "queued" || insights_status === "running";
}

/** Why there is no Reading, and where to ask for one; without the URL where the service would refuse that now. */
function generateMeta(row: ReadingRow, generate_url: string): JsonObject {
  if (row.insights_status !== "not_started" && row.insights_status !== "failed") return {};
  const obstacle = obstacleOf(row);
  const reason = row.insights_status === "failed" ? {} : {
    reason: obstacle ?? "not_requested",
    reason_message: REASONS[obstacle ?? "not_requested"],
  };
  return { ...reason, ...(obstacle === null ? { generate_url } : {}) };
}

const REASONS = {
  simulation_not_complete: "The simulation has not completed yet; its Reading starts by itself.",
  simulation_failed: "The simulation failed, so there are no answers to read.",
  insights_disabled: "Readings are switched off for the organization.",
  insights_cost_cap_reached:
    "Another Reading would pass this month's ceiling; generate it next month, or raise the ceiling.",
  not_requested: "It did not start when the simulation completed; POST to generate_url starts it.",
} as const;

/** What keeps a Reading from being generated now. */
function obstacleOf({ simulation_status, insights_enabled, over_ceiling }: ReadingRow) {
  if (simulation_status === "failed") return "simulation_failed";
  if (simulation_status !== "completed") return "simulation_not_complete";
  if (!insights_enabled) return "insights_disabled";
  return over_ceiling ? "insights_cost_cap_reached" : null;
}

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
