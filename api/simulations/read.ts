import Type from "typebox";
import { pageOfSimulations, readSimulation, type SimulationRecord } from "#db/simulations/simulations.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import { boolean, listFilters, multiEnum, strictObject, text, VISIBLE, Wait } from "../http/fields.ts";
import { chargeMatching } from "../http/access.ts";
import { answerRows, listOf } from "../http/pagination.ts";
import { SharedReads } from "../http/long-polls.ts";
import { PollMeta, Simulation, SIMULATION_STATUSES, Tag } from "./schema.ts";
import { ListedSimulation } from "./results-schema.ts";
import { foundSimulation, listedSimulation, pollAfterSeconds, simulationResource } from "./serialize.ts";

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
