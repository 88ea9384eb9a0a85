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

/** One of these texts, with its type, which code generators need beside the values. */
export function oneOf<const Value extends string>(values: readonly Value[], description?: string) {
  return Type.Unsafe<Value>({
    type: "string",
    enum: [...values],
    ...(description === undefined ? {} : { description }),
  });
}

/** Something to see, and no control characters (Unicode Cc); written so that every regular expression engine reads it alike. */
export const NAME_PATTERN = "^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]+$";
/** What a text that does not fit the pattern must be, to follow the field's name in a sentence. */
export const NAME_RULE = "must have a visible character, and no control characters";

/** A name that people give, in any script (contract, "Common to every endpoint"). */
export function name(maxLength = 100, description?: string) {
  return Type.String({
    minLength: 1,
    maxLength,
    pattern: NAME_PATTERN,
    ...(description === undefined ? {} : { description }),
  });
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
