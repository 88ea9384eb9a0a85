import { dot } from "../numeric/cholesky.ts";
import { addAt, floatAt, itemAt, singleAt } from "../numeric/columns.ts";
import type { Vectors } from "../question/vectors.ts";

/** C of the literature: the penalty is the squared length of the weights over 2 C. Flat between 10 and 30. */
const REGULARISATION = 20;

/** A function's value and its slope at a point. */
interface Evaluated {
  readonly value: number;
  readonly gradient: Float64Array;
}

/** Pairs of steps and changes of slope that the search remembers. */
const MEMORY = 10;
const MAX_STEPS = 500;

/**
 * The lowest point of a convex function, by the limited-memory method of Broyden, Fletcher, Goldfarb and Shanno (Nocedal 1980). Deterministic.
 * It yields before every evaluation, so that a caller may let others run in between.
 * @param tolerance of the slope's length.
 */
export function* minimise(
  evaluate: (x: Float64Array) => Evaluated,
  start: Float64Array,
  tolerance: number,
): Generator<void, Float64Array> {
  let x = start;
  yield;
  let at = evaluate(x);
  const pairs: Pair[] = [];
  for (let round = 0; round < MAX_STEPS && length(at.gradient) > tolerance; round++) {
    const direction = descent(at.gradient, pairs);
    const slope = dot(at.gradient, direction);
    let size = round === 0 ? Math.min(1, 1 / length(at.gradient)) : 1;
    let next = along(x, direction, size);
    yield;
    let found = evaluate(next);
    // A shorter step until the function falls as its slope promises; some 1e-12 is rounding.
    while (found.value > at.value + 1e-4 * size * slope + 1e-12 * Math.abs(at.value) && size > 1e-9) {
      size /= 2;
      next = along(x, direction, size);
      yield;
      found = evaluate(next);
    }
    const step = along(next, x, -1);
    const change = along(found.gradient, at.gradient, -1);
    const curvature = dot(step, change);
    if (curvature > 1e-14) pairs.push({ step, change, curvature });
    if (pairs.length > MEMORY) pairs.shift();
    [x, at] = [next, found];
  }
  return x;
}

/** What a search finds, without letting others run in between. */
export function finished<Found>(search: Generator<void, Found>): Found {
  for (;;) {
    const { done, value } = search.next();
    if (done === true) return value;
  }
}

interface Pair {
  readonly step: Float64Array;
  readonly change: Float64Array;
  readonly curvature: number;
}

/** The direction in which the remembered pairs expect the lowest point. */
function descent(gradient: Float64Array, pairs: readonly Pair[]): Float64Array {
  const direction = gradient.map((x) => -x);
  const shares = new Float64Array(pairs.length);
  for (let p = pairs.length - 1; p >= 0; p--) {
    const { step, change, curvature } = itemAt(pairs, p);
    shares[p] = dot(step, direction) / curvature;
    add(direction, change, -floatAt(shares, p));
  }
  const last = pairs.at(-1);
  if (last !== undefined) {
    const scale = last.curvature / dot(last.change, last.change);
    for (let i = 0; i < direction.length; i++) direction[i] = floatAt(direction, i) * scale;
  }
  pairs.forEach(({ step, change, curvature }, p) =>
    add(direction, step, floatAt(shares, p) - dot(change, direction) / curvature)
  );
  return direction;
}

/** The logit of a class: its weights' product with a vector, and its constant, which stands last. */
export function logitOf(column: Float64Array, numbers: Float32Array, first = 0): number {
  const dimensions = column.length - 1;
  let logit = floatAt(column, dimensions);
  for (let d = 0; d < dimensions; d++) logit += floatAt(column, d) * singleAt(numbers, first + d);
  return logit;
}

/**
 * One more column beside fitted ones, which stay as they are: the likeliest weights given which vectors belong to the new class.
 * @param others for each vector the logarithm of the sum of the fitted columns' odds.
 * @param belongs 1 for a vector of the new class, 0 for one of another.
 */
export function fitOneColumn(
  { dimensions, count, numbers }: Vectors,
  others: Float64Array,
  belongs: Uint8Array,
): Generator<void, Float64Array> {
  const evaluate = (column: Float64Array): Evaluated => {
    const { value, gradient } = penalty(column, dimensions);
    let loss = value;
    for (let row = 0; row < count; row++) {
      const odds = logitOf(column, numbers, row * dimensions) - floatAt(others, row);
      const target = belongs[row] ?? 0;
      loss += Math.max(0, odds) + Math.log1p(Math.exp(-Math.abs(odds))) - target * odds;
      addRow(gradient, numbers, row * dimensions, 1 / (1 + Math.exp(-odds)) - target);
    }
    return { value: loss, gradient };
  };
  return minimise(evaluate, new Float64Array(dimensions + 1), 1e-3);
}

/** The penalty of one class's weights, which leaves its constant free. */
export function penalty(column: Float64Array, dimensions: number): { value: number; gradient: Float64Array } {
  const gradient = new Float64Array(dimensions + 1);
  let square = 0;
  for (let d = 0; d < dimensions; d++) {
    square += floatAt(column, d) ** 2;
    gradient[d] = floatAt(column, d) / REGULARISATION;
  }
  return { value: square / (2 * REGULARISATION), gradient };
}

/** Adds a vector, and 1 for the constant, times `factor`. */
export function addRow(gradient: Float64Array, numbers: Float32Array, first: number, factor: number): void {
  const dimensions = gradient.length - 1;
  for (let d = 0; d < dimensions; d++) addAt(gradient, d, factor * singleAt(numbers, first + d));
  addAt(gradient, dimensions, factor);
}

const length = (vector: Float64Array): number => Math.sqrt(dot(vector, vector));

const along = (x: Float64Array, direction: Float64Array, size: number): Float64Array =>
  x.map((value, i) => value + size * floatAt(direction, i));

function add(to: Float64Array, vector: Float64Array, factor: number): void {
  for (let i = 0; i < to.length; i++) addAt(to, i, factor * floatAt(vector, i));
}
