import Type, { type Static, type TSchema } from "typebox";
import { BlockStatus, PostHoc, ReadingBoundary } from "#engine/readings/schema.ts";
import {
  Id,
  integer,
  named,
  namedObject,
  nullable,
  oneOf,
  strictObject,
  text,
  Timestamp,
  unionBy,
  Wait,
} from "../http/fields.ts";
import { CostUsd } from "../simulations/results-schema.ts";
import { InsightsStatus } from "../simulations/schema.ts";
import { findReading, type ReadingRow, usualReadingSeconds } from "#db/readings/readings.ts";
import { type LockedSimulation, lockSimulation } from "#db/simulations/simulations.ts";
import { type ReadingStarted, startReading } from "#db/simulations/end.ts";
import { periodOf } from "#db/simulations/usage.ts";
import { ApiError } from "#shared/errors.ts";
import type { JsonObject } from "#shared/json.ts";
import { insightsPath } from "#shared/webhooks/payloads.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import { SharedReads } from "../http/long-polls.ts";
import { foundSimulation, simulationNotComplete } from "../simulations/read.ts";

/** A Reading in one of these states. Every state has every field; what it has no content for is null. */
function insightsIn(
  name: string,
  statuses: readonly Static<typeof InsightsStatus>[],
  content: Readonly<Record<string, TSchema>> = {},
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

const unfinished = insightsIn("UnfinishedInsights", ["queued", "running"]);

/** A Reading in whatever state it is. */
export const Insights = unionBy("Insights", "insights_status", {
  not_started: insightsIn("NotStartedInsights", ["not_started"]),
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

/** Why there is no Reading yet, as a sentence for people. */
const REASONS = {
  simulation_not_complete: "The simulation has not completed yet; its Reading starts by itself.",
  simulation_failed: "The simulation failed, so there are no answers to read.",
  insights_disabled: "Readings are switched off for the organization.",
  insights_cost_cap_reached:
    "Another Reading would pass this month's ceiling; generate it next month, or raise the ceiling.",
  not_requested: "It did not start when the simulation completed; POST to generate_url starts it.",
} as const;

export const InsightsMeta = namedObject("InsightsMeta", {
  next_poll_after_seconds: Type.Optional(integer("While queued or running, like the header Retry-After")),
  generate_url: Type.Optional(
    text("Where to POST for a Reading; absent where that would be refused now", { format: "uri" }),
  ),
  reason: Type.Optional(named(
    "NotStartedReason",
    oneOf(
      Object.keys(REASONS) as (keyof typeof REASONS)[],
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

/** On every response of the insights endpoints, whose shape may still evolve. */
const PREVIEW = { "X-Service-Preview": "insights" } as const;

/** Why a simulation never gets a Reading. */
const INSIGHTS_DISABLED = "The simulation was created with generate_insights false and gets no Reading.";

/** `Retry-After` of an unfinished Reading (specification, "Limits"). */
const POLL_AFTER_SECONDS = 5;

const readingReads = new SharedReads<ReadingRow | null>();

export const showInsights = defineRoute({
  ...withScope("Insights", "insights:read"),
  endpoint: "GET /v1/simulations/{id}/insights",
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
    const unfinished = isUnfinished(row.insights_status);
    return {
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
  return isUnfinished(insights_status === "not_started" ? simulation_status : insights_status);
}

const isUnfinished = (status: ReadingRow["insights_status"]): boolean =>
  status === "queued" || status === "running";

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

/** What keeps a Reading from being generated now. */
function obstacleOf({ simulation_status, insights_enabled, over_ceiling }: ReadingRow) {
  if (simulation_status === "failed") return "simulation_failed";
  if (simulation_status !== "completed") return "simulation_not_complete";
  if (!insights_enabled) return "insights_disabled";
  return over_ceiling ? "insights_cost_cap_reached" : null;
}

/** The insights resource. It has content only once the Reading has completed. */
function insightsResource(row: ReadingRow) {
  const { insights_status: status } = row;
  const completed = status === "completed";
  const ended = completed || status === "failed";
  const error = status === "failed" ? row.error_message : null;
  return {
    ...row,
    block_status: ended ? row.block_status : null,
    calibration_boundary: completed ? row.calibration_boundary : null,
    post_hoc: completed ? row.post_hoc : null,
    generated_at: ended ? row.generated_at : null,
    cost_usd_estimate: completed ? Number(row.cost_usd) : null,
    error_message: status === "disabled" ? INSIGHTS_DISABLED : error,
  };
}

/** Of an organization's first Reading: the specification's typical latency is 30 to 60 seconds. */
const TYPICAL_SECONDS = 30;

export const generateInsights = defineRoute({
  ...withScope("Insights", "insights:read"),
  endpoint: "POST /v1/simulations/{id}/insights/generate",
  headers: PREVIEW,
  responses: { 202: { description: "Queued, or in flight already", data: GeneratingInsights } },
  errors: [
    "simulation_not_complete",
    "insights_already_generated",
    "insights_disabled",
    "insights_cost_cap_reached",
  ],
  write: async ({ params: { id }, services: { config, now } }, tx) => {
    const simulation = foundSimulation(await lockSimulation(tx, id));
    // Read before the start, which locks the month's counter until the commit.
    const usualSeconds = await usualReadingSeconds(tx) ?? TYPICAL_SECONDS;
    let { insights_status } = simulation;
    if (!isUnfinished(insights_status)) {
      checkGeneratable(simulation);
      const at = now();
      const started = await startReading(tx, simulation, at, config.baseUrl);
      if (started.kind !== "queued") throw notStarted(started, at);
      insights_status = "queued";
    }
    return {
      data: {
        simulation_id: id,
        insights_status,
        poll_url: `${config.baseUrl}${insightsPath(id)}`,
        estimated_completion_time_seconds: Math.max(1, usualSeconds),
      },
    };
  },
});

/** @throws ApiError 409 or 422 unless the simulation has completed and its Reading has not started or has failed */
function checkGeneratable(simulation: LockedSimulation): void {
  if (simulation.insights_status === "completed") {
    throw new ApiError("insights_already_generated");
  }
  if (simulation.insights_status === "disabled") throw new ApiError("insights_disabled", INSIGHTS_DISABLED);
  if (simulation.status !== "completed") throw simulationNotComplete(simulation);
}

/** Why the organization gets no Reading now; of a ceiling, until when. */
function notStarted(started: Exclude<ReadingStarted, { kind: "queued" }>, now: Date): ApiError {
  if (started.kind === "disabled") {
    return new ApiError("insights_disabled", "Readings are switched off for the organization.");
  }
  const { end } = periodOf(now);
  return new ApiError(
    "insights_cost_cap_reached",
    `Another Reading would pass this month's ceiling of ${started.ceiling_usd} USD.`,
    {
      headers: { "Retry-After": `${Math.ceil((end.getTime() - now.getTime()) / 1_000)}` },
      meta: { reading_ceiling_usd: started.ceiling_usd, resets_at: end.toISOString() },
    },
  );
}
