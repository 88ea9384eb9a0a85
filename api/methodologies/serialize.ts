import type { Methodology } from "#engine/bank/methodology.ts";
import type { MethodologyRow } from "#db/methodologies/methodologies.ts";
import { ApiError } from "#shared/errors.ts";
import { resourceOf } from "../http/json.ts";
import * as schema from "./schema.ts";

const ownFields = ({ slug }: MethodologyRow, { calibration }: Methodology) => ({
  workflow_id: slug,
  illustrative: calibration.illustrative,
});

/** A methodology in a list. */
export function methodologySummary(row: MethodologyRow, definition: Methodology) {
  return resourceOf(schema.MethodologySummary, { ...definition, ...row }, ownFields(row, definition));
}

/** A methodology with its calibration. */
export function methodologyResource(row: MethodologyRow, definition: Methodology) {
  const { population: { margins: _, ...population }, calibration: { rows, ...calibration } } = definition;
  const held_out_rows = rows.filter(({ held_out }) => held_out).length;
  return resourceOf(schema.Methodology, { ...definition, ...row }, {
    ...ownFields(row, definition),
    population,
    calibration: { ...calibration, rows: rows.length, held_out_rows },
  });
}

/** The 404 of a missing methodology. */
export function workflowNotFound(): ApiError {
  return new ApiError("workflow_not_found", "There is no such workflow.");
}
