import Type, { type TSchema } from "typebox";
import type { ErrorCode } from "#shared/errors.ts";
import { RoutingAlternative } from "../simulations/results-schema.ts";
import { FailureCode, SimulationStatus } from "../simulations/schema.ts";
import { TrainingStatus } from "../training/schema.ts";
import { namedObject, nullable, Timestamp } from "./fields.ts";

/** What the `meta` of an error has beside the keys of every error, and an example of it. */
interface OwnMeta {
  readonly properties: Readonly<Record<string, TSchema>>;
  readonly example: object;
}

const field = Type.String({
  description: "JSON pointer into the body, or such as /query/limit, /path/id, /headers/idempotency-key",
});
const FieldFault = namedObject("FieldFault", {
  field,
  message: Type.String({ description: "What the field must be, to follow its name in a sentence" }),
});
const limit = Type.Integer({ description: "What the plan allows" });
const used = Type.Integer({ description: "What the month has used" });
const resets_at = Type.Unsafe<string>({ ...Timestamp, description: "When the next month begins" });
const NEXT_MONTH = "2027-01-01T00:00:00.000Z";

/** The `meta` of the codes that tell more than others. */
export const OWN_META: { readonly [Code in ErrorCode]?: OwnMeta } = {
  validation_error: {
    properties: { field, errors: Type.Array(FieldFault, { minItems: 1, maxItems: 20 }) },
    example: {
      field: "/agent_count",
      errors: [{ field: "/agent_count", message: "must be at most 10000" }],
    },
  },
  invalid_workflow: { properties: { field }, example: { field: "/workflow_id" } },
  forbidden_missing_scope: {
    properties: { required_scope: Type.String({ description: "The scope that the operation needs" }) },
    example: { required_scope: "webhooks:write" },
  },
  insufficient_quota: {
    properties: { limit, used, resets_at },
    example: { limit: 100, used: 100, resets_at: NEXT_MONTH },
  },
  tier_cap_exceeded: {
    properties: { field, limit, used, resets_at },
    example: { field: "/agent_count", limit: 20_000, used: 19_800, resets_at: NEXT_MONTH },
  },
  agent_count_exceeds_plan: {
    properties: { field, ceiling: Type.Integer({ description: "The most agents of one simulation" }) },
    example: { field: "/agent_count", ceiling: 500 },
  },
  email_already_registered: { properties: { field: Type.Optional(field) }, example: { field: "/email" } },
  organization_name_taken: { properties: { field }, example: { field: "/organization_name" } },
  simulation_not_complete: {
    properties: {
      status: SimulationStatus,
      failure_code: Type.Optional(nullable(FailureCode)),
      failure_message: Type.Optional(nullable(Type.String({ description: "Of a simulation that failed" }))),
    },
    example: { status: "running" },
  },
  training_not_complete: { properties: { status: TrainingStatus }, example: { status: "RUNNING" } },
  training_queue_full: {
    properties: { limit: Type.Integer({ description: "The most runs that may wait to be started" }) },
    example: { limit: 20 },
  },
  routing_low_confidence: {
    properties: {
      alternatives: Type.Array(RoutingAlternative, {
        description: "The likeliest first; none may be likely",
      }),
      floor: Type.Number({ description: "The lowest confidence that is accepted" }),
    },
    example: { alternatives: [{ workflow_id: "brand-trust", confidence: 0.41 }], floor: 0.65 },
  },
  insights_cost_cap_reached: {
    properties: { reading_ceiling_usd: Type.Number({ description: "What the month's Readings may cost" }) },
    example: { reading_ceiling_usd: 5 },
  },
};
