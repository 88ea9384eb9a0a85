import { lazilyFor, lazilyOf } from "#shared/lazily.ts";
import { Buffer } from "node:buffer";
import { randomInt } from "node:crypto";
import type { Static } from "typebox";
import type { Methodology } from "#engine/bank/methodology.ts";
import { insertSimulation, type NewSimulation } from "#db/simulations/simulations.ts";
import { prepareCallback } from "#db/webhooks/webhooks.ts";
import type { Config } from "#shared/config.ts";
import { ApiError, validationError } from "#shared/errors.ts";
import { newId } from "#shared/ids.ts";
import { SIMULATION_EVENT_TYPES } from "#shared/webhooks/events.ts";
import { newWebhookSecret, PLACES } from "#shared/webhooks/secrets.ts";
import { simulationStart } from "#temporal/simulation.ts";
import { NOTHING_USED, overQuota, type Used } from "../billing/usage.ts";
import {
  defineRoute,
  NO_STORE,
  type OrganizationWriteTransaction,
  type RouteRequest,
  withScope,
} from "../http/define-route.ts";
import type { Identity } from "../http/identity.ts";
import { type Answer, deprecated } from "../http/response.ts";
import { checkTarget, compileCheck } from "../http/validator.ts";
import { AUDIENCE_TOO_SMALL, checkAudience } from "./audience.ts";
import { CreatedMeta, CreatedSimulation, CreateSimulation, type OfEveryCreate } from "./schema.ts";
import { simulationResource } from "./read.ts";

/** Seeds that are drawn are below it. */
export const MAX_SEED = 2 ** 48 - 1;
const MAX_SCENARIO_BYTES = 16 * 1024;

/** The codes of a simulation that the month's quotas do not allow. */
export const QUOTA_ERRORS = ["insufficient_quota", "tier_cap_exceeded"] as const;

export const createSimulation = defineRoute({
  ...withScope("Simulations", "simulations:read"),
  endpoint: "POST /v1/simulations",
  idempotencyKey: "required",
  body: CreateSimulation,
  responses: {
    202: {
      description: "Accepted",
      data: CreatedSimulation,
      meta: CreatedMeta,
      headers: ["Location", "Deprecation", "Sunset"],
    },
  },
  unprocessable: AUDIENCE_TOO_SMALL,
  errors: ["invalid_workflow", "agent_count_exceeds_plan", ...QUOTA_ERRORS],
  write: (request, tx) => acceptNamed(request, tx),
});

/** What accepting a simulation needs of its request. */
export type CreateRequest<Body> =
  & Pick<RouteRequest<unknown, unknown, Body>, "body" | "identity" | "services">
  & {
    /** What the request has already written in its transaction, of a batch: refused with it. */
    readonly before?: Used;
  };

/** The accepted simulation of a create, which names its methodology. @throws ApiError where it is refused */
export async function acceptNamed(
  request: CreateRequest<Static<typeof CreateSimulation>>,
  tx: OrganizationWriteTransaction,
): Promise<Answer> {
  const { body, identity, services } = request;
  const methodology = await services.methodologies.find(identity.organizationId, body.workflow_id);
  if (methodology === undefined) throw invalidWorkflow(body.workflow_id);
  if (body.scenario_context !== undefined) {
    checkScenarioContext(body.scenario_context, methodology, "/scenario_context");
  }
  const accepted = await acceptSimulation(request, tx, methodology, {
    routing_confidence: null,
    question: body.question ?? null,
    agent_count: body.agent_count,
    scenario_context: (body.scenario_context as NewSimulation["scenario_context"]) ?? null,
    routed_via: null,
    asked: body.question ?? methodology.kpi_question,
  });
  if (accepted === null) throw invalidWorkflow(body.workflow_id);
  return deprecated(
    accepted,
    body.question === undefined ? ["Omitting question is deprecated: send the question to be asked."] : [],
  );
}

/** What is asked, and of how many. */
type Asked = Pick<
  NewSimulation,
  "routing_confidence" | "question" | "agent_count" | "scenario_context" | "routed_via" | "asked"
>;

/**
 * Writes the simulation and starts its workflow after the commit; null where its methodology takes no new simulations.
 *
 * @throws ApiError 400 or 422 for the audience, 422 over the plan's agent ceiling or the month's agents, 402 over the month's simulations,
 *     400 for the callback's URL
 */
export async function acceptSimulation(
  { body, identity, services: { config, now }, before = NOTHING_USED }: CreateRequest<
    Static<typeof OfEveryCreate>
  >,
  tx: OrganizationWriteTransaction,
  methodology: Methodology,
  asked: Asked,
): Promise<Answer | null> {
  const audience = checkAudience(body.audience, methodology);
  checkAgentCeiling(asked.agent_count, identity);
  const callback_url = body.callback_url ?? null;
  if (callback_url !== null) checkTarget(callback_url, "/callback_url", config);
  const simulation: NewSimulation = {
    ...asked,
    methodology_id: methodology.id ?? null,
    methodology_slug: methodology.slug,
    methodology_version: methodology.version,
    audience,
    callback_url,
    generate_insights: body.generate_insights ?? true,
    metadata: body.metadata ?? {},
    name: body.name ?? null,
    tags: body.tags ?? [],
    id: newId(),
    seed: body.seed ?? randomInt(MAX_SEED),
    created_by: identity.kind === "key"
      ? { kind: "key", id: identity.keyId }
      : { kind: "user", id: identity.userId },
    created_at: now(),
  };
  const start = simulationStart({
    ...simulation,
    organization_id: identity.organizationId,
    baseUrl: config.baseUrl,
  });
  const inserted = await insertSimulation(tx, simulation, identity.limits, start);
  if (inserted.kind === "unpublished") return null;
  if (inserted.kind === "over_quota") throw overQuota(simulation, inserted.used, before, identity);
  const data = simulationResource({
    ...simulation,
    tags: [...simulation.tags],
    archived: false,
    created_by: { ...simulation.created_by, name: inserted.creatorName },
    seed: String(simulation.seed),
    status: "queued",
    insights_status: simulation.generate_insights ? "not_started" : "disabled",
    agents_completed: 0,
    started_at: null,
    completed_at: null,
    shared: false,
    failure_code: null,
    failure_message: null,
  }, config);
  const meta = callback_url === null ? {} : await callbackMeta(tx, config);
  return {
    data,
    meta,
    headers: {
      Location: `${config.baseUrl}/v1/simulations/${simulation.id}`,
      ...(meta.callback_secret?.secret === undefined ? {} : NO_STORE),
    },
  };
}

/** What the answer says of a callback: the secret that signs its deliveries, shown where this made it, and who is passed over for it. */
async function callbackMeta(
  tx: OrganizationWriteTransaction,
  { baseUrl, keyring }: Config,
): Promise<Static<typeof CreatedMeta>> {
  const secret = newWebhookSecret();
  const sealed = keyring.encrypt(secret, PLACES.callbackSecret(tx.organizationId));
  const { is_new: isNew, passed_over: passedOver } = await prepareCallback(
    tx,
    sealed,
    SIMULATION_EVENT_TYPES,
  );
  if (isNew) await tx.record("callback_secret.create", tx.organizationId);
  const subscriptions = passedOver === 1
    ? "1 subscription that lists"
    : `${passedOver} subscriptions that list`;
  return {
    callback_secret: {
      exists: !isNew,
      rotate_url: `${baseUrl}/v1/callback-secret`,
      ...(isNew ? { secret } : {}),
    },
    ...(passedOver === 0 ? {} : {
      callback_note:
        `Events of a simulation with a callback_url go there, not to the ${subscriptions} their types; those to * get them too.`,
    }),
  };
}

/** The 400 of a slug that names no published methodology. */
export function invalidWorkflow(slug: string): ApiError {
  return new ApiError(
    "invalid_workflow",
    `There is no published workflow ${slug}; GET /v1/workflows lists them.`,
    { meta: { field: "/workflow_id" } },
  );
}

export function checkAgentCeiling(agentCount: number, { planTier, limits }: Identity): void {
  const ceiling = limits.agent_count_ceiling;
  if (agentCount <= ceiling) return;
  throw new ApiError(
    "agent_count_exceeds_plan",
    `The plan ${planTier} allows up to ${ceiling} agents a simulation.`,
    { meta: { field: "/agent_count", ceiling } },
  );
}

const scenarioChecks = lazilyOf((methodology: Methodology) =>
  lazilyFor((field: `/${string}`) => compileCheck(methodology.scenario_schema, field))
);

/**
 * Checks a scenario by its methodology's own schema.
 *
 * @param field the body's field that holds it, for the faults
 * @throws ApiError 400, also over 16 KiB
 */
export function checkScenarioContext(context: object, methodology: Methodology, field: `/${string}`): void {
  if (Buffer.byteLength(JSON.stringify(context)) > MAX_SCENARIO_BYTES) {
    throw validationError([{ field, message: "must be at most 16 KiB" }]);
  }
  scenarioChecks(methodology)(field)(context);
}
