import { useEffect, useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ServiceError } from "#client/index.ts";
import { type BodyOf, type DataOf, path, service } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";
import { type Pair, pairsOf, recordOf } from "../components/pairs.tsx";
import { isFilled, scenarioOf, type ScenarioValues, typedScenario } from "./scenario.tsx";

/** What the form of a question holds. */
export interface Asked {
  question: string;
  /** The chosen methodology; empty has the service choose. */
  workflow_id: string;
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
    agent_count: Math.min(again?.agent_count ?? USUAL_SAMPLE_SIZE, ceiling),
    scenario: again === undefined ? {} : { [slug]: typedScenario(again.scenario_context) },
    seed: again?.seed ?? null,
    reading: again?.insights_status === "disabled" ? "no" : "yes",
    callback_url: again?.callback_url ?? "",
    metadata: pairsOf(again?.metadata ?? {}),
  };
}

/** What both ways of creating a simulation take. @throws RangeError without a number of agents, which the browser refuses before */
export function requestOf(
  { question, agent_count, seed, reading, callback_url, metadata }: Asked,
): BodyOf<"autoSimulation"> & { agent_count: number } {
  if (agent_count === null) throw new RangeError("Cannot ask without a number of agents");
  const named = recordOf(metadata);
  return {
    question,
    agent_count,
    ...(seed === null ? {} : { seed }),
    ...(callback_url === "" ? {} : { callback_url }),
    ...(Object.keys(named).length === 0 ? {} : { metadata: named }),
    generate_insights: reading === "yes",
  };
}

/** Typing pauses so long before anything is asked. */
const PAUSE_MS = 400;

/** The text once it has stood still for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

type PreviewBody = BodyOf<"previewSimulation">;

/** The preview of the latest body; while it is under way, that of the one before it. */
function usePreviewOf(body: PreviewBody | null) {
  return useQuery({
    queryKey: ["previewSimulation", body],
    queryFn: ({ signal }) => {
      if (body === null) throw new Error("Nothing to preview");
      return service.simulations.preview(body, { signal });
    },
    enabled: body !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** What the values would give: the methodology in question, and the service's preview. */
export function usePreview({ question, workflow_id, agent_count, scenario }: Asked, ceiling: number) {
  const [settledQuestion = "", settledAgents = null] = JSON.parse(
    useSettled(JSON.stringify([question, agent_count])),
  ) as [string, number | null];
  const isLong = (text: string) => text.trim().length >= SHORTEST_QUESTION;
  const isSize = settledAgents !== null && Number.isInteger(settledAgents) && settledAgents >= 1 &&
    settledAgents <= ceiling;
  const base = isLong(settledQuestion)
    ? { question: settledQuestion, ...(isSize ? { agent_count: settledAgents } : {}) }
    : null;
  const routing = usePreviewOf(workflow_id === "" ? base : null);
  const slug = workflow_id !== "" ? workflow_id : base === null ? null : routing.data?.workflow_id ?? null;
  const workflow = useRead("showWorkflow", path`/v1/workflows/${slug ?? "none"}`, {}, {
    enabled: slug !== null,
    staleTime: 300_000,
  });
  const schema = workflow.data?.data.workflow_id === slug ? workflow.data.data.scenario_schema : undefined;
  const overrides = schema === undefined || slug === null ? undefined : scenarioOf(schema, scenario[slug]);
  // A shorter question is refused, so there is nothing to wait for.
  const isRouted = workflow_id !== "" || !isLong(question) ||
    (question === settledQuestion && routing.data !== undefined && !routing.isPlaceholderData);
  const isIncomplete = isRouted
    ? slug !== null && schema === undefined && isFilled(scenario[slug])
    : Object.values(scenario).some(isFilled);
  const typed = JSON.stringify([slug, overrides ?? null]);
  const settled = useSettled(typed);
  const [settledSlug, settledOverrides] = JSON.parse(settled) as [
    string | null,
    Record<string, unknown> | null,
  ];
  const given = settledSlug === slug ? settledOverrides : null;
  const needsMore = base !== null && slug !== null && (workflow_id !== "" || given !== null);
  const detailed = usePreviewOf(
    needsMore ? { ...base, workflow_id: slug, ...(given === null ? {} : { overrides: given }) } : null,
  );
  const shown = needsMore ? detailed : routing;
  const isTyping = question !== settledQuestion || agent_count !== settledAgents || typed !== settled;
  return {
    slug,
    workflow: workflow.data?.data,
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
