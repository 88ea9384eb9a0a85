import { ServiceError } from "#client/index.ts";
import { keepPreviousData, queryOptions, skipToken, useQueries, useQuery } from "@tanstack/react-query";
import { type BodyOf, type DataOf, service } from "../api/calls.ts";
import { useList, usePaused, useRead } from "../api/queries.ts";
import { type Pair, pairsOf, recordOf } from "../components/form.tsx";
import { MAX_RUNS } from "./run-names.ts";
import { isFilled, scenarioOf, type ScenarioValues, typedScenario } from "./scenario.tsx";

/** What the form of a question holds. */
export interface Asked {
  question: string;
  /** The chosen methodology; empty has the service choose. */
  workflow_id: string;
  /** Whether U.S. adults in general are asked where no methodology fits. */
  general: boolean;
  /** Segments by dimension; none of a dimension restricts nothing. */
  audience: Record<string, string[]>;
  /** Other questions that are asked of the same agents. */
  variants: { question: string }[];
  agent_count: number | null;
  /** By methodology: a change of methodology loses nothing that was typed. */
  scenario: Record<string, ScenarioValues>;
  seed: number | null;
  reading: "yes" | "no";
  callback_url: string;
  metadata: Pair[];
}

/** Shorter questions are not routed. */
export const SHORTEST_QUESTION = 10;
export const MAX_QUESTION = 2_000;

const USUAL_SAMPLE_SIZE = 1_000;

/** An empty form, or that of a question that is asked again. */
export function startingValues(ceiling: number, again?: DataOf<"showSimulation">): Asked {
  const slug = again?.workflow_id ?? "";
  return {
    question: again?.question ?? "",
    workflow_id: again === undefined || again.routed_via !== null ? "" : slug,
    general: false,
    audience: { ...again?.audience },
    variants: [],
    agent_count: Math.min(again?.agent_count ?? USUAL_SAMPLE_SIZE, ceiling),
    scenario: again === undefined ? {} : { [slug]: typedScenario(again.scenario_context) },
    seed: again?.seed ?? null,
    reading: again?.insights_status === "disabled" ? "no" : "yes",
    callback_url: again?.callback_url ?? "",
    metadata: pairsOf(again?.metadata ?? {}),
  };
}

/** The audience as the API takes it. */
export function audienceOf(audience: Asked["audience"]): Asked["audience"] | undefined {
  const named = Object.entries(audience).filter(([, segments]) =>
    Array.isArray(segments) && segments.length > 0
  );
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

/** Where the values go: to one methodology, or wherever the service routes them. */
interface Destination {
  /** Empty has the service choose. */
  readonly slug: string;
  /** The scenario, as the API takes it. */
  readonly overrides: Record<string, unknown> | undefined;
  /** Whether U.S. adults in general alone can be asked. */
  readonly isGeneral: boolean;
}

/**
 * The call that asks: of one question, or of all variants by one methodology and with one seed.
 * @throws RangeError without a number of agents, which the browser refuses before
 */
export function callOf(values: Asked, { slug, overrides, isGeneral }: Destination) {
  const { question, agent_count, seed, reading, callback_url, variants } = values;
  if (agent_count === null) throw new RangeError("Cannot ask without a number of agents");
  const audience = audienceOf(values.audience);
  const metadata = recordOf(values.metadata);
  const request = {
    question,
    agent_count,
    ...(audience && { audience }),
    ...(callback_url === "" ? {} : { callback_url }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    generate_insights: reading === "yes",
  };
  const seeded = seed === null ? {} : { seed };
  const fallback = isGeneral ? { fallback: "general_population" as const } : {};
  const named = { ...request, workflow_id: slug, ...(overrides && { scenario_context: overrides }) };
  const routed = { ...request, ...fallback, ...(overrides && { overrides }) };
  if (variants.length > 0) {
    const one = slug === "" ? routed : named;
    const simulations = [values, ...variants].map(({ question }) => ({ ...one, question }));
    return { operation: "createSimulations", args: {}, body: { simulations, ...seeded } } as const;
  }
  return slug === ""
    ? { operation: "autoSimulation", args: {}, body: { ...routed, ...seeded } } as const
    : { operation: "createSimulation", args: {}, body: { ...named, ...seeded } } as const;
}

/** A price in a question, such as `$12` or `$1,200.50`. */
const PRICE = /\$\s?\d[\d,]*(?:\.\d+)?/;

export function priceIn(question: string): string | undefined {
  return PRICE.exec(question)?.[0];
}

/** The prices of a ladder as they are read: "9, 15, 1,200" are three, since thousands have no space after their comma. */
export function pricesIn(text: string): string[] {
  const amounts = text.match(/\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?/g) ?? [];
  return [...new Set(amounts)].map((amount) => `$${amount}`);
}

/** The question at each of the prices, but not at its own. */
export function priceLadder(question: string, prices: readonly string[]): string[] {
  return prices.map((price) => question.replace(PRICE, () => price))
    .filter((each) => each !== question).slice(0, MAX_RUNS - 1);
}

const isLong = (text: string) => text.trim().length >= SHORTEST_QUESTION;

/** Typing pauses so long before anything is asked. */
const PAUSE_MS = 400;

type PreviewBody = BodyOf<"previewSimulation">;

function previewOf(body: PreviewBody | null) {
  return queryOptions({
    queryKey: ["previewSimulation", body],
    queryFn: body === null ? skipToken : ({ signal }) => service.simulations.preview(body, { signal }),
    staleTime: 60_000,
  });
}

/** The preview of the latest body; while it is under way, that of the one before it. */
function usePreviewOf(body: PreviewBody | null) {
  return useQuery({ ...previewOf(body), placeholderData: keepPreviousData });
}

/** The methodologies' names by their slugs; none until they are read. */
export function useMethodologies(): ReadonlyMap<string, string> {
  const { data } = useList("listWorkflows", { limit: 100 });
  return new Map(data?.map(({ workflow_id, name }) => [workflow_id, name]));
}

/** What is wrong with each variant's question, and whether one of them is still being read. */
export function useVariantIssues(variants: Asked["variants"]) {
  const { settled, isOld } = usePaused(variants, PAUSE_MS);
  const reads = useQueries({
    queries: settled.map(({ question }) => previewOf(isLong(question) ? { question } : null)),
  });
  return {
    issues: reads.map(({ data }) => data?.question_issues ?? []),
    isOld: isOld || reads.some(({ isFetching }) => isFetching),
  };
}

/** What the values would give: the methodology in question, and the service's preview. */
export function usePreview(
  { question, workflow_id, agent_count, audience, scenario }: Asked,
  ceiling: number,
) {
  const named = audienceOf(audience);
  const isSize = agent_count !== null && Number.isInteger(agent_count) && agent_count >= 1 &&
    agent_count <= ceiling;
  const { settled: body, isOld: isTypingBody } = usePaused({
    question,
    ...(isSize && { agent_count }),
    ...(named && { audience: named }),
  }, PAUSE_MS);
  const base = isLong(body.question) ? body : null;
  const routing = usePreviewOf(workflow_id === "" ? base : null);
  const slug = workflow_id !== "" ? workflow_id : base === null ? null : routing.data?.workflow_id ?? null;
  const workflow = useRead("showWorkflow", { workflow_id: slug ?? "none" }, {
    enabled: slug !== null,
    staleTime: 300_000,
  });
  const schema = workflow.data?.workflow_id === slug ? workflow.data.scenario_schema : undefined;
  const overrides = schema === undefined || slug === null ? undefined : scenarioOf(schema, scenario[slug]);
  // A shorter question is refused, so there is nothing to wait for.
  const isRouted = workflow_id !== "" || !isLong(question) ||
    (question === body.question && routing.data !== undefined && !routing.isPlaceholderData);
  const isIncomplete = isRouted
    ? slug !== null && schema === undefined && isFilled(scenario[slug])
    : Object.values(scenario).some(isFilled);
  const { settled: scenarioOfSlug, isOld: isTypingScenario } = usePaused({ slug, overrides }, PAUSE_MS);
  const given = scenarioOfSlug.slug === slug ? scenarioOfSlug.overrides : undefined;
  const needsMore = base !== null && slug !== null && (workflow_id !== "" || given !== undefined);
  const detailed = usePreviewOf(
    needsMore ? { ...base, workflow_id: slug, ...(given && { overrides: given }) } : null,
  );
  const shown = needsMore ? detailed : routing;
  const isTyping = isTypingBody || isTypingScenario;
  return {
    slug,
    workflow: workflow.data,
    /** The scenario of the methodology in question, as the API takes it. */
    overrides,
    schema,
    /** Whether a scenario was typed of which it is not known yet whether and how the methodology takes it. */
    isIncomplete,
    /** Why the methodology's scenario is not known, and how to try again. */
    unread: slug === null || workflow.error === null ? null : workflow,
    preview: base === null ? undefined : shown.data ?? routing.data,
    error: isTyping || base === null ? null : routing.error ?? shown.error,
    isOld: isLong(question) && (isTyping || shown.isPlaceholderData || shown.isFetching),
  };
}

/** Whether the preview was refused for what is still being typed. */
export function isHalfTyped(error: unknown): boolean {
  return error instanceof ServiceError &&
    (error.code === "validation_error" || error.code === "agent_count_exceeds_plan");
}
