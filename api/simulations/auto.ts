import { newestMethodology } from "#engine/methodologies/catalogue.ts";
import type { Methodology } from "#engine/methodologies/methodology.ts";
import type { RankedMethodology, Routing } from "#engine/routing/router.ts";
import type { NewSimulation } from "#db/simulations/simulations.ts";
import { ApiError } from "#shared/errors.ts";
import { defineRoute } from "../http/define-route.ts";
import { deprecated } from "../http/response.ts";
import { acceptSimulation, checkScenarioContext } from "./create.ts";
import { AutoSimulation, CreatedSimulation, RoutedMeta } from "./schema.ts";

/** How many likely methodologies a 422 names. */
export const MAX_ALTERNATIVES = 3;

export const autoSimulation = defineRoute({
  method: "POST",
  path: "/v1/simulations/auto",
  operationId: "autoSimulation",
  summary: "Create a simulation for a question",
  description:
    "Routes the question to the closest published methodology; its agents are asked the literal question.",
  tag: "Simulations",
  fence: "organization",
  access: { scope: "simulations:read" },
  idempotencyKey: "required",
  body: AutoSimulation,
  responses: {
    202: { description: "Accepted", data: CreatedSimulation, meta: RoutedMeta, headers: ["Location"] },
  },
  errors: ["routing_low_confidence", "agent_count_exceeds_plan", "invalid_workflow"],
  write: async (request, tx) => {
    const { body, identity, services } = request;
    const { confidence, methodology } = chooseMethodology(
      await services.routing.route(body.question),
      services.config.routingFloor,
    );
    if (body.overrides !== undefined) checkScenarioContext(body.overrides, methodology, "/overrides");
    const ceiling = identity.limits.agent_count_ceiling;
    const accepted = await acceptSimulation(request, tx, {
      methodology_slug: methodology.slug,
      methodology_version: methodology.version,
      routing_confidence: confidence,
      question: body.question,
      agent_count: body.agent_count ?? Math.min(methodology.recommended_sample_size, ceiling),
      seed: body.seed,
      scenario_context: (body.overrides as NewSimulation["scenario_context"]) ?? null,
      callback_url: body.callback_url ?? null,
      generate_insights: body.generate_insights ?? true,
    });
    const routed_via = {
      workflow_id: methodology.slug,
      workflow_name: methodology.name,
      confidence,
      methodology_label: methodology.label,
      kpi_question: methodology.kpi_question,
    };
    return deprecated({ ...accepted, meta: { routed_via } }, [
      "meta.routed_via.kpi_question is deprecated: agents are asked the literal question.",
    ]);
  },
});

/** The likeliest methodology. @throws ApiError 422 with the likely ones when its confidence is below the floor */
function chooseMethodology(
  { best, alternatives }: Routing,
  floor: number,
): { confidence: number; methodology: Methodology } {
  const methodology = best === null ? undefined : newestMethodology(best.slug);
  if (best !== null && methodology !== undefined && best.confidence >= floor) {
    return { confidence: roundedConfidence(best.confidence), methodology };
  }
  const likely = [...(best === null ? [] : [best]), ...alternatives].slice(0, MAX_ALTERNATIVES);
  throw new ApiError(
    "routing_low_confidence",
    "No published workflow fits the question well enough; name one in POST /v1/simulations, or word the question differently.",
    { meta: { alternatives: likely.map(alternativeResource), floor } },
  );
}

export function alternativeResource({ slug, confidence }: RankedMethodology) {
  return { workflow_id: slug, confidence: roundedConfidence(confidence) };
}

export function roundedConfidence(confidence: number): number {
  return Math.round(confidence * 10_000) / 10_000;
}
