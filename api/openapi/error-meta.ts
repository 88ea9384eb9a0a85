import Type from "typebox";
import { namedObject, Timestamp } from "../http/fields.ts";
import type { ErrorMeta } from "./components.ts";

const field = Type.String({
  description: "JSON pointer into the body, or such as /query/limit, /path/id, /headers/idempotency-key",
});
const FieldFault = namedObject("FieldFault", {
  field,
  message: Type.String({ description: "What the field must be, to follow its name in a sentence" }),
});
const errors = Type.Array(FieldFault, { minItems: 1, maxItems: 20 });
/** Of a refusal that a batch can get for one of its simulations. */
export const PLACED = { field: Type.Optional(field), errors: Type.Optional(errors) };
const limit = Type.Integer({ description: "What the plan allows" });
const used = Type.Integer({ description: "What the month has used" });
const resets_at = Type.Unsafe<string>({ ...Timestamp, description: "When the next month begins" });
const NEXT_MONTH = "2027-01-01T00:00:00.000Z";

/** The `meta` of the codes that tell more than others, but for those that a resource registers. */
export const COMMON_META: ErrorMeta = {
  validation_error: {
    properties: {
      field,
      errors,
      frame_share_pct: Type.Optional(
        Type.Number({ description: "With 422 for an audience: its share of the population, in percent" }),
      ),
    },
    example: {
      field: "/agent_count",
      errors: [{ field: "/agent_count", message: "must be at most 10000" }],
    },
  },
  invalid_workflow: { properties: { ...PLACED, field }, example: { field: "/workflow_id" } },
  forbidden_missing_scope: {
    properties: { required_scope: Type.String({ description: "The scope that the operation needs" }) },
    example: { required_scope: "webhooks:write" },
  },
  idempotency_conflict: {
    properties: {
      reason: Type.Union([Type.Literal("in_progress"), Type.Literal("different_body")], {
        description: "Whether the first request still runs, or had another body",
      }),
    },
    example: { reason: "different_body" },
  },
  insufficient_quota: {
    properties: { ...PLACED, limit, used, resets_at },
    example: { limit: 100, used: 100, resets_at: NEXT_MONTH },
  },
  tier_cap_exceeded: {
    properties: { ...PLACED, field, limit, used, resets_at },
    example: { field: "/agent_count", limit: 20_000, used: 19_800, resets_at: NEXT_MONTH },
  },
  agent_count_exceeds_plan: {
    properties: {
      ...PLACED,
      field,
      ceiling: Type.Integer({ description: "The most agents of one simulation" }),
    },
    example: { field: "/agent_count", ceiling: 500 },
  },
  email_already_registered: { properties: { field: Type.Optional(field) }, example: { field: "/email" } },
  organization_name_taken: { properties: { field }, example: { field: "/organization_name" } },
  training_queue_full: {
    properties: {
      limit: Type.Optional(Type.Integer({ description: "The most runs that may wait to be started" })),
      limit_bytes: Type.Optional(Type.Integer({ description: "What the plan allows of files at once" })),
      used_bytes: Type.Optional(Type.Integer({ description: "What the files of other runs take" })),
    },
    example: { limit: 20 },
  },
  limit_reached: {
    properties: { limit: Type.Integer({ description: "The most that an organization has of them" }) },
    example: { limit: 100 },
  },
  rate_limit_exceeded: {
    properties: {
      ...PLACED,
      limit_bytes: Type.Optional(Type.Integer({ description: "What the plan allows of uploads a day" })),
      used_bytes: Type.Optional(Type.Integer({ description: "What the day has used" })),
      resets_at: Type.Optional(
        Type.Unsafe<string>({ ...Timestamp, description: "When the next day begins" }),
      ),
    },
    example: {},
  },
  insights_cost_cap_reached: {
    properties: {
      reading_ceiling_usd: Type.Number({ description: "What the month's Readings may cost" }),
      resets_at,
    },
    example: { reading_ceiling_usd: 5, resets_at: NEXT_MONTH },
  },
};
