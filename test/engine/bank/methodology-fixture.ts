import type { CalibrationRow, Methodology } from "#engine/bank/methodology.ts";
import { DIMENSION_NAMES, DIMENSIONS } from "#engine/population/dimensions.ts";

/** Shares in percent, in the order yes, maybe, no, n_a. */
export type Four = readonly [number, number, number, number];

export const row = (
  segment: string,
  [yes, maybe, no, na]: Four,
  more: Partial<CalibrationRow> = {},
): CalibrationRow => ({
  segment,
  question: "Would you buy it?",
  yes_pct: yes,
  maybe_pct: maybe,
  no_pct: no,
  n_a_pct: na,
  n: 1_000_000,
  held_out: false,
  ...more,
});

/** A methodology with these calibration rows; large samples unless a row says otherwise, so that nothing is shrunk. */
export function methodologyWith(
  rows: readonly CalibrationRow[],
  more: Partial<Methodology> = {},
): Methodology {
  return {
    slug: "fixture",
    version: 1,
    name: "Fixture",
    label: "Fixture",
    description: "For tests.",
    topic: "a thing",
    kpi_question: "Would you buy it?",
    exemplar_questions: [],
    population: { frame: "us-adults-2024", description: "U.S. adults" },
    segments: ["sex", "age", "education", "region"],
    scenario_schema: {},
    recommended_sample_size: 1_000,
    calibration: { source: "Made up for tests.", illustrative: true, rows },
    ...more,
  };
}

/** Overall shares with a difference by sex and age. */
export const PLANTED = methodologyWith([
  row("overall", [42, 20, 33, 5]),
  row("sex=female", [47, 20, 28, 5]),
  row("sex=male", [36.8, 20, 38.2, 5]),
  row("age=18-24", [55, 20, 22, 3]),
  row("age=25-34", [50, 20, 26, 4]),
  row("age=35-44", [45, 20, 30, 5]),
  row("age=45-54", [40, 20, 35, 5]),
  row("age=55-64", [37, 20, 38, 5]),
  row("age=65+", [32.6, 20, 41.2, 6.2]),
]);

/** Every segment of every dimension, as `dimension=segment`. */
export const SEGMENTS: readonly string[] = DIMENSION_NAMES.flatMap((dimension) =>
  DIMENSIONS[dimension].map((segment) => `${dimension}=${segment}`)
);
