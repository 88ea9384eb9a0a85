import Type, { type Static, type TSchema } from "typebox";
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH, normalizeEmail } from "#shared/accounts.ts";
import { fieldError } from "#shared/errors.ts";
import { boolean, integer, named, namedObject, nullable, oneOf, text } from "#shared/schema.ts";

export * from "#shared/schema.ts";

/**
 * A union whose members a text tells apart.
 *
 * @param name null leaves it nameless
 * @param members by the text that each has under `key`; texts may share one
 */
export function unionBy<T extends TSchema>(
  name: string | null,
  key: string,
  members: Readonly<Record<string, T>>,
) {
  return Type.Unsafe<Static<T>>({
    ...(name === null ? {} : { title: name }),
    oneOf: [...new Set(Object.values(members))],
    discriminator: { propertyName: key, mapping: members },
  });
}

/**
 * The body of a route that checks a signature over it: the bytes as they came, of any content type, neither parsed nor validated.
 * The handler refuses what it cannot read.
 */
export const RAW_BODY = Type.Unsafe<Uint8Array>({ type: "string", format: "binary" });

/** Something to see, and no control characters (Unicode Cc); written so that every regular expression engine reads it alike. */
export const NAME_PATTERN = "^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]+$";
/** What a text that does not fit the pattern must be, to follow the field's name in a sentence. */
export const NAME_RULE = "must have a visible character, and no control characters";

/** A longer text of people, which may be empty. */
export const DESCRIPTION_PATTERN = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$";

/** The name's without a comma, which separates the values of a parameter. */
export const LISTED_NAME_PATTERN = "^(?=.*\\S)[^,\\u0000-\\u001f\\u007f-\\u009f]+$";

/** A keyword of a {@link name}: its pattern, which every engine reads alike, cannot tell invisible characters from others. */
export const VISIBLE_NAME = "x-visible";

/** A name that people give, in any script (contract, "Common to every endpoint"). */
export function name(maxLength = 100, description?: string) {
  return Type.String({
    minLength: 1,
    maxLength,
    pattern: NAME_PATTERN,
    [VISIBLE_NAME]: true,
    ...(description === undefined ? {} : { description }),
  });
}

export const Email = text("An address; case and Unicode form make no difference", {
  minLength: 3,
  maxLength: MAX_EMAIL_LENGTH,
  pattern: EMAIL_PATTERN,
});

/** An address as it was given, and as addresses are compared. @throws ApiError 400 where it is none after normalisation */
export function addressOf(email: string): { readonly email: string; readonly emailNormalized: string } {
  const emailNormalized = normalizeEmail(email);
  if (emailNormalized === null) {
    throw fieldError("/email", "must be an email address of a domain, in its normal form too");
  }
  return { email, emailNormalized };
}

export const Id = text("A UUIDv7, lower case", { format: "uuid" });

/** Accepted as a bare UUID and as `sim_<uuid>`. */
export const SimulationId = text("A simulation's id; `sim_<uuid>` is accepted as well", {
  format: "uuid",
  "x-id-prefix": "sim",
});

const EVENT_ID = "^(evt_)?[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$";

/** Accepted as `evt_<uuid>`, as events carry it, and as a bare UUID. */
export const EventId = text("An event's id: `evt_<uuid>`", {
  maxLength: 40,
  pattern: EVENT_ID,
  "x-id-prefix": "evt",
});

export const TemporalUiUrl = text("Its workflow in the Temporal UI", { format: "uri" });

export const Timestamp = text(
  "ISO 8601, UTC, milliseconds; in requests any zone, of the years 1000 to 9999",
  { format: "date-time" },
);

/** A filter that takes several of these values: repeated in a query, or separated by commas. */
export function multiEnum<const Value extends string>(values: readonly Value[]) {
  return Type.Array(oneOf(values), {
    minItems: 1,
    maxItems: values.length,
    uniqueItems: true,
    description: "Any of these: repeat the parameter, or separate the values by commas",
  });
}

const MAX_METADATA = 20;
/** Pairs of metadata that one list is filtered by. */
const MAX_METADATA_FILTERS = 5;

/** A customer's own texts on a resource. */
export const Metadata = named(
  "Metadata",
  metadataOf(
    MAX_METADATA,
    `Your own texts by key: at most ${MAX_METADATA} of at most 500 characters, keys of at most 40`,
  ),
);

function metadataOf(maxProperties: number, description: string) {
  return Type.Unsafe<Readonly<Record<string, string>>>({
    type: "object",
    maxProperties,
    propertyNames: { minLength: 1, maxLength: 40 },
    additionalProperties: { type: "string", maxLength: 500 },
    description,
  });
}

/** Of which times a list's rows are; both ends are left out. */
export const periodQuery = {
  created_after: Type.Optional(Timestamp),
  created_before: Type.Optional(Timestamp),
};

/** Filters of lists whose rows carry metadata. */
export const listFilters = {
  ...periodQuery,
  metadata: Type.Optional(metadataOf(
    MAX_METADATA_FILTERS,
    `\`metadata[key]=value\`: resources that carry all of these pairs, at most ${MAX_METADATA_FILTERS}`,
  )),
};

/** Seconds that a call may wait for a change. */
export const Wait = integer(
  "Seconds to wait at most, 1 to 30; the answer comes as soon as there is what it waits for",
  { minimum: 1, maximum: 30 },
);

/** Rows of a page whose query has no `limit`. */
export const DEFAULT_PAGE_SIZE = 20;

const CURSOR = "^[A-Za-z0-9_-]+$";
/** Of a text that holds something to read. */
export const VISIBLE = "\\S";

/** What texts of a pattern must be, for people: a message never shows the pattern. */
export const PATTERN_RULES: Readonly<Record<string, string>> = {
  [NAME_PATTERN]: NAME_RULE,
  [DESCRIPTION_PATTERN]: "must have no control characters, line breaks among them",
  [LISTED_NAME_PATTERN]: "must have a visible character, no comma and no control characters",
  [EMAIL_PATTERN]: "must be an email address",
  [VISIBLE]: "must hold more than white space",
  [CURSOR]: "must be a meta.next_cursor of this list, unaltered",
  [EVENT_ID]: "must be an event's id, evt_<uuid>",
};

/** Query of a list whose pages have this many rows where the query has no `limit`. */
export function pagesOf(size: number) {
  return {
    limit: Type.Optional(integer("Rows a page, 1 to 100", { minimum: 1, maximum: 100, default: size })),
    cursor: Type.Optional(
      text("`meta.next_cursor` of the page before", { minLength: 1, maxLength: 256, pattern: CURSOR }),
    ),
  };
}

/** Query of every list but the methodologies'. */
export const pageQuery = pagesOf(DEFAULT_PAGE_SIZE);

/** `meta` of every list. */
export const PageMeta = namedObject("PageMeta", {
  next_cursor: nullable(text("The `cursor` of the next page; null on the last page")),
  has_more: boolean("Whether there is a next page"),
});
