import { methodologyVersion } from "#engine/methodologies/catalogue.ts";
import type { Methodology } from "#engine/methodologies/methodology.ts";
import type { AccuracyRow } from "#db/methodologies/accuracy.ts";
import type { MethodologyRow } from "#db/methodologies/methodologies.ts";
import { ApiError } from "#shared/errors.ts";

/** A methodology in a list. */
export function methodologySummary({ slug, version, status, created_at }: MethodologyRow) {
  const definition = definitionOf(slug, version);
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
    created_at: created_at.toISOString(),
  };
}

/** A methodology with its calibration. @param accuracy null until it was computed */
export function methodologyResource(row: MethodologyRow, accuracy: AccuracyRow | null) {
  const { exemplar_questions, population, segments, scenario_schema, calibration } = definitionOf(
    row.slug,
    row.version,
  );
  return {
    ...methodologySummary(row),
    exemplar_questions,
    population,
    segments,
    scenario_schema,
    calibration: {
      source: calibration.source,
      illustrative: calibration.illustrative,
      rows: calibration.rows.length,
      held_out_rows: calibration.rows.filter(({ held_out }) => held_out).length,
      accuracy_pct: accuracy?.accuracy_pct ?? null,
      confirm_mean_pct: accuracy?.confirm_mean_pct ?? null,
      computed_at: accuracy?.computed_at.toISOString() ?? null,
    },
  };
}

/** The methodology of a row. @throws Error for a version that is in no release: versions never leave the code */
export function definitionOf(slug: string, version: number): Methodology {
  const definition = methodologyVersion(slug, version);
  if (definition === undefined) {
    throw new Error(`Methodology ${slug} version ${version} is not in this release`);
  }
  return definition;
}

/** The 404 of a missing methodology. */
export function workflowNotFound(): ApiError {
  return new ApiError("workflow_not_found", "There is no such workflow.");
}
