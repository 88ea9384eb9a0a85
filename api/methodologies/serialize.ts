import type { Methodology } from "#engine/bank/methodology.ts";
import type { MethodologyRow } from "#db/methodologies/methodologies.ts";
import { ApiError } from "#shared/errors.ts";

/** A methodology in a list. */
export function methodologySummary(
  { slug, version, status, created_at }: MethodologyRow,
  definition: Methodology,
) {
  return {
    workflow_id: slug,
    version,
    status,
    name: definition.name,
    label: definition.label,
    description: definition.description,
    topic: definition.topic,
    kpi_question: definition.kpi_question,
    recommended_sample_size: definition.recommended_sample_size,
    illustrative: definition.calibration.illustrative,
    created_at: created_at.toISOString(),
  };
}

/** A methodology with its calibration. */
export function methodologyResource(row: MethodologyRow, definition: Methodology) {
  const {
    exemplar_questions,
    population: { margins: _, ...population },
    segments,
    scenario_schema,
    calibration,
  } = definition;
  return {
    ...methodologySummary(row, definition),
    exemplar_questions,
    population,
    segments,
    scenario_schema,
    calibration: {
      source: calibration.source,
      illustrative: calibration.illustrative,
      rows: calibration.rows.length,
      held_out_rows: calibration.rows.filter(({ held_out }) => held_out).length,
    },
  };
}

/** The 404 of a missing methodology. */
export function workflowNotFound(): ApiError {
  return new ApiError("workflow_not_found", "There is no such workflow.");
}
