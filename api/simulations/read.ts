import Type from "typebox";
import {
  type InsightsStatus,
  type ListedSimulation as ListedRow,
  pageOfSimulations,
  readSimulation,
  type SimulationRecord,
  type SimulationRow,
} from "#db/simulations/simulations.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import { boolean, listFilters, multiEnum, strictObject, text, VISIBLE, Wait } from "../http/fields.ts";
import { chargeMatching } from "../http/access.ts";
import { answerRows, listOf } from "../http/pagination.ts";
import { SharedReads } from "../http/long-polls.ts";
import { PollMeta, Simulation, SIMULATION_STATUSES, Tag } from "./schema.ts";
import { ListedSimulation } from "./results-schema.ts";
import type { ReadingRow } from "#db/readings/readings.ts";
import { readStoredVerdict } from "#engine/verdict/stored-verdict.ts";
import type { Config } from "#shared/config.ts";
import { shownAudience } from "./audience.ts";
import { ApiError, foundOr } from "#shared/errors.ts";
import { insightsPath } from "#shared/webhooks/payloads.ts";

/** Tags that one list is filtered by. */
const MAX_TAG_FILTERS = 5;

export const listSimulations = defineRoute({
  ...withScope("Simulations", "simulations:read"),
  ...listOf(ListedSimulation, {
    ...listFilters,
    status: Type.Optional(multiEnum(SIMULATION_STATUSES)),
    workflow_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    question: Type.Optional(
      text("Simulations that asked it; white space, case and last punctuation make no difference", {
        minLength: 1,
        maxLength: 2_000,
        pattern: VISIBLE,
      }),
    ),
    search: Type.Optional(
      text(
        "Simulations whose name or question has this in it, in any case, among the 10,000 newest; it takes from the second bucket, as previews do",
        { minLength: 1, maxLength: 200, pattern: VISIBLE },
      ),
    ),
    tag: Type.Optional(Type.Array(Tag, {
      minItems: 1,
      maxItems: MAX_TAG_FILTERS,
      uniqueItems: true,
      description:
        "Simulations that carry all of these: repeat the parameter, or separate the values by commas",
    })),
    archived: Type.Optional(boolean("true lists the archived ones alone", { default: false })),
  }),
  endpoint: "GET /v1/simulations",
  read: async (request) => {
    const { query, identity, services } = request;
    // It takes Postgres longer than a preview takes the API.
    if (query.search !== undefined) await chargeMatching(services.limiter, identity, 1);
    return await answerRows(
      request,
      (tx, filters, page) =>
        pageOfSimulations(tx, { ...filters, methodology_slug: filters.workflow_id }, page),
      listedSimulation,
    );
  },
});

const statusReads = new SharedReads<SimulationRecord | null>();

export const showSimulation = defineRoute({
  ...withScope("Simulations", "simulations:read"),
  endpoint: "GET /v1/simulations/{id}",
  query: strictObject({ wait: Type.Optional(Wait) }),
  responses: {
    200: { description: "Its status", data: Simulation, meta: PollMeta, headers: ["Retry-After"] },
  },
  readsAhead: true,
  read: async ({ params: { id }, query, identity, services, untilClosed, charged }) => {
    const { organizationId } = identity;
    const find = () => readSimulation(services.tenantDatabase, organizationId, id);
    if (query.wait !== undefined) await charged;
    const found = await services.longPolls.until({
      organizationId,
      seconds: query.wait,
      closed: untilClosed,
      concerns: ({ simulation_id }) => simulation_id === id,
      read: (wake) => statusReads.of(wake, find),
      isFinal: (current) => current === null || hasEnded(current),
    });
    const row = foundSimulation(found);
    const data = simulationResource(row, services.config);
    if (hasEnded(row)) return { data };
    const seconds = pollAfterSeconds(row);
    return {
      data,
      headers: { "Retry-After": `${seconds}` },
      meta: { next_poll_after_seconds: seconds },
    };
  },
});

export function hasEnded({ status }: Pick<SimulationRecord, "status">): boolean {
  return status === "completed" || status === "failed";
}

/** The simulation as creates, its status and lists show it. */
export function simulationResource(row: SimulationRecord, { baseUrl }: Config) {
  const poll_url = `${baseUrl}/v1/simulations/${row.id}`;
  return {
    ...row,
    workflow_id: row.methodology_slug,
    seed: Number(row.seed),
    results_available: row.status === "completed",
    results_url: `${poll_url}/results`,
    audience: shownAudience(row.audience),
    poll_url,
    progress_pct: Math.round((row.agents_completed / row.agent_count) * 1000) / 10,
  };
}

/** Agents that a run answers in a second, before it has shown how fast it is. */
const USUAL_AGENTS_PER_SECOND = 2_500;
const MAX_POLL_SECONDS = 30;

/**
 * When an unfinished simulation is worth another look, in seconds: 1 to 30, by what remains. A run that has shown no agent for some time
 * is expected to take as long again.
 */
export function pollAfterSeconds(
  row: Pick<SimulationRow, "agent_count" | "agents_completed" | "created_at" | "started_at">,
  now = Date.now(),
): number {
  const elapsed = (now - (row.started_at ?? row.created_at).getTime()) / 1_000;
  const left = row.agent_count - row.agents_completed;
  const remaining = row.agents_completed > 0
    ? elapsed * left / row.agents_completed
    : Math.max(left / USUAL_AGENTS_PER_SECOND, elapsed);
  return Math.min(MAX_POLL_SECONDS, Math.max(1, Math.ceil(remaining)));
}

/** The simulation as the list shows it, with what its verdict comes to. */
export function listedSimulation(row: ListedRow, config: Config) {
  const verdict = row.verdict && readStoredVerdict(row.verdict, row.boundary);
  return { ...simulationResource(row, config), verdict };
}

/** `post_hoc` of a simulation's results: the Reading's state and URL, and once completed its content. @param row null before that */
export function postHocOfResults(
  simulation: { readonly id: string; readonly insights_status: InsightsStatus },
  row: ReadingRow | null,
  baseUrl: string,
) {
  const insights_url = `${baseUrl}${insightsPath(simulation.id)}`;
  if (row?.insights_status !== "completed") {
    return { insights_status: simulation.insights_status, insights_url };
  }
  return { ...row, insights_url, cost_usd_estimate: Number(row.cost_usd), ...row.post_hoc };
}

export const foundSimulation = foundOr("There is no such simulation.", "simulation_not_found");

/** The 409 of a simulation without results: one that is queued, running or failed. */
export function simulationNotComplete(
  { id, status, failure_code, failure_message }: Pick<
    SimulationRow,
    "id" | "status" | "failure_code" | "failure_message"
  >,
): ApiError {
  return status === "failed"
    ? new ApiError("simulation_not_complete", "The simulation failed and has no results.", {
      meta: { simulation_id: id, status, failure_code, failure_message },
    })
    : new ApiError(
      "simulation_not_complete",
      "The simulation has not completed yet: ask for its status with ?wait=30, or subscribe to simulation.completed.",
      { meta: { simulation_id: id, status } },
    );
}
