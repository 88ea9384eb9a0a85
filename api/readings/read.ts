import { findReading } from "#db/readings/readings.ts";
import { insightsPath } from "#shared/webhooks/payloads.ts";
import { defineRoute } from "../http/define-route.ts";
import { SimulationId, strictObject } from "../http/fields.ts";
import { simulationNotFound } from "../simulations/serialize.ts";
import { Insights, InsightsMeta } from "./schema.ts";
import { insightsResource, PREVIEW } from "./serialize.ts";

/** `Retry-After` of an unfinished Reading (specification, "Limits"). */
const POLL_AFTER_SECONDS = 5;

export const showInsights = defineRoute({
  method: "GET",
  path: "/v1/simulations/{id}/insights",
  operationId: "showInsights",
  summary: "Show a simulation's Reading in whatever state it is",
  description:
    "Always 200: branch on `data.insights_status`. Show the calibration boundary's disclaimer beside the content.",
  tag: "Insights",
  fence: "organization",
  access: { scope: "insights:read" },
  headers: PREVIEW,
  params: strictObject({ id: SimulationId }),
  responses: {
    200: {
      description: "Its state and content",
      data: Insights,
      meta: InsightsMeta,
      headers: ["Retry-After"],
    },
  },
  errors: ["simulation_not_found"],
  read: async ({ params: { id }, identity, services }) => {
    const row = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      (tx) => findReading(tx, id),
    );
    if (row === null) throw simulationNotFound();
    const data = insightsResource(row);
    switch (row.insights_status) {
      case "queued":
      case "running":
        return {
          status: 200,
          data,
          headers: { "Retry-After": `${POLL_AFTER_SECONDS}` },
          meta: { next_poll_after_seconds: POLL_AFTER_SECONDS },
        };
      case "not_started":
      case "failed":
        return {
          status: 200,
          data,
          meta: { generate_url: `${services.config.baseUrl}${insightsPath(id)}/generate` },
        };
      case "completed":
      case "disabled":
        return { status: 200, data };
    }
  },
});
