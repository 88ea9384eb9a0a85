import Type, { type Static, type TSchema } from "typebox";
import { BlockStatus, PostHoc } from "#engine/readings/schema.ts";
import {
  Id,
  integer,
  named,
  namedObject,
  nullable,
  oneOf,
  text,
  Timestamp,
  unionBy,
} from "../http/fields.ts";
import { CostUsd, ReadingBoundary } from "../simulations/results-schema.ts";
import { InsightsStatus } from "../simulations/schema.ts";

/** A Reading in one of these states. Every state has every field; what it has no content for is null. */
function insightsIn<
  const Status extends Static<typeof InsightsStatus>,
  Content extends Record<string, TSchema>,
>(
  name: string,
  statuses: readonly Status[],
  content: Content,
) {
  return namedObject(name, {
    simulation_id: Id,
    insights_status: oneOf(statuses),
    block_status: Type.Null(),
    calibration_boundary: Type.Null(),
    post_hoc: Type.Null(),
    generated_at: Type.Null(),
    cost_usd_estimate: Type.Null(),
    error_message: Type.Null(),
    ...content,
  });
}

const unfinished = insightsIn("UnfinishedInsights", ["queued", "running"], {});

/** A Reading in whatever state it is. */
export const Insights = unionBy("Insights", "insights_status", {
  not_started: insightsIn("NotStartedInsights", ["not_started"], {}),
  queued: unfinished,
  running: unfinished,
  completed: insightsIn("CompletedInsights", ["completed"], {
    block_status: BlockStatus,
    calibration_boundary: ReadingBoundary,
    post_hoc: PostHoc,
    generated_at: Timestamp,
    cost_usd_estimate: CostUsd,
  }),
  failed: insightsIn("FailedInsights", ["failed"], {
    block_status: nullable(BlockStatus),
    generated_at: Timestamp,
    error_message: text("Why it failed"),
  }),
  disabled: insightsIn("DisabledInsights", ["disabled"], {
    error_message: text("Why the simulation gets no Reading"),
  }),
});

export const InsightsMeta = namedObject("InsightsMeta", {
  next_poll_after_seconds: Type.Optional(integer("While queued or running, like the header Retry-After")),
  generate_url: Type.Optional(
    text("Where to POST for a Reading; absent where that would be refused now", { format: "uri" }),
  ),
  reason: Type.Optional(named(
    "NotStartedReason",
    oneOf(
      [
        "simulation_not_complete",
        "simulation_failed",
        "insights_disabled",
        "insights_cost_cap_reached",
        "not_requested",
      ],
      "Why it is not_started. With not_requested it can be generated now: when the simulation completed the month's ceiling was reached, or " +
        "the organization had Readings switched off",
    ),
  )),
  reason_message: Type.Optional(text("The reason as a sentence for people")),
});

export const GeneratingInsights = namedObject("GeneratingInsights", {
  simulation_id: Id,
  insights_status: InsightsStatus,
  poll_url: Type.String({ format: "uri" }),
  estimated_completion_time_seconds: integer(
    "What three of four of your newest 20 Readings took at most; 30 before the first",
    { minimum: 1 },
  ),
});
