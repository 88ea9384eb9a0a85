import Type, { type TSchema } from "typebox";

/** Closed objects everywhere: an unknown field is a fault that the caller wants to hear about. */
export function strictObject<T extends Record<string, TSchema>>(properties: T, description?: string) {
  return Type.Object(properties, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  });
}

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

export const Id = Type.String({ format: "uuid", description: "A UUIDv7, lower case" });

/** Accepted as a bare UUID and as `sim_<uuid>`. */
export const SimulationId = Type.String({
  format: "uuid",
  "x-id-prefix": "sim",
  description: "A simulation's id; `sim_<uuid>` is accepted as well",
});

export const Timestamp = Type.String({ format: "date-time", description: "ISO 8601, UTC, milliseconds" });

/** Query of every list. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Rows a page, 1 to 100" }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      pattern: "^[A-Za-z0-9_-]+$",
      description: "`meta.next_cursor` of the page before",
    }),
  ),
};

/** `meta` of every list. */
export const PageMeta = Type.Object({
  next_cursor: nullable(Type.String()),
  has_more: Type.Boolean(),
});

export const Percent = Type.Number({ minimum: 0, maximum: 100 });
