import { lazily } from "#shared/lazily.ts";
import { randomInt } from "node:crypto";
import Type, { type Static } from "typebox";
import type { Routing } from "#engine/routing/router.ts";
import { ApiError, type FieldFault, refuseFaults } from "#shared/errors.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import { deprecated } from "../http/response.ts";
import { chargeMatching } from "../http/access.ts";
import { compileFaults } from "../http/validator.ts";
import { AUDIENCE_TOO_SMALL } from "./audience.ts";
import { NOTHING_USED } from "../billing/usage.ts";
import { acceptAuto } from "./auto.ts";
import { acceptNamed, MAX_SEED, QUOTA_ERRORS } from "./create.ts";
import {
  AutoSimulation,
  CreatedMeta,
  CreatedSimulation,
  CreateSimulation,
  SimulationBatch,
} from "./schema.ts";

export const createSimulations = defineRoute({
  ...withScope("Simulations", "simulations:read"),
  endpoint: "POST /v1/simulations/batch",
  idempotencyKey: "required",
  body: SimulationBatch,
  responses: {
    202: {
      description: "All of them, in order",
      data: Type.Array(CreatedSimulation),
      meta: CreatedMeta,
      headers: ["Deprecation", "Sunset"],
    },
  },
  unprocessable: AUDIENCE_TOO_SMALL,
  errors: ["invalid_workflow", "routing_low_confidence", "agent_count_exceeds_plan", ...QUOTA_ERRORS],
  prepare: async ({ body, identity, services: { limiter, methodologies, routing } }): Promise<Prepared> => {
    const seed = seedOf(body);
    const bodies = body.simulations.map((one) => {
      const agent_count = one.agent_count ?? body.agent_count;
      return { ...one, seed, ...(agent_count === undefined ? {} : { agent_count }) };
    });
    checkAll(bodies);
    const unrouted = [...bodies.entries()].filter(([, { workflow_id }]) => workflow_id === undefined);
    await chargeMatching(limiter, identity, unrouted.length);
    const routings = new Map<number, Routing>();
    const usable = await methodologies.usableBy(identity.organizationId);
    for (const [index, { question = "" }] of unrouted) {
      routings.set(index, await within(index, () => routing.route(question, usable)));
    }
    return { bodies, routings };
  },
  write: async (request, tx, prepared) => {
    const { bodies, routings } = prepared as Prepared;
    const accepted = [];
    let before = NOTHING_USED;
    for (const [index, one] of bodies.entries()) {
      const routed = routings.get(index);
      // The checks above have seen to what each of the two needs.
      const result = await within(
        index,
        () =>
          routed === undefined
            ? acceptNamed({ ...request, before, body: one as Static<typeof CreateSimulation> }, tx)
            : acceptAuto({ ...request, before, body: one as Static<typeof AutoSimulation> }, tx, routed),
      );
      accepted.push(result);
      const { agent_count } = result.data as Static<typeof CreatedSimulation>;
      before = { simulations: before.simulations + 1, agent_runs: before.agent_runs + agent_count };
    }
    const { callback_secret, callback_note } = Object.assign(
      {},
      ...accepted.map(({ meta }) => meta).reverse(),
    ) as Static<typeof CreatedMeta>;
    const notices = accepted.flatMap(({ meta }) => meta?.["deprecations"] as readonly string[] ?? []);
    return deprecated({
      data: accepted.map(({ data }) => data),
      meta: {
        ...(callback_secret === undefined ? {} : { callback_secret }),
        ...(callback_note === undefined ? {} : { callback_note }),
      },
      headers: callback_secret?.secret === undefined ? {} : { "Cache-Control": "no-store" },
    }, [...new Set(notices)]);
  },
});

/** What the bodies ask for, checked, and how the questions of those that name no methodology were routed, by their index. */
interface Prepared {
  readonly bodies: readonly Static<typeof SimulationBatch>["simulations"][number][];
  readonly routings: ReadonlyMap<number, Routing>;
}

/** The seed that all of a batch get. @throws ApiError 400 where two differ */
function seedOf({ seed, simulations }: Static<typeof SimulationBatch>): number {
  const chosen = seed ?? simulations.find((one) => one.seed !== undefined)?.seed ?? randomInt(MAX_SEED);
  refuseFaults(
    simulations.flatMap((one, index) =>
      one.seed === undefined || one.seed === chosen
        ? []
        : [{ field: `/simulations/${index}/seed`, message: `must be ${chosen}: a batch has one seed` }]
    ),
  );
  return chosen;
}

const FAULTS_OF = {
  auto: lazily(() => compileFaults(AutoSimulation, "")),
  named: lazily(() => compileFaults(CreateSimulation, "")),
};

/** @throws ApiError 400 that names the faults of all bodies */
function checkAll(bodies: Prepared["bodies"]): void {
  refuseFaults(
    bodies.flatMap((one, index) =>
      FAULTS_OF[one.workflow_id === undefined ? "auto" : "named"]()(one)
        .map(({ field, message }) => ({ field: `/simulations/${index}${field}`, message }))
    ),
  );
}

/** Has a refusal name the place of the body that it refuses: the field, or the whole body. */
async function within<T>(index: number, accept: () => Promise<T>): Promise<T> {
  try {
    return await accept();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const refused = error.code === "routing_low_confidence" ? "/question" : "";
    const { field = refused, errors, ...meta } = error.meta;
    const faults = Array.isArray(errors)
      ? errors as unknown as readonly FieldFault[]
      : [{ field, message: `is refused: ${error.message}` }];
    const at = (place: unknown) => `/simulations/${index}${String(place)}`;
    // Most refusals of a field begin with its place.
    const message = error.message.startsWith("/") ? at(error.message) : error.message;
    throw new ApiError(error.code, message, {
      status: error.status,
      headers: error.headers,
      cause: error,
      meta: {
        ...meta,
        field: at(field),
        errors: faults.map((fault) => ({ ...fault, field: at(fault.field) })),
      },
    });
  }
}
