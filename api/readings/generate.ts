import { startReading } from "#db/readings/start.ts";
import { lockSimulation } from "#db/readings/readings.ts";
import type { InsightsStatus } from "#db/simulations/simulations.ts";
import { ApiError } from "#shared/errors.ts";
import { insightsPath } from "#shared/webhooks/payloads.ts";
import { readingStart } from "#temporal/reading.ts";
import { PREVIEW } from "./serialize.ts";
import { defineRoute } from "../http/define-route.ts";
import type { HandlerResult } from "../http/response.ts";
import { SimulationId, strictObject } from "../http/fields.ts";
import { GeneratingInsights } from "./schema.ts";
import { notComplete } from "../simulations/results.ts";
import { simulationNotFound } from "../simulations/read.ts";

/** The specification's typical latency is 30 to 60 seconds; without a model it takes less than one. */
const ESTIMATED_SECONDS = 30;

export const generateInsights = defineRoute({
  method: "POST",
  path: "/v1/simulations/{id}/insights/generate",
  operationId: "generateInsights",
  summary: "Generate the Reading of a completed simulation",
  description:
    "For one that has not started by itself, or again for one that failed. A Reading that is queued or running " +
    "answers with its current state. Each sets 0.05 USD aside against the month's ceiling until it has ended.",
  tag: "Insights",
  access: { scope: "insights:read" },
  headers: PREVIEW,
  params: strictObject({ id: SimulationId }),
  responses: { 202: { description: "Queued, or already under way", data: GeneratingInsights } },
  errors: [
    "simulation_not_found",
    "simulation_not_complete",
    "insights_already_generated",
    "insights_disabled",
    "insights_cost_cap_reached",
  ],
  write: async ({ params: { id }, services: { config } }, tx) => {
    const accepted = (insights_status: InsightsStatus): HandlerResult => ({
      status: 202,
      data: {
        simulation_id: id,
        insights_status,
        poll_url: `${config.baseUrl}${insightsPath(id)}`,
        estimated_completion_time_seconds: ESTIMATED_SECONDS,
      },
    });

    const simulation = await lockSimulation(tx, id);
    if (simulation === null) throw simulationNotFound();
    switch (simulation.insights_status) {
      case "queued":
      case "running":
        return accepted(simulation.insights_status);
      case "completed":
        throw new ApiError("insights_already_generated", "The simulation has its Reading already.");
      case "disabled":
        throw new ApiError(
          "insights_disabled",
          "The simulation was created with generate_insights false and gets no Reading.",
        );
      case "not_started":
      case "failed":
    }
    if (simulation.status !== "completed") throw notComplete(simulation);
    const started = await startReading(
      tx,
      simulation,
      (reading) => readingStart({ ...reading, baseUrl: config.baseUrl }),
    );
    switch (started.kind) {
      case "disabled":
        throw new ApiError("insights_disabled", "Readings are switched off for the organization.");
      case "over_ceiling":
        throw new ApiError(
          "insights_cost_cap_reached",
          `Another Reading would pass this month's ceiling of ${started.ceiling_usd} USD.`,
          { meta: { reading_ceiling_usd: started.ceiling_usd } },
        );
      case "queued":
        tx.dispatchAfterCommit(started.outbox);
        return accepted("queued");
    }
  },
});
