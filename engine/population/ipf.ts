import { addAt, floatAt, integerAt, itemAt } from "../numeric/columns.ts";

/**
 * Iterative proportional fitting: scales a joint table until its margins are the given ones, and keeps its associations (the
 * odds ratios). Deming and Stephan, Annals of Mathematical Statistics 11 (1940).
 */

/** A margin to meet: the cells of each group together weigh `target[group]`. */
export interface Margin {
  /** Group of each cell. */
  readonly group: Uint16Array;
  readonly target: Float64Array;
}

/**
 * The margin of a table over some of its dimensions.
 * @param columns segment numbers of all cells, for each dimension.
 * @param sizes number of segments of each dimension.
 * @param target row-major over `dimensions`.
 */
export function marginOver(
  columns: readonly Uint8Array[],
  sizes: readonly number[],
  dimensions: readonly number[],
  target: readonly number[],
): Margin {
  const over = dimensions.map((dimension) => ({
    column: itemAt(columns, dimension),
    size: itemAt(sizes, dimension),
  }));
  const group = Uint16Array.from(placesIn(over, itemAt(columns, 0).length));
  return { group, target: Float64Array.from(target) };
}

/** The place of each row in the table over some dimensions, row-major, from its segment numbers. */
export function placesIn(
  dimensions: readonly { readonly column: Uint8Array; readonly size: number }[],
  rows: number,
): Uint32Array {
  const places = new Uint32Array(rows);
  for (const { column, size } of dimensions) {
    column.forEach((segment, row) => places[row] = integerAt(places, row) * size + segment);
  }
  return places;
}

/**
 * Fits `weight` in place: each sweep multiplies the cells of every group by target ÷ current weight, margin after margin, until
 * no margin is off by more than `tolerance` (relative).
 * @returns the number of sweeps, and the largest relative error that the last one met.
 */
export function fitMargins(
  weight: Float64Array,
  margins: readonly Margin[],
  tolerance = 1e-9,
  maxSweeps = 100,
): { sweeps: number; residual: number } {
  let residual = Infinity;
  let sweeps = 0;
  while (sweeps < maxSweeps && residual > tolerance) {
    residual = margins.reduce((largest, margin) => Math.max(largest, scaleToMargin(weight, margin)), 0);
    sweeps++;
  }
  return { sweeps, residual };
}

/** Scales every group to its target, empty groups to 0. Returns the largest relative error that it met. */
function scaleToMargin(weight: Float64Array, { group, target }: Margin): number {
  const factor = new Float64Array(target.length);
  for (let cell = 0; cell < weight.length; cell++) {
    addAt(factor, integerAt(group, cell), floatAt(weight, cell));
  }
  let largest = 0;
  for (let g = 0; g < factor.length; g++) {
    const current = floatAt(factor, g);
    factor[g] = current > 0 ? floatAt(target, g) / current : 0;
    if (current > 0) largest = Math.max(largest, Math.abs(floatAt(factor, g) - 1));
  }
  for (let cell = 0; cell < weight.length; cell++) {
    weight[cell] = floatAt(weight, cell) * floatAt(factor, integerAt(group, cell));
  }
  return largest;
}

/** All cells of a table with these sizes, row-major: one column of segment numbers for each dimension. */
export function cellColumns(sizes: readonly number[]): Uint8Array[] {
  const cells = sizes.reduce((product, size) => product * size, 1);
  let cellsPerSegment = cells;
  return sizes.map((size) => {
    cellsPerSegment /= size;
    return new Uint8Array(cells).map((_, cell) => Math.floor(cell / cellsPerSegment) % size);
  });
}
