import type { CalibratedQuestion } from "#engine/bank/calibrated-survey.ts";
import { newestMethodology } from "#engine/bank/catalogue.ts";
import { floatAt } from "#engine/numeric/columns.ts";
import { DIMENSION_NAMES, DIMENSIONS } from "#engine/population/dimensions.ts";
import { frameOf, marginOf } from "#engine/population/frame.ts";
import { answerAgents } from "#engine/sampling/answer-agents.ts";
import { prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import { verdict } from "#engine/verdict/verdict.ts";
import { rakeWeights } from "#engine/verdict/weights.ts";

const SIZES = [50, 100, 200, 500, 1_000, 2_500] as const;
const SEEDS = 100;

const quantile = (values: readonly number[], p: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(p * values.length)] ?? NaN;
const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;

/** Kish's design effects of runs of several sizes over fixed seeds. */
export function designEffects(slug: string) {
  const methodology = newestMethodology(slug) ?? null;
  return SIZES.map((agents) => {
    const effects = Array.from({ length: SEEDS }, (_, seed) => {
      const run = prepareSimulation({ seed, methodology });
      const chunks = [answerAgents(run, 0, agents)];
      return verdict(run, chunks, rakeWeights(run, chunks)).design_effect;
    });
    return { agents, mean: mean(effects), p95: quantile(effects, 0.95) };
  });
}

/**
 * How far the shares of yes would move if a survey's segments had the frame's sizes instead of its own, in points: one dimension at a time, of those
 * whose segments a survey all has.
 */
export function frameShift(questions: readonly CalibratedQuestion[]) {
  const frame = frameOf("us-adults-2024");
  const moves = questions.flatMap(({ overall, segments }) =>
    DIMENSION_NAMES.flatMap((dimension, d) => {
      const rows = DIMENSIONS[dimension].flatMap((segment) =>
        segments.find((each) => each.dimension === dimension && each.segment === segment) ?? []
      );
      if (rows.length < DIMENSIONS[dimension].length) return [];
      const margin = marginOf(frame, d);
      const moved = rows.reduce((sum, { yes }, s) => sum + yes * floatAt(margin, s), 0);
      return [100 * Math.abs(moved - overall.yes)];
    })
  );
  return { mean: mean(moves), p95: quantile(moves, 0.95) };
}
