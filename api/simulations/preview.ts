import { type Forecast, isIllustrative } from "#engine/forecast/forecast.ts";
import { forecastWithin } from "#engine/forecast/forecast-within.ts";
import { effectiveHumanN, intervalAround } from "#engine/forecast/uncertainty.ts";
import { hundredths, outwardTenths, percentages } from "#engine/numeric/rounding.ts";
import { methodologyTaking } from "#engine/routing/router.ts";
import { populationOfVerdict } from "#engine/verdict/disclosure.ts";
import { samplingMargin } from "#engine/verdict/verdict.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import { AUDIENCE_TOO_SMALL, audienceFrame, checkAudience } from "./audience.ts";
import {
  alternativeResource,
  type AnsweringModel,
  generalOf,
  MAX_ALTERNATIVES,
  methodologyOf,
  routedVia,
} from "./auto.ts";
import { checkAgentCeiling, checkScenarioContext, invalidWorkflow } from "./create.ts";
import { SimulationPreview } from "./results-schema.ts";
import { PreviewSimulation } from "./schema.ts";

/** The sample size of a question that no methodology takes. */
const GENERIC_SAMPLE_SIZE = 1_000;

export const previewSimulation = defineRoute({
  ...withScope("Simulations", "simulations:read"),
  endpoint: "POST /v1/simulations/preview",
  matchesQuestion: true,
  body: PreviewSimulation,
  responses: { 200: { description: "The preview", data: SimulationPreview } },
  unprocessable: AUDIENCE_TOO_SMALL,
  errors: ["agent_count_exceeds_plan", "invalid_workflow"],
  read: async ({ body, identity, services: { methodologies, routing, forecaster, model } }) => {
    const { organizationId } = identity;
    const usable = await methodologies.usableBy(organizationId);
    const ranked = await routing.route(body.question, usable);
    const [best] = ranked;
    const routed = methodologyTaking(ranked, usable, routing.floor);
    const named = body.workflow_id === undefined ? undefined : methodologyOf(usable, body.workflow_id);
    if (body.workflow_id !== undefined && named === undefined) throw invalidWorkflow(body.workflow_id);
    const found = named ?? routed ?? (body.fallback === undefined ? undefined : generalOf(usable, best));
    if (found !== undefined && body.overrides !== undefined) {
      checkScenarioContext(body.overrides, found, "/overrides");
    }
    const confidence = named === undefined
      ? best?.confidence ?? 0
      : await routing.confidence(body.question, named);
    const recommended = found?.recommended_sample_size ?? GENERIC_SAMPLE_SIZE;
    const agents = body.agent_count ?? Math.min(recommended, identity.limits.agent_count_ceiling);
    checkAgentCeiling(agents, identity);
    const methodology = found ?? null;
    const audience = checkAudience(body.audience, methodology);
    const expected = forecaster().forecast({
      read: await forecaster().read(body.question, methodology),
      methodology,
      onTopic: methodology !== null && confidence >= routing.floor,
      scenario: { ...body.overrides },
    });
    const whole = await model?.forecastOf(expected) ?? expected;
    const forecast = audience === null ? whole : forecastWithin(whole, methodology, audience);
    const alternatives = routed === undefined ? ranked : ranked.slice(1);
    return {
      data: {
        ...previewOf(forecast, agents),
        question: body.question,
        audience,
        population: populationOfVerdict(forecast.tier, methodology),
        frame: audienceFrame(audience, methodology),
        workflow_id: found?.slug ?? null,
        agent_count: agents,
        routed_via: routed === undefined ? null : routedVia(routed, best?.confidence ?? 0),
        alternatives: alternatives.slice(0, MAX_ALTERNATIVES).map(alternativeResource),
        cost: costOf(model, agents),
      },
    };
  },
});

/** What is expected of that many agents of equal weight. */
function previewOf(forecast: Forecast, agents: number) {
  const { issues, overall, matched, scenario } = forecast;
  const [yes, maybe, no, n_a] = percentages([overall.yes, overall.maybe, overall.no, overall.n_a]);
  return {
    ...forecast,
    matched_question: matched,
    illustrative: isIllustrative(forecast),
    expected_pct: { yes, maybe, no, n_a },
    ...peopleOf(forecast, agents),
    sampling_margin_pct: hundredths(samplingMargin(overall.yes, agents, 1)),
    question_issues: issues,
    scenario_applied: scenario,
  };
}

/** What may be said of people; nothing, where it was not measured how far such figures are off. */
function peopleOf({ overall, uncertainty }: Forecast, agents: number) {
  const ofPeople = (answer: "yes" | "maybe" | "no") =>
    uncertainty && outwardTenths(intervalAround(overall[answer], agents, uncertainty.overall[answer]));
  const yes = ofPeople("yes");
  return {
    interval_pct: yes && { yes, maybe: ofPeople("maybe"), no: ofPeople("no") },
    margin_of_error_pct: yes && hundredths((yes[1] - yes[0]) / 2),
    uncertainty_basis: uncertainty?.basis ?? "unmeasured",
    effective_human_n: yes && effectiveHumanN(100 * overall.yes, yes),
  };
}

/** Tokens of one call with its persona: measured on prompts and replies of the present version, rounded up. */
const TOKENS = { prompt: 700, completion: 80 } as const;

/** At most a call for each agent: people with the same persona share one. Null for the engine without a model. */
export function costOf(model: Pick<AnsweringModel, "engine" | "price"> | null, agents: number) {
  if (model === null) return null;
  const { price } = model;
  const usd = price === null
    ? null
    : agents * (TOKENS.prompt * price.input + TOKENS.completion * price.output) / 1e6;
  return { engine: model.engine, calls_at_most: agents, usd_at_most: usd === null ? null : hundredths(usd) };
}
