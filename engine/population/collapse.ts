import { DIMENSION_NAMES } from "./dimensions.ts";
import { type Frame, segmentNames } from "./frame.ts";

/** A frame summed over the dimensions that do not matter: the same population in fewer cells. */
export interface CollapsedFrame {
  /** Places of the kept dimensions in the frame. */
  readonly dimensions: readonly number[];
  readonly weight: Float64Array;
  /** `segment[k]` is the column of `dimensions[k]`. */
  readonly segment: readonly Uint8Array[];
}

/** The frame over these dimensions only. */
export function collapse(frame: Frame, dimensions: readonly number[]): CollapsedFrame {
  const kept = DIMENSION_NAMES.map((_, d) => d).filter((d) => dimensions.includes(d));
  const sizes = kept.map((d) => segmentNames(d).length);
  const cells = sizes.reduce((product, size) => product * size, 1);
  const place = new Uint32Array(frame.cells);
  kept.forEach((d, k) => {
    const column = frame.segment[d] ?? new Uint8Array();
    const size = sizes[k] ?? 1;
    for (let c = 0; c < frame.cells; c++) place[c] = (place[c] ?? 0) * size + (column[c] ?? 0);
  });
  const weight = new Float64Array(cells);
  for (let c = 0; c < frame.cells; c++) {
    const p = place[c] ?? 0;
    weight[p] = (weight[p] ?? 0) + (frame.weight[c] ?? 0);
  }
  let after = cells;
  const segment = sizes.map((size) => {
    after /= size;
    const column = new Uint8Array(cells);
    for (let c = 0; c < cells; c++) column[c] = Math.floor(c / after) % size;
    return column;
  });
  return { dimensions: kept, weight, segment };
}
