import {
  PARAMETERS,
  type Parameters,
  SEGMENT_PARAMETERS,
  type SegmentParameters,
} from "#engine/forecast/kernel.ts";
import { dot, factor, solve } from "#engine/numeric/cholesky.ts";
import { halfLogDeterminant, type SegmentTargets } from "./trained.ts";
import { groupByKnown, type LikenessGrid, submatrix } from "./likeness-grid.ts";

/**
 * Where the search begins and what it is held to: each parameter's logarithm has a normal prior around its first value with
 * standard deviation 1, since 183 questions alone leave some of them open.
 */
export const FIRST_PARAMETERS: Parameters = {
  content: 0.35,
  contentScale: 0.24,
  form: 0.29,
  formScale: 1,
  noise: 0.2,
  appeal: 0.09,
  terms: 0.25,
  pairs: 0.2,
};

export const FIRST_SEGMENT_PARAMETERS: SegmentParameters = {
  content: 0.5,
  contentScale: 0.3,
  terms: 0.5,
  form: 0.1,
  stance: 0.1,
  noise: 0.7,
};

/**
 * Finds the parameters that make the targets of the questions `rows` most probable (restricted marginal likelihood with the
 * prior above). About two seconds for 183 questions.
 */
export function fitParameters(grid: LikenessGrid, target: Float64Array, rows: readonly number[]): Parameters {
  const y = Float64Array.from(rows, (row) => target[row] ?? 0);
  const first = PARAMETERS.map((name) => FIRST_PARAMETERS[name]);
  const best = patternSearch(first, (values) => {
    const p = named(PARAMETERS, values) as Parameters;
    const lower = factor(submatrix(grid.kernel(p), grid.size, rows), rows.length, p.noise);
    if (lower === undefined) return Infinity;
    const ones = solve(lower, new Float64Array(rows.length).fill(1));
    const precision = ones.reduce((sum, x) => sum + x, 0);
    const mean = dot(ones, y) / precision;
    const rest = y.map((value) => value - mean);
    return dot(rest, solve(lower, rest)) / 2 + halfLogDeterminant(lower, rows.length) +
      Math.log(precision) / 2 +
      priorCost(values, first);
  });
  return named(PARAMETERS, best) as Parameters;
}

/** The segments of a dimension move together: 38 columns say as much as about eight. */
const INDEPENDENT_COLUMNS = 8;

/** The same for the differences between segments, each scaled to a mean square of 1, without a mean. */
export function fitSegmentParameters(
  grid: LikenessGrid,
  { yes }: SegmentTargets,
  rows: readonly number[],
): SegmentParameters {
  const groups = groupByKnown(yes, rows);
  const first = SEGMENT_PARAMETERS.map((name) => FIRST_SEGMENT_PARAMETERS[name]);
  const best = patternSearch(first, (values) => {
    const p = named(SEGMENT_PARAMETERS, values) as SegmentParameters;
    const kernel = grid.segmentKernel(p);
    let cost = 0;
    for (const { known, columns } of groups) {
      const lower = factor(submatrix(kernel, grid.size, known), known.length, p.noise);
      if (lower === undefined) return Infinity;
      for (const column of columns) {
        const y = scaled(known.map((row) => column[row] ?? 0));
        cost += dot(y, solve(lower, y)) / 2 + halfLogDeterminant(lower, known.length);
      }
    }
    return cost * INDEPENDENT_COLUMNS / yes.length + priorCost(values, first);
  });
  return named(SEGMENT_PARAMETERS, best) as SegmentParameters;
}

function scaled(values: readonly number[]): number[] {
  const meanSquare = values.reduce((sum, x) => sum + x * x, 0) / Math.max(1, values.length);
  return values.map((x) => x / Math.sqrt(meanSquare || 1));
}

const named = (names: readonly string[], values: readonly number[]): Record<string, number> =>
  Object.fromEntries(names.map((name, k) => [name, values[k] ?? 0]));

/** Step lengths on the logarithms, one after the other. */
const STEPS = [0.6, 0.3, 0.15, 0.07];
const SWEEPS = 4;

/**
 * Minimises a cost over positive parameters, by steps along the logarithm of each in turn (Hooke and Jeeves 1961 without the
 * pattern moves). Slow near the end and indifferent to kinks; good enough for a handful of hyperparameters under a prior.
 */
export function patternSearch(
  first: readonly number[],
  cost: (parameters: readonly number[]) => number,
): number[] {
  const at = (logs: readonly number[]) => cost(logs.map(Math.exp));
  let best = first.map(Math.log);
  let least = at(best);
  for (const step of STEPS) {
    for (let sweep = 0, moved = true; moved && sweep < SWEEPS; sweep++) {
      moved = false;
      for (let k = 0; k < best.length; k++) {
        for (const move of [step, -step]) {
          const tried = best.with(k, (best[k] ?? 0) + move);
          const value = at(tried);
          if (value >= least - 1e-6) continue;
          [best, least, moved] = [tried, value, true];
          break;
        }
      }
    }
  }
  return best.map(Math.exp);
}

/** Minus the logarithm of a prior that is normal on the logarithms, with standard deviation 1 around `first`. */
export const priorCost = (parameters: readonly number[], first: readonly number[]): number =>
  parameters.reduce((sum, p, k) => sum + Math.log(p / (first[k] ?? 1)) ** 2 / 2, 0);
