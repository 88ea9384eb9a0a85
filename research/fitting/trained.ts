import { DIMENSION_NAMES, DIMENSIONS } from "#engine/population/dimensions.ts";
import { type Design, designOf, predictVariance } from "#engine/forecast/predictor.ts";
import type { Parameters, SegmentParameters } from "#engine/forecast/kernel.ts";
import type { ParsedQuestion } from "#engine/question/parsed-question.ts";
import {
  type BankQuestion,
  boundedLogit,
  invertedShares,
  type LogitPrediction,
  type Shares,
} from "#engine/bank/shares.ts";
import { groupByKnown, submatrix } from "./likeness-grid.ts";
import { dot, factor, solve, type Triangle } from "#engine/numeric/cholesky.ts";

const SEGMENT_FLOOR = 0.01;

/** Logits of yes and no of each question's positive form. */
export interface Targets {
  readonly yes: Float64Array;
  readonly no: Float64Array;
}

export function targetsOf(bank: readonly BankQuestion[], parsed: readonly ParsedQuestion[]): Targets {
  const shares = bank.map((question, i) => invertedShares(question.overall, parsed[i]?.inverted ?? false));
  return {
    yes: Float64Array.from(shares, (each) => boundedLogit(each.yes)),
    no: Float64Array.from(shares, (each) => boundedLogit(each.no)),
  };
}

/** How far each segment is from its question's overall share, in logits of the positive form; NaN without respondents. */
export interface SegmentTargets {
  /** `dimension=segment` of each column. */
  readonly segments: readonly string[];
  /** Column → question → difference. */
  readonly yes: readonly Float64Array[];
  readonly no: readonly Float64Array[];
}

export function segmentTargetsOf(
  bank: readonly BankQuestion[],
  parsed: readonly ParsedQuestion[],
  segments: readonly string[],
): SegmentTargets {
  const column = (answer: "yes" | "no") =>
    segments.map((name) =>
      Float64Array.from(bank, (question, i) => {
        const row = question.segments.find((each) => `${each.dimension}=${each.segment}` === name);
        if (row === undefined) return NaN;
        const inverted = parsed[i]?.inverted ?? false;
        return differenceOf(
          invertedShares(row, inverted),
          invertedShares(question.overall, inverted),
          answer,
        );
      })
    );
  return { segments, yes: column("yes"), no: column("no") };
}

const differenceOf = (segment: Shares, overall: Shares, answer: "yes" | "no"): number =>
  boundedLogit(segment[answer], SEGMENT_FLOOR) - boundedLogit(overall[answer], SEGMENT_FLOOR);

/** `dimension=segment` of every segment of the frame, in order. */
export const SEGMENT_NAMES: readonly string[] = DIMENSION_NAMES.flatMap((dimension) =>
  DIMENSIONS[dimension].map((segment) => `${dimension}=${segment}`)
);

/** The Gaussian process of the overall shares, fitted to the questions `rows`. */
export interface TrainedOverall {
  readonly parameters: Parameters;
  readonly rows: readonly number[];
  readonly design: Design;
  readonly yes: Fitted;
  readonly no: Fitted;
}

export function trainOverall(
  kernel: Float64Array,
  size: number,
  targets: Targets,
  rows: readonly number[],
  parameters: Parameters,
): TrainedOverall {
  const design = factorKernel(submatrix(kernel, size, rows), rows.length, parameters.noise);
  const of = (target: Float64Array) => fitTarget(design, rows.map((row) => target[row] ?? 0));
  return { parameters, rows, design, yes: of(targets.yes), no: of(targets.no) };
}

/** `k` is the question's kernel with every question of the bank, `own` that with itself. */
export function predictOverall(trained: TrainedOverall, k: Float64Array, own: number): LogitPrediction {
  const near = Float64Array.from(trained.rows, (row) => k[row] ?? 0);
  return {
    yes: predictMean(trained.yes, near),
    no: predictMean(trained.no, near),
    variance: predictVariance(trained.design, near, own),
  };
}

/** Weights of each bank question for each segment's difference; 0 for questions that did not ask the segment. */
export interface TrainedSegments {
  readonly parameters: SegmentParameters;
  readonly segments: readonly string[];
  readonly yes: readonly Float64Array[];
  readonly no: readonly Float64Array[];
}

export function trainSegments(
  kernel: Float64Array,
  size: number,
  targets: SegmentTargets,
  rows: readonly number[],
  parameters: SegmentParameters,
): TrainedSegments {
  const empty = () => targets.segments.map(() => new Float64Array(size));
  const [yes, no] = [empty(), empty()];
  for (const { known, places } of groupByKnown(targets.yes, rows)) {
    const lower = factor(submatrix(kernel, size, known), known.length, parameters.noise);
    if (lower === undefined || known.length === 0) continue;
    for (const place of places) {
      for (const [columns, weights] of [[targets.yes, yes], [targets.no, no]] as const) {
        const alpha = solve(lower, known.map((row) => columns[place]?.[row] ?? 0));
        known.forEach((row, i) => {
          const column = weights[place];
          if (column !== undefined) column[row] = alpha[i] ?? 0;
        });
      }
    }
  }
  return { parameters, segments: targets.segments, yes, no };
}

/** Differences of each segment from the overall share in logits of the positive form. */
export const predictSegments = (trained: TrainedSegments, k: Float64Array, answer: "yes" | "no"): number[] =>
  trained[answer].map((weights) => dot(weights, k));

/** Half of the log determinant of L Lᵀ. */
export function halfLogDeterminant(lower: Triangle, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += Math.log(lower[i * (i + 1) / 2 + i] ?? 1);
  return sum;
}

/** A Gaussian process with a constant mean by generalised least squares, fitted to one target. */
export interface Fitted {
  readonly mean: number;
  readonly alpha: Float64Array;
}

/** @throws RangeError when the kernel is not positive definite. */
export function factorKernel(kernel: Float64Array, n: number, noise: number): Design {
  const lower = factor(kernel, n, noise);
  if (lower === undefined) {
    throw new RangeError(`Cannot factor a kernel of ${n} questions: it is not positive definite`);
  }
  return designOf(lower, n, noise);
}

export function fitTarget(design: Design, target: ArrayLike<number>): Fitted {
  const mean = dot(design.ones, target) / design.precision;
  return { mean, alpha: solve(design.lower, Array.from(target, (y) => y - mean)) };
}

/** Mean of a new question whose kernel with the fitted ones is `k`. */
export const predictMean = (fitted: Fitted, k: Float64Array): number => fitted.mean + dot(fitted.alpha, k);
