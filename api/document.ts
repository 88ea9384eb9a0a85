import Type, { type TSchema } from "typebox";
import { Event, EVENT_DESCRIPTIONS, EVENTS } from "./deliveries/schema.ts";
import type { Route } from "./http/define-route.ts";
import { Id, integer, namedObject, nullable, number, text, Timestamp } from "./http/fields.ts";
import type { ResourceDocs } from "./openapi/components.ts";
import { openApiDocument } from "./openapi/document.ts";
import { ROUTES } from "./routes.ts";
import { RoutingAlternative } from "./simulations/results-schema.ts";
import { FailureCode, SimulationStatus } from "./simulations/schema.ts";
import { TrainingStatus } from "./training/runs.ts";

const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema);

const field = text("JSON pointer into the body, or such as /query/limit, /path/id, /headers/idempotency-key");
const FieldFault = namedObject("FieldFault", {
  field,
  message: text("What the field must be, to follow its name in a sentence"),
});
const errors = Type.Array(FieldFault, { minItems: 1, maxItems: 20 });
/** Of a refusal that a batch can get for one of its simulations. */
const PLACED = { field: optional(field), errors: optional(errors) };
const limit = integer("What the plan allows");
const used = integer("What the month has used");
const resets_at = Type.Unsafe<string>({ ...Timestamp, description: "When the next month begins" });

const DOCS: ResourceDocs = {
  errorMeta: {
    validation_error: {
      field,
      errors,
      frame_share_pct: optional(
        number("With 422 for an audience: its share of the population, in percent"),
      ),
    },
    invalid_workflow: { ...PLACED, field },
    forbidden_missing_scope: {
      required_scope: text("The scope that the operation needs"),
    },
    idempotency_conflict: {
      reason: Type.Union([Type.Literal("in_progress"), Type.Literal("different_body")], {
        description: "Whether the first request still runs, or had another body",
      }),
    },
    insufficient_quota: { ...PLACED, limit, used, resets_at },
    tier_cap_exceeded: { ...PLACED, field, limit, used, resets_at },
    agent_count_exceeds_plan: { ...PLACED, field, ceiling: integer("The most agents of one simulation") },
    routing_low_confidence: {
      ...PLACED,
      alternatives: Type.Array(RoutingAlternative, {
        description: "The likeliest first; none may be likely",
      }),
      floor: number("The lowest confidence that is accepted"),
    },
    simulation_not_complete: {
      simulation_id: optional(Id),
      status: SimulationStatus,
      failure_code: optional(nullable(FailureCode)),
      failure_message: optional(nullable(text("Of a simulation that failed"))),
    },
    simulation_not_terminal: { status: SimulationStatus },
    training_not_complete: { status: TrainingStatus },
    training_not_terminal: { status: TrainingStatus },
    training_queue_full: {
      limit: optional(integer("The most runs that may wait to be started")),
      limit_bytes: optional(integer("What the plan allows of files at once")),
      used_bytes: optional(integer("What the files of other runs take")),
    },
    email_already_registered: { field: optional(field) },
    organization_name_taken: { field },
    limit_reached: { limit: integer("The most that an organization has of them") },
    rate_limit_exceeded: {
      ...PLACED,
      limit_bytes: optional(integer("What the plan allows of uploads a day")),
      used_bytes: optional(integer("What the day has used")),
      resets_at: optional(Type.Unsafe<string>({ ...Timestamp, description: "When the next day begins" })),
    },
    insights_cost_cap_reached: {
      reading_ceiling_usd: number("What the month's Readings may cost"),
      resets_at,
    },
  },
  events: { schemas: EVENTS, descriptions: EVENT_DESCRIPTIONS, any: Event },
};

/** The OpenAPI document of the service. @param routes of some of its routes alone */
export function apiDocument(baseUrl: string, routes: readonly Route[] = ROUTES): object {
  return openApiDocument(routes, baseUrl, DOCS);
}
