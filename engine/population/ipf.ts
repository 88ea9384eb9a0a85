/**
 * Iterative proportional fitting: scales a joint table until its margins are the given ones, keeping its association
 * (Deming and Stephan 1940).
 */

/** A margin to meet: cells with the same `group` together weigh `target[group]`. */
export interface Margin {
  readonly group: Uint8Array | Uint16Array;
  readonly target: Float64Array;
}

/** The margin of a table over some of its dimensions; `target` is row-major over them. */
export function marginOver(
  segments: readonly Uint8Array[],
  sizes: readonly number[],
  dimensions: readonly number[],
  target: readonly number[],
): Margin {
  const cells = segments[0]?.length ?? 0;
  const group = new Uint16Array(cells);
  for (const d of dimensions) {
    const size = sizes[d] ?? 1;
    const column = segments[d] ?? new Uint8Array(cells);
    for (let c = 0; c < cells; c++) group[c] = (group[c] ?? 0) * size + (column[c] ?? 0);
  }
  return { group, target: Float64Array.from(target) };
}

/**
 * Fits `weight` in place, sweep by sweep, until no margin is off by more than `tolerance` (relative).
 * @returns sweeps done and the largest relative error left.
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
    residual = 0;
    for (const { group, target } of margins) {
      const sum = new Float64Array(target.length);
      for (let c = 0; c < weight.length; c++) {
        const g = group[c] ?? 0;
        sum[g] = (sum[g] ?? 0) + (weight[c] ?? 0);
      }
      for (let g = 0; g < sum.length; g++) {
        const current = sum[g] ?? 0;
        const factor = current > 0 ? (target[g] ?? 0) / current : 0;
        if (current > 0) residual = Math.max(residual, Math.abs(factor - 1));
        sum[g] = factor;
      }
      for (let c = 0; c < weight.length; c++) weight[c] = (weight[c] ?? 0) * (sum[group[c] ?? 0] ?? 0);
    }
    sweeps++;
  }
  return { sweeps, residual };
}

/**
 * A two-way table (rows × columns, row-major, sum 1) with the association of `conditional` (P(column | row), any positive
 * rows) and exactly these margins.
 */
export function twoWay(
  conditional: readonly (readonly number[])[],
  rowMargin: readonly number[],
  columnMargin: readonly number[],
): number[] {
  const columns = columnMargin.length;
  const weight = Float64Array.from(conditional.flatMap((row, r) => row.map((p) => p * (rowMargin[r] ?? 0))));
  const row = Uint16Array.from(weight, (_, c) => Math.floor(c / columns));
  const column = Uint16Array.from(weight, (_, c) => c % columns);
  fitMargins(weight, [
    { group: row, target: Float64Array.from(rowMargin) },
    { group: column, target: Float64Array.from(columnMargin) },
  ], 1e-12);
  return Array.from(weight);
}

/** All cells of a table with these sizes, row-major: one column of segment numbers a dimension. */
export function cellColumns(sizes: readonly number[]): Uint8Array[] {
  const cells = sizes.reduce((product, size) => product * size, 1);
  let after = cells;
  return sizes.map((size) => {
    after /= size;
    const column = new Uint8Array(cells);
    for (let c = 0; c < cells; c++) column[c] = Math.floor(c / after) % size;
    return column;
  });
}
