import Type, { type TSchema } from "typebox";

/** An object that refuses unknown fields: a caller who mistypes one gets a 400 instead of a default. */
export function strictObject<T extends Record<string, TSchema>>(properties: T, description?: string) {
  return Type.Object(properties, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  });
}

/**
 * The body of a route that checks a signature over it: the bytes as they came, of any content type, neither parsed nor validated.
 * The handler refuses what it cannot read.
 */
export const RAW_BODY = Type.Unsafe<Uint8Array>({ type: "string", format: "binary" });

/** The schema's values, or null. */
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

/** Rows of a page whose query has no `limit`. */
export const DEFAULT_PAGE_SIZE = 20;

/** Query of every list. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: DEFAULT_PAGE_SIZE,
      description: "Rows a page, 1 to 100",
    }),
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
