import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import type { TSchema } from "typebox";
import type { Config } from "#shared/config.ts";
import { fieldError, type FieldFault, MAX_FAULTS, validationError } from "#shared/errors.ts";
import type { JsonSchema } from "#shared/json.ts";
import { isVisible } from "#shared/accounts.ts";
import { checkTargetUrl } from "#shared/webhooks/endpoint-url.ts";
import { NAME_RULE, PATTERN_RULES, VISIBLE_NAME } from "./fields.ts";
import { pointerToken } from "./json.ts";

/** Takes values as they are, and finds all errors: a body has at most ten thousand values, and no pattern of a schema is slow. */
const ajv = new Ajv2020({ strict: false, allowUnionTypes: true, allErrors: true, messages: false });
ajvFormats.default(ajv);
const rfc3339 = (ajv.formats["date-time"] as { readonly validate: (text: string) => boolean }).validate;
ajv.addFormat("date-time", (text: string) => rfc3339(text) && isWritable(new Date(text)));
ajv.addKeyword({
  keyword: VISIBLE_NAME,
  type: "string",
  schemaType: "boolean",
  validate: (_: boolean, text: string) => isVisible(text),
});
// The format of the library also takes `urn:uuid:…`, which Postgres does not read.
ajv.addFormat("uuid", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);

const YEAR_1000 = Date.UTC(1000, 0);
const YEAR_10000 = Date.UTC(10_000, 0);

/** Whether JavaScript and Postgres both read the moment and write it back: no leap second, a year of four digits in UTC. */
function isWritable(date: Date): boolean {
  return date.getTime() >= YEAR_1000 && date.getTime() < YEAR_10000;
}

/** Throws a 400 that names at most {@link MAX_FAULTS} faults: one a field, and every unknown or missing field. */
export type Check = (value: unknown) => void;

export function compileCheck(...schemaAndPlace: Parameters<typeof compileFaults>): Check {
  const faultsIn = compileFaults(...schemaAndPlace);
  return (value) => {
    const [first, ...rest] = faultsIn(value);
    if (first !== undefined) throw validationError([first, ...rest]);
  };
}

/** The faults that a {@link Check} would name; none of a value that passes it. */
export type Faults = (value: unknown) => readonly FieldFault[];

/** @param where the faults' prefix: `/query` or `/path` for parameters, "" for a body, or the pointer of a part of the body */
export function compileFaults(schema: TSchema | JsonSchema, where: "" | `/${string}`): Faults {
  const valid = ajv.compile(schema as object);
  return (value) => {
    if (valid(value)) return [];
    const byField = new Map<string, ErrorObject[]>();
    for (const error of valid.errors ?? []) {
      // Of a list that is too long its items say nothing, and there may be ten thousand.
      const isWithin = ([outer, known]: [string, ErrorObject[]]) =>
        error.instancePath.startsWith(`${outer}/`) &&
        (known.length === MAX_FAULTS || !OF_UNIONS.test(known[0]?.schemaPath ?? ""));
      if (byField.entries().some(isWithin)) continue;
      const field = fieldOf(error);
      const errors = byField.get(field) ?? [];
      if (errors.length < MAX_FAULTS) byField.set(field, [...errors, error]);
      if (byField.size > MAX_FAULTS) break;
    }
    const faults = byField.values().flatMap((errors) => withoutBranches(errors).slice(0, 1));
    return [...faults.map((error) => faultOf(error, where)).take(MAX_FAULTS)];
  };
}

/** The way to a field: through objects, and objects in lists, by their properties. */
const WAY = /^#(?:\/properties\/[^/]+|\/items(?=\/properties\/|\/(?:required|additionalProperties)$))*/;
const STEP = /\/properties\/[^/]+|\/items/g;
const OF_UNIONS = /\/(?:any|one)Of\//;
/** What an object lacks, or must not have. */
const OF_KEYS = /^\/(?:required|(?:additional|unevaluated)Properties)$/;

/** Tells errors of one field from those of others; what is wrong within a list of texts, or a map, is wrong with the whole. */
function fieldOf({ keyword, schemaPath, instancePath, params }: ErrorObject): string {
  if (keyword === "type" && params["type"] === "object") return instancePath;
  const [way = ""] = WAY.exec(schemaPath) ?? [];
  const steps = way.match(STEP)?.length ?? 0;
  const field = instancePath.split("/").slice(0, 1 + steps).join("/");
  return OF_KEYS.test(schemaPath.slice(way.length)) ? `${field} ${JSON.stringify(params)}` : field;
}

/**
 * Of a value that fits none of several schemas, what the first one that is not null wants: the others' wants would contradict it. Where
 * types alone differ, all of them are named.
 */
function withoutBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  return unions.reduce<ErrorObject[]>((left, union) => {
    const branches = left.filter(({ schemaPath }) => schemaPath.startsWith(`${union.schemaPath}/`));
    const others = left.filter((error) => error !== union && !branches.includes(error));
    const wrongType = branches.filter(({ keyword, instancePath }) =>
      keyword === "type" && instancePath === union.instancePath
    );
    const real = branches.filter((error) => !wrongType.includes(error));
    if (real[0] !== undefined) return [...others, real[0]];
    const types = wrongType.flatMap(({ params }) => (params as { type: string | string[] }).type);
    return [...others, { ...union, keyword: "type", params: { type: [...new Set(types)] } }];
  }, [...errors]);
}

function faultOf({ keyword, instancePath, params, propertyName }: ErrorObject, where: string): FieldFault {
  // A query names a list's values by its parameter alone.
  const at = `${where}${where === "/query" ? instancePath.replace(/\/\d+$/, "") : instancePath}`;
  if (propertyName !== undefined || keyword === "propertyNames") {
    return { field: at, message: "must have keys of 1 to 40 characters" };
  }
  const p = params as Record<string, unknown>;
  const name = p["missingProperty"] ?? p["additionalProperty"] ?? p["unevaluatedProperty"];
  const field = name === undefined ? at : `${at}/${pointerToken(String(name))}`;
  return { field, message: ruleOf(keyword, p) };
}

function ruleOf(keyword: string, params: Readonly<Record<string, unknown>>): string {
  switch (keyword) {
    case "required":
      return "is required";
    case "additionalProperties":
    case "unevaluatedProperties":
      return "is not a known field";
    case "enum":
      return `must be one of ${(params["allowedValues"] as unknown[]).join(", ")}`;
    case VISIBLE_NAME:
      return NAME_RULE;
    case "uniqueItems":
      return "must not have the same item twice";
    case "const":
      return `must be ${JSON.stringify(params["allowedValue"])}`;
    case "type":
      return `must be ${
        [params["type"]].flat().map((type) => TYPE_NAMES[String(type)] ?? type).join(" or ")
      }`;
    case "pattern":
      return PATTERN_RULES[String(params["pattern"])] ?? "is not written as the document says";
    case "format":
      return FORMAT_RULES[String(params["format"])] ?? `must be a valid ${String(params["format"])}`;
    default:
      return limitRule(keyword, params["limit"]);
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "an array",
};

const FORMAT_RULES: Readonly<Record<string, string>> = {
  uuid: "must be a UUID",
  "date-time": "must be a date and time with its zone, such as 2026-01-31T12:00:00Z",
  uri: "must be an absolute URL",
  email: "must be an email address",
};

/** What a limit wants, and of what. */
const LIMIT_RULES: Readonly<Record<string, readonly [rule: string, unit?: string]>> = {
  minLength: ["must have at least", "character"],
  maxLength: ["must have at most", "character"],
  minItems: ["must have at least", "item"],
  maxItems: ["must have at most", "item"],
  minProperties: ["must have at least", "key"],
  maxProperties: ["must have at most", "key"],
  minimum: ["must be at least"],
  maximum: ["must be at most"],
  exclusiveMinimum: ["must be more than"],
  exclusiveMaximum: ["must be less than"],
};

function limitRule(keyword: string, limit: unknown): string {
  const [rule, unit] = LIMIT_RULES[keyword] ?? [];
  if (rule === undefined) return "is not valid";
  return `${rule} ${String(limit)}${unit === undefined ? "" : ` ${unit}${limit === 1 ? "" : "s"}`}`;
}

/** Checks what no schema says of an endpoint's URL. @throws ApiError 400 where deliveries may not go there */
export function checkTarget(url: string, field: `/${string}`, { webhookAllowLoopback }: Config): void {
  const target = checkTargetUrl(url, { allowLoopback: webhookAllowLoopback });
  if (!target.ok) throw fieldError(field, target.reason);
}
