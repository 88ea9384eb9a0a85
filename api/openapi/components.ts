import { isDeepStrictEqual } from "node:util";
import type { TSchema } from "typebox";
import type { ErrorCode } from "#shared/errors.ts";
import type { EventType } from "#shared/webhooks/events.ts";
import { inOrderOf, type SchemaParts } from "../http/json.ts";
import { type HeaderName, HEADERS } from "../http/response.ts";
import examples from "./examples.json" with { type: "json" };

/** What the resources bring to the document beside their routes. */
export interface ResourceDocs {
  /** By code: what the `meta` of an error has beside the keys of every error. */
  readonly errorMeta: { readonly [Code in ErrorCode]?: Readonly<Record<string, TSchema>> };
  /** The events that customers receive, by their types. */
  readonly events: {
    readonly schemas: Readonly<Record<EventType, TSchema>>;
    /** When an event of each type happens. */
    readonly descriptions: Readonly<Record<EventType, string>>;
    /** The union of the schemas. */
    readonly any: TSchema;
  };
}

/** The name of a schema; undefined for a nameless one. */
export function nameOf(schema: object = {}): string | undefined {
  const { title }: SchemaParts = schema;
  return title;
}

/** Whether a schema describes what callers send, which is strict, or what they get, which may gain fields in later releases. */
export type SchemaUse = "request" | "response";

type Node = Readonly<Record<string, unknown>>;

/** By the name of the schema that each shows: those that no values of single fields make up. */
const SCHEMAS: Readonly<Record<string, { readonly $like?: string; readonly [field: string]: unknown }>> =
  examples.schemas;
/** Values of fields in all other examples: of one schema alone, `Schema.field`, or of every schema that has a field of this name. */
const FIELDS: Readonly<Record<string, unknown>> = examples.fields;
/** Examples of formats and types. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  "date-time": "2026-12-01T09:00:00.000Z",
  date: "2026-12-01",
  boolean: false,
  object: {},
};

/** The example of a named schema: its own, or what it has of that which it is `$like`, with what differs. */
export function exampleNamed(name: string, schema: object): object {
  const whole = (name: string): object => {
    const { $like, ...own } = SCHEMAS[name] ?? {};
    return $like === undefined ? own : { ...whole($like), ...own };
  };
  return SCHEMAS[name]?.$like === undefined ? whole(name) : inOrderOf(schema, whole(name)) as object;
}

/** The document's `components`, in the order of their first use: each named schema once, and what many operations share. */
export class Components {
  readonly schemas: Record<string, object> = {};
  readonly responses: Record<string, object> = {};
  readonly examples: Record<string, object> = {};
  readonly headers: Record<string, object> = {};
  readonly docs: ResourceDocs;

  constructor(docs: ResourceDocs) {
    this.docs = docs;
  }

  /**
   * An example of a schema: its own, else one of its required fields.
   *
   * @param field whose value it is, as {@link FIELDS} may name it
   * @throws Error for a text or number that neither its schema nor {@link FIELDS} has an example of
   */
  exampleOf(schema: object, field = ""): unknown {
    const { title = "", anyOf, oneOf, items, properties = {}, required = [], ...leaf }: SchemaParts = schema;
    if (title in SCHEMAS) return exampleNamed(title, schema);
    const [first] = oneOf ?? (anyOf?.some(({ properties }) => properties !== undefined) ? anyOf : []);
    if (first !== undefined) return this.exampleOf(first, field);
    if (items !== undefined) return [this.exampleOf(items, field)];
    if (Object.keys(properties).length > 0) {
      return Object.fromEntries(required.map((name) => {
        const own = `${title}.${name}`;
        return [name, this.exampleOf(properties[name] ?? {}, own in FIELDS ? own : name)];
      }));
    }
    if (field in FIELDS) return FIELDS[field];
    const { const: only, enum: values, format, type } = leaf;
    if (anyOf !== undefined || type === "null") return null;
    const value = only ?? values?.[0] ?? EXAMPLES[format ?? ""] ?? EXAMPLES[type ?? ""];
    if (value === undefined) throw new Error(`api/openapi/examples.json lacks a field ${field}`);
    return value;
  }

  /**
   * Writes a schema as the document has it: a reference in place of each named schema, which is collected.
   *
   * @throws Error where two different schemas have one name
   */
  write(schema: object, use: SchemaUse): object {
    return this.#node(schema as Node, use) as object;
  }

  #node(value: unknown, use: SchemaUse): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#node(item, use));
    if (value === null || typeof value !== "object") return value;
    const { title: name, ...rest } = value as Node;
    // An object of properties may have one that is called title: that is a schema.
    if (typeof name !== "string") return this.#plain(value as Node, use);
    const written = this.#plain(rest, use) as object;
    const known = this.schemas[name] ??= written;
    if (!isDeepStrictEqual(known, written)) {
      throw new Error(`Two schemas are called ${name}: ${JSON.stringify([known, written])}`);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #plain(node: Node, use: SchemaUse): unknown {
    const nullable = asNullable(node);
    if (nullable !== null) return this.#plain(nullable, use);
    const parts = Object.entries(asMap(node)).filter(([key, value]) =>
      !(use === "response" && key === "additionalProperties" && value === false)
    );
    return Object.fromEntries(parts.map(([key, value]) => {
      if (key === "discriminator") return [key, this.#discriminator(value as Discriminator, use)];
      return [key, HOLD_VALUES.includes(key) ? value : this.#node(value, use)];
    }));
  }

  #discriminator({ propertyName, mapping }: Discriminator, use: SchemaUse): object {
    const refs = Object.entries(mapping).map(([text, schema]) => {
      const { $ref } = this.#node(schema, use) as { readonly $ref: string };
      return [text, $ref] as const;
    });
    return { propertyName, mapping: Object.fromEntries(refs) };
  }
}

type Discriminator = NonNullable<SchemaParts["discriminator"]>;

/** Keywords that hold values, not schemas. */
const HOLD_VALUES = ["enum", "const", "default", "examples"];

/** An object whose keys are free, with `additionalProperties`: of patterns that every key fits, generators read nothing. */
function asMap({ patternProperties, ...rest }: Node): Node {
  if (patternProperties !== undefined) {
    return { ...rest, additionalProperties: Object.values(patternProperties as Node)[0] };
  }
  const { type, properties, ...annotations } = rest;
  const isFree = type === "object" && Object.keys(properties ?? { some: true }).length === 0;
  return isFree && !("additionalProperties" in rest)
    ? { type, additionalProperties: true, ...annotations }
    : rest;
}

/** A nameless text, number or boolean that may be null, with both types in `type`; null for any other schema. */
function asNullable({ anyOf, ...rest }: Node): Node | null {
  const [schema, none, ...others] = (Array.isArray(anyOf) ? anyOf : []) as Node[];
  if (schema === undefined || none?.["type"] !== "null" || others.length > 0) return null;
  const { type, title, enum: values } = schema;
  const isSimple = typeof type === "string" && type !== "object" && type !== "array";
  return isSimple && title === undefined && values === undefined
    ? { ...schema, ...rest, type: [type, "null"] }
    : null;
}

/** The `headers` of a response, each in the components. */
export function headersOf(names: readonly HeaderName[], components: Components): Record<string, object> {
  return Object.fromEntries([...new Set(names)].map((name) => {
    const { description, type = "string", example } = HEADERS[name];
    const key = name.replaceAll("-", "");
    components.headers[key] ??= { description, schema: { type }, example };
    return [name, { $ref: `#/components/headers/${key}` }];
  }));
}
