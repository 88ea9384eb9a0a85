import { periodOf } from "#db/simulations/usage.ts";
import { usualReadingSeconds } from "#db/readings/readings.ts";
import { type LockedSimulation, lockSimulation } from "#db/simulations/simulations.ts";
import { type ReadingStarted, startReading } from "#db/simulations/start-reading.ts";
import { ApiError } from "#shared/errors.ts";
import { insightsPath } from "#shared/webhooks/payloads.ts";
import { readingStart } from "#temporal/reading.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import { foundSimulation, simulationNotComplete } from "../simulations/serialize.ts";
import { GeneratingInsights } from "./schema.ts";
import { INSIGHTS_DISABLED, PREVIEW } from "./read.ts";

/** Of an organization's first Reading: the specification's typical latency is 30 to 60 seconds. */
const TYPICAL_SECONDS = 30;

export const generateInsights = defineRoute({
  ...withScope("Insights", "insights:read"),
  endpoint: "POST /v1/simulations/{id}/insights/generate",
  summary: "Generate the Reading of a completed simulation",
  description:
    "Starts a Reading that has not started by itself, or one that failed. A Reading that is queued or running answers with its current " +
    "state. Each reserves 0.05 USD of the month's ceiling until it has ended.",
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
    if (insights_status !== "queued" && insights_status !== "running") {
      checkGeneratable(simulation);
      const at = now();
      const started = await startReading(
        tx,
        simulation,
        at,
        (reading) => readingStart({ ...reading, baseUrl: config.baseUrl }),
      );
      if (started.kind !== "queued") throw notStarted(started, at);
      insights_status = "queued";
    }
    return {
      status: 202,
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
    throw new ApiError("insights_already_generated", "The simulation has its Reading already.");
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
