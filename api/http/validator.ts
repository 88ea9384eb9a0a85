import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import type { TSchema } from "typebox";
import type { Config } from "#shared/config.ts";
import { fieldError, type FieldFault, MAX_FAULTS, refuseFaults } from "#shared/errors.ts";
import type { JsonSchema } from "#shared/json.ts";
import { isVisible } from "#shared/accounts.ts";
import { checkTargetUrl } from "#shared/webhooks/endpoint-url.ts";
import { NAME_RULE, PATTERN_RULES, VISIBLE_NAME } from "./fields.ts";
import { pointerToken } from "./json.ts";

const OPTIONS = { strict: false, allowUnionTypes: true } as const;
/** Takes the values of a body as they are, and stops at the first fault. */
const bodies = new Ajv2020(OPTIONS);
/** Names every fault: of parameters, whose length bounds their faults, and of an object's own keys. */
const shapes = new Ajv2020({ ...OPTIONS, allErrors: true });
for (const ajv of [bodies, shapes]) {
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
}

const YEAR_1000 = Date.UTC(1000, 0);
const YEAR_10000 = Date.UTC(10_000, 0);

/** Whether JavaScript and Postgres both read the moment and write it back: no leap second, a year of four digits in UTC. */
function isWritable(date: Date): boolean {
  return date.getTime() >= YEAR_1000 && date.getTime() < YEAR_10000;
}

/** Throws a 400 that names at most {@link MAX_FAULTS} faults: of a body one a field, and every unknown or missing field. */
export type Check = (value: unknown) => void;

export function compileCheck(...schemaAndPlace: Parameters<typeof compileFaults>): Check {
  const faultsIn = compileFaults(...schemaAndPlace);
  return (value) => refuseFaults(faultsIn(value));
}

/** The faults that a {@link Check} would name; none of a value that passes it. */
export type Faults = (value: unknown) => readonly FieldFault[];

/** @param where the faults' prefix: `/query` or `/path` for parameters, "" for a body, or the pointer of a part of the body */
export function compileFaults(schema: TSchema | JsonSchema, where: "" | `/${string}`): Faults {
  const isParameter = where === "/query" || where === "/path";
  const valid = (isParameter ? shapes : bodies).compile(schema as object);
  // Few callers send faults, so the checks that look for all of them are compiled for the first who does.
  let inspect: Inspection | null = null;
  return (value) => {
    if (valid(value)) return [];
    const faults: FieldFault[] = [];
    if (isParameter) addFaults(faults, valid, where);
    else (inspect ??= inspection(schema as object))(value, where, faults);
    return faults.length === 0 ? [{ field: where, message: "is not valid" }] : faults;
  };
}

/** Adds the faults of a value to a list, until that holds {@link MAX_FAULTS}. */
type Inspection = (value: unknown, where: string, faults: FieldFault[]) => void;

/** Goes through an object's fields one by one, its objects and lists of objects likewise; stops at the first fault of any other value. */
function inspection(schema: object): Inspection {
  if ("items" in schema && hasProperties(schema.items)) {
    const inspectItem = inspection(schema.items);
    const validList = shapes.compile({ ...schema, items: true });
    return (value, where, faults) => {
      // Of a list that is too long its items say nothing, and there may be any number of them.
      if (!validList(value)) return addFaults(faults, validList, where);
      if (!Array.isArray(value)) return;
      for (const [index, item] of value.entries()) {
        if (faults.length >= MAX_FAULTS) return;
        inspectItem(item, `${where}/${index}`, faults);
      }
    };
  }
  if (!hasProperties(schema)) {
    const valid = bodies.compile(schema);
    return (value, where, faults) => void (valid(value) || addFaults(faults, valid, where));
  }
  const { properties } = schema;
  const anything = Object.fromEntries(Object.keys(properties).map((name) => [name, true]));
  const validShape = shapes.compile({ ...schema, properties: anything });
  const parts = Object.entries(properties).map(([name, part]) => [name, inspection(part)] as const);
  return (value, where, faults) => {
    if (!validShape(value)) addFaults(faults, validShape, where);
    if (value === null || typeof value !== "object") return;
    for (const [name, inspectPart] of parts) {
      if (faults.length >= MAX_FAULTS) return;
      if (!Object.hasOwn(value, name)) continue;
      inspectPart((value as Record<string, unknown>)[name], `${where}/${pointerToken(name)}`, faults);
    }
  };
}

function hasProperties(schema: unknown): schema is { readonly properties: Record<string, object> } {
  return typeof schema === "object" && schema !== null && "properties" in schema && "type" in schema &&
    schema.type === "object";
}

/** Adds each fault once. */
function addFaults(faults: FieldFault[], { errors }: ValidateFunction, where: string): void {
  for (const error of withoutBranches(errors ?? [])) {
    if (faults.length >= MAX_FAULTS) return;
    const { field, message } = faultOf(error, where);
    if (!faults.some((known) => known.field === field && known.message === message)) {
      faults.push({ field, message });
    }
  }
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
