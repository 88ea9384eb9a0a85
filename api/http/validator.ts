import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import type { TSchema } from "typebox";
import { type FieldFault, validationError } from "#shared/errors.ts";
import type { JsonSchema } from "#shared/json.ts";

const addFormats = ajvFormats as unknown as (ajv: Ajv2020) => void;

const OPTIONS = { allErrors: true, strict: false, allowUnionTypes: true } as const;
/** Bodies are taken as they are. */
const bodies = new Ajv2020(OPTIONS);
/** Query and path are text, so numbers and booleans are read from it. */
const parameters = new Ajv2020({ ...OPTIONS, coerceTypes: true });
for (const ajv of [bodies, parameters]) {
  addFormats(ajv);
  const rfc3339 = (ajv.formats["date-time"] as { readonly validate: (text: string) => boolean }).validate;
  ajv.addFormat("date-time", (text: string) => rfc3339(text) && isOrdinary(new Date(text)));
}

const FIRST = Date.UTC(1000, 0);
const LAST = Date.UTC(10_000, 0);

/** A moment that JavaScript and Postgres read alike and that can be written back: no leap second, a year of four digits in UTC. */
function isOrdinary(date: Date): boolean {
  return date.getTime() >= FIRST && date.getTime() < LAST;
}

/** A check that throws a 400 naming every fault. Reads numbers from text in place, where the schema wants them. */
export type Check = (value: unknown) => void;

/** @param where the prefix of the fields: "" for a body, `/query` or `/path` for parameters. */
export function compileCheck(
  schema: TSchema | JsonSchema,
  where: "" | "/query" | "/path" | `/${string}`,
): Check {
  const ajv = where === "/query" || where === "/path" ? parameters : bodies;
  const valid: ValidateFunction = ajv.compile(schema as object);
  return (value) => {
    if (valid(value)) return;
    const [first, ...rest] = dedupe((valid.errors ?? []).map((error) => faultOf(error, where)));
    throw validationError([first ?? { field: where, message: "is not valid" }, ...rest]);
  };
}

function dedupe(faults: FieldFault[]): FieldFault[] {
  const seen = new Set<string>();
  return faults.filter(({ field, message }) => {
    const fault = `${field} ${message}`;
    return !seen.has(fault) && seen.add(fault);
  });
}

function faultOf({ keyword, instancePath, params, message }: ErrorObject, where: string): FieldFault {
  const at = `${where}${instancePath}`;
  const p = params as Record<string, unknown>;
  switch (keyword) {
    case "required":
      return { field: `${at}/${pointerToken(p["missingProperty"])}`, message: "is required" };
    case "additionalProperties":
    case "unevaluatedProperties":
      return {
        field: `${at}/${pointerToken(p["additionalProperty"] ?? p["unevaluatedProperty"])}`,
        message: "is not a known field",
      };
    case "enum":
      return { field: at, message: `must be one of ${(p["allowedValues"] as unknown[]).join(", ")}` };
    case "const":
      return { field: at, message: `must be ${JSON.stringify(p["allowedValue"])}` };
    case "type":
      return { field: at, message: `must be ${[p["type"]].flat().join(" or ")}` };
    case "format":
      return { field: at, message: `must be a valid ${String(p["format"])}` };
    default:
      return { field: at, message: message ?? "is not valid" };
  }
}

function pointerToken(name: unknown): string {
  return String(name).replaceAll("~", "~0").replaceAll("/", "~1");
}
