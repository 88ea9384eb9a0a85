import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import type { TSchema } from "typebox";
import { type FieldFault, validationError } from "#shared/errors.ts";
import type { JsonSchema } from "#shared/json.ts";
import { pointerToken } from "./json.ts";

const OPTIONS = { allErrors: true, strict: false, allowUnionTypes: true } as const;
/** Takes the values of a body as they are. */
const bodies = new Ajv2020(OPTIONS);
/** Reads numbers and booleans from text, which is all that paths and queries hold. */
const parameters = new Ajv2020({ ...OPTIONS, coerceTypes: true });
for (const ajv of [bodies, parameters]) {
  ajvFormats.default(ajv);
  const rfc3339 = (ajv.formats["date-time"] as { readonly validate: (text: string) => boolean }).validate;
  ajv.addFormat("date-time", (text: string) => rfc3339(text) && isWritable(new Date(text)));
}

const YEAR_1000 = Date.UTC(1000, 0);
const YEAR_10000 = Date.UTC(10_000, 0);

/** Whether JavaScript and Postgres both read the moment and write it back: no leap second, a year of four digits in UTC. */
function isWritable(date: Date): boolean {
  return date.getTime() >= YEAR_1000 && date.getTime() < YEAR_10000;
}

/** Throws a 400 that names every fault. In a path or a query it replaces text by numbers and booleans where the schema has them. */
export type Check = (value: unknown) => void;

/** @param where the faults' prefix: `/query` or `/path` for parameters, "" for a body, or the pointer of a part of the body */
export function compileCheck(
  schema: TSchema | JsonSchema,
  where: "" | `/${string}`,
): Check {
  const ajv = where === "/query" || where === "/path" ? parameters : bodies;
  const valid: ValidateFunction = ajv.compile(schema as object);
  return (value) => {
    if (valid(value)) return;
    const [first, ...rest] = withoutRepeats((valid.errors ?? []).map((error) => faultOf(error, where)));
    throw validationError([first ?? { field: where, message: "is not valid" }, ...rest]);
  };
}

function withoutRepeats(faults: FieldFault[]): FieldFault[] {
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
      return { field: `${at}/${pointerToken(String(p["missingProperty"]))}`, message: "is required" };
    case "additionalProperties":
    case "unevaluatedProperties":
      return {
        field: `${at}/${pointerToken(String(p["additionalProperty"] ?? p["unevaluatedProperty"]))}`,
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
