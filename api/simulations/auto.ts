import type { Static } from "typebox";
import type { Methodology } from "#engine/bank/methodology.ts";
import type { RankedMethodology, Routing } from "#engine/routing/router.ts";
import type { SentenceEncoder } from "#engine/question/vectors.ts";
import type { NewSimulation } from "#db/simulations/simulations.ts";
import { ApiError, unavailable } from "#shared/errors.ts";
import { defineRoute, type OrganizationWriteTransaction, withScope } from "../http/define-route.ts";
import { type Answer, deprecated } from "../http/response.ts";
import { AUDIENCE_TOO_SMALL } from "./audience.ts";
import {
  acceptSimulation,
  checkScenarioContext,
  type CreateRequest,
  invalidWorkflow,
  QUOTA_ERRORS,
} from "./create.ts";
import { AutoSimulation, CreatedSimulation, RoutedMeta } from "./schema.ts";
import type { ForecastByModel } from "#engine/forecast/model-forecasts.ts";

/** How many likely methodologies a 422 names. */
export const MAX_ALTERNATIVES = 3;

export const autoSimulation = defineRoute({
  ...withScope("Simulations", "simulations:read"),
  endpoint: "POST /v1/simulations/auto",
  idempotencyKey: "required",
  matchesQuestion: true,
  body: AutoSimulation,
  responses: {
    202: {
      description: "Accepted",
      data: CreatedSimulation,
      meta: RoutedMeta,
      headers: ["Location", "Deprecation", "Sunset"],
    },
  },
  unprocessable: AUDIENCE_TOO_SMALL,
  errors: ["routing_low_confidence", "agent_count_exceeds_plan", "invalid_workflow", ...QUOTA_ERRORS],
  prepare: async ({ body, identity, services: { methodologies, routing } }): Promise<Routing> =>
    await routing.route(body.question, await methodologies.usableBy(identity.organizationId)),
  write: (request, tx, prepared) => acceptAuto(request, tx, prepared as Routing),
});

type AutoRequest = CreateRequest<Static<typeof AutoSimulation>>;

/** The accepted simulation of a question that was routed to its methodology. @throws ApiError where it is refused */
export async function acceptAuto(
  request: AutoRequest,
  tx: OrganizationWriteTransaction,
  routed: Routing,
): Promise<Answer> {
  const { identity: { organizationId }, services: { config, methodologies } } = request;
  // A methodology may be deprecated a moment after the question was routed to it: then the rest are asked, each once.
  const refused: string[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const usable = (await methodologies.usableBy(organizationId)).filter(({ slug }) =>
      !refused.includes(slug)
    );
    const hasFallback = request.body.fallback !== undefined;
    const chosen = chooseMethodology(routed, config.routingFloor, usable, hasFallback);
    const accepted = await acceptRouted(request, tx, chosen);
    if (accepted !== null) return accepted;
    refused.push(chosen.methodology.slug);
  }
  throw invalidWorkflow(refused.join(", "));
}

/** Deprecations between a routing and its create; more at once mean that nothing is published. */
const MAX_ROUNDS = 5;

type Chosen = ReturnType<typeof chooseMethodology>;

/** The accepted simulation; null where its methodology was deprecated meanwhile. */
async function acceptRouted(
  request: AutoRequest,
  tx: OrganizationWriteTransaction,
  { confidence, methodology }: Chosen,
): Promise<Answer | null> {
  const { body, identity } = request;
  if (body.overrides !== undefined) checkScenarioContext(body.overrides, methodology, "/overrides");
  const ceiling = identity.limits.agent_count_ceiling;
  const routed_via = confidence === null ? null : routedVia(methodology, confidence);
  const accepted = await acceptSimulation(request, tx, methodology, {
    routing_confidence: confidence ?? 0,
    question: body.question,
    agent_count: body.agent_count ?? Math.min(methodology.recommended_sample_size, ceiling),
    scenario_context: (body.overrides as NewSimulation["scenario_context"]) ?? null,
    routed_via,
    asked: body.question,
  });
  if (accepted === null) return null;
  return deprecated({ ...accepted, meta: { ...accepted.meta, routed_via } }, [
    "meta.routed_via.kpi_question is deprecated: agents are asked the literal question.",
  ]);
}

export function methodologyOf(
  methodologies: readonly Methodology[],
  slug: string | undefined,
): Methodology | undefined {
  return methodologies.find((methodology) => methodology.slug === slug);
}

/** Takes opinions on anything, so its agents are the general population. */
const GENERAL = "public-opinion";

/** Whose name a run of the general population has: while opinions are not taken, the likeliest methodology's, which asks the same people of what it does not fit. */
export function generalOf(
  usable: readonly Methodology[],
  best: RankedMethodology | undefined,
): Methodology | undefined {
  return methodologyOf(usable, GENERAL) ?? methodologyOf(usable, best?.slug);
}

/** The likeliest of these methodologies. @throws ApiError 422 with the likely ones when its confidence is below the floor, and `fallback` names no one else to ask */
function chooseMethodology(
  routed: Routing,
  floor: number,
  usable: readonly Methodology[],
  hasFallback: boolean,
) {
  const likely = routed.filter(({ slug }) => methodologyOf(usable, slug) !== undefined);
  const [best] = likely;
  const methodology = methodologyOf(usable, best?.slug);
  if (best !== undefined && methodology !== undefined && best.confidence >= floor) {
    return { confidence: roundedConfidence(best.confidence), methodology };
  }
  const general = hasFallback ? generalOf(usable, best) : undefined;
  // The question fits no methodology: then the general population is asked.
  if (general !== undefined) return { confidence: null, methodology: general };
  const meta = { alternatives: likely.slice(0, MAX_ALTERNATIVES).map(alternativeResource), floor };
  throw new ApiError("routing_low_confidence", undefined, { meta });
}

/** How a question was routed. */
export function routedVia({ slug, name, label, kpi_question }: Methodology, confidence: number) {
  return {
    workflow_id: slug,
    workflow_name: name,
    confidence: roundedConfidence(confidence),
    methodology_label: label,
    kpi_question,
  };
}

export function alternativeResource({ slug, confidence }: RankedMethodology) {
  return { workflow_id: slug, confidence: roundedConfidence(confidence) };
}

function roundedConfidence(confidence: number): number {
  return Math.round(confidence * 10_000) / 10_000;
}

export interface AnsweringModel {
  readonly engine: string;
  /** A question's forecast with the error of the model in place of the forecast's own. */
  readonly forecastOf: ForecastByModel;
  /** US dollars per million tokens; null where it is unknown. */
  readonly price: { readonly input: number; readonly output: number } | null;
}

/** The encoder as requests use it. @throws ApiError 503 where it is busy or has just crashed: the next call starts it anew */
export function answeringEncoder(encoder: SentenceEncoder): SentenceEncoder {
  const unread = (cause: unknown): never => {
    // By its name: the API imports no provider.
    if (!(cause instanceof Error && cause.name === "EmbeddingError")) throw cause;
    throw unavailable("Questions cannot be read at the moment; try again shortly.", 2, cause);
  };
  return { id: encoder.id, embed: (texts, signal) => encoder.embed(texts, signal).catch(unread) };
}
