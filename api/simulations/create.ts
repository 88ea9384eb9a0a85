import { randomInt } from "node:crypto";
import { newestMethodology } from "#engine/methodologies/catalogue.ts";
import { insertSimulation, type NewSimulation } from "#db/simulations/simulations.ts";
import { ApiError, validationError } from "#shared/errors.ts";
import { newId } from "#shared/ids.ts";
import { checkTargetUrl } from "#shared/webhooks/endpoint-url.ts";
import { simulationStart } from "#temporal/simulation.ts";
import { deprecated, type HandlerResult } from "../http/response.ts";
import { createdSimulation } from "./serialize.ts";
import {
  defineRoute,
  type Identity,
  type RouteRequest,
  type WriteTransaction,
} from "../http/define-route.ts";
import { checkScenarioContext } from "./scenario-context.ts";
import { CreatedSimulation, CreateSimulation } from "./schema.ts";

export const createSimulation = defineRoute({
  method: "POST",
  path: "/v1/simulations",
  operationId: "createSimulation",
  summary: "Create a simulation",
  description: "Accepts the run and answers at once; poll `poll_url` or wait for `simulation.completed`.",
  tag: "Simulations",
  access: { scope: "simulations:read" },
  idempotencyKey: "required",
  body: CreateSimulation,
  responses: { 202: { description: "Accepted", data: CreatedSimulation, headers: ["Location"] } },
  errors: ["invalid_workflow", "agent_count_exceeds_plan"],
  write: async (request, tx) => {
    const { body } = request;
    const methodology = newestMethodology(body.workflow_id);
    if (methodology === undefined) throw unknownMethodology(body.workflow_id);
    if (body.scenario_context !== undefined) {
      checkScenarioContext(body.scenario_context, methodology, "/scenario_context");
    }
    const answer = await acceptSimulation(request, tx, {
      methodology_slug: methodology.slug,
      methodology_version: methodology.version,
      routing_confidence: null,
      question: body.question ?? null,
      agent_count: body.agent_count,
      seed: body.seed,
      scenario_context: (body.scenario_context as NewSimulation["scenario_context"]) ?? null,
      callback_url: body.callback_url ?? null,
      generate_insights: body.generate_insights ?? true,
    });
    return deprecated(
      answer,
      body.question === undefined ? ["Omitting question is deprecated: send the question to be asked."] : [],
    );
  },
});

/** A simulation as a create or an automatic routing asks for it. */
export type SimulationRequest = Omit<NewSimulation, "id" | "seed" | "created_at"> & {
  readonly seed: number | undefined;
};

/** Checks the plan's ceiling and the callback, writes the simulation and has Temporal told after the commit. */
export async function acceptSimulation(
  { identity, services }: Pick<RouteRequest<unknown, unknown, unknown>, "identity" | "services">,
  tx: WriteTransaction,
  wanted: SimulationRequest,
): Promise<HandlerResult> {
  checkAgentCeiling(wanted.agent_count, identity);
  if (wanted.callback_url !== null) checkCallback(wanted.callback_url, services.config.webhookAllowLoopback);
  const simulation: NewSimulation = {
    ...wanted,
    id: newId(),
    seed: wanted.seed ?? randomInt(2 ** 48 - 1),
    created_at: new Date(),
  };
  const start = simulationStart({
    ...simulation,
    organization: { id: identity.organizationId, name: identity.organizationName },
    baseUrl: services.config.baseUrl,
  });
  const row = await insertSimulation(tx, simulation, start);
  if (row === null) throw unknownMethodology(wanted.methodology_slug);
  tx.dispatchAfterCommit(row);
  const data = createdSimulation({
    ...simulation,
    seed: String(simulation.seed),
    status: "queued",
    insights_status: simulation.generate_insights ? "not_started" : "disabled",
    failure_code: null,
    failure_message: null,
  }, services.config);
  return { status: 202, data, headers: { Location: data.poll_url } };
}

function unknownMethodology(slug: string): ApiError {
  return new ApiError(
    "invalid_workflow",
    `There is no published workflow ${slug}; GET /v1/workflows lists them.`,
    {
      meta: { field: "/workflow_id" },
    },
  );
}

function checkAgentCeiling(agentCount: number, { planTier, limits }: Identity): void {
  const ceiling = limits.agent_count_ceiling;
  if (agentCount > ceiling) {
    throw new ApiError(
      "agent_count_exceeds_plan",
      `The plan ${planTier} allows up to ${ceiling} agents a simulation.`,
      {
        meta: { field: "/agent_count", ceiling },
      },
    );
  }
}

function checkCallback(url: string, allowLoopback: boolean): void {
  const target = checkTargetUrl(url, { allowLoopback });
  if (!target.ok) throw validationError([{ field: "/callback_url", message: target.reason }]);
}
