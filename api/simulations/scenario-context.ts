import { Buffer } from "node:buffer";
import type { Methodology } from "#engine/methodologies/methodology.ts";
import { validationError } from "#shared/errors.ts";
import { type Check, compileCheck } from "../http/validator.ts";

const MOST_BYTES = 16 * 1024;
const checks = new WeakMap<Methodology, Map<string, Check>>();

/** Checks a scenario by its methodology's own schema. @param field the body's field, for the faults. @throws ApiError 400. */
export function checkScenarioContext(context: object, methodology: Methodology, field: `/${string}`): void {
  if (Buffer.byteLength(JSON.stringify(context)) > MOST_BYTES) {
    throw validationError([{ field, message: "must be at most 16 KiB" }]);
  }
  const byField = checks.get(methodology) ?? new Map<string, Check>();
  checks.set(methodology, byField);
  const check = byField.get(field) ?? compileCheck(methodology.scenario_schema, field);
  byField.set(field, check);
  check(context);
}
