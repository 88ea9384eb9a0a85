import { integerAt, itemAt } from "../numeric/columns.ts";

/**
 * The dimensions of a frame and their segments, in the order in which cells are sorted. Neighbours in the table resemble each
 * other, which makes systematic sampling over it precise. Segment names are unique across dimensions.
 */
export const DIMENSIONS = {
  region: ["northeast", "midwest", "south", "west"],
  race: ["white", "black", "hispanic", "asian", "other"],
  education: ["less_than_high_school", "high_school", "some_college", "bachelors", "advanced"],
  age: ["18-24", "25-34", "35-44", "45-54", "55-64", "65+"],
  sex: ["female", "male"],
  party: ["republican", "lean_republican", "no_lean", "lean_democrat", "democrat"],
  income: ["under-25k", "25k-50k", "50k-75k", "75k-100k", "100k-150k", "150k+"],
  urbanicity: ["urban", "suburban", "rural"],
} as const;

export type DimensionName = keyof typeof DIMENSIONS;

/** The names of the dimensions in table order. A dimension's number is its place here. */
export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as readonly DimensionName[];

/** Dimensions whose segments have an order, lowest first. */
export const ORDERED: ReadonlySet<string> = new Set<DimensionName>(["education", "age", "income"]);

/** Numbers of a dimension in tables by slot; at least the length of the longest list of segments. */
export const STRIDE = 8;

/** Slots of all dimensions: the size of tables by slot. */
export const SLOTS = DIMENSION_NAMES.length * STRIDE;

/** The slot of a segment: its place in tables over all segments of all dimensions. */
export function slotOf(dimension: number, segment: number): number {
  return dimension * STRIDE + segment;
}

/**
 * The number of a dimension.
 * @throws RangeError for a name that is no dimension.
 */
export function dimensionIndex(name: string): number {
  const dimension = (DIMENSION_NAMES as readonly string[]).indexOf(name);
  if (dimension < 0) {
    throw new RangeError(`Cannot find dimension ${name}: known are ${DIMENSION_NAMES.join(", ")}`);
  }
  return dimension;
}

/**
 * The segments of a dimension, by its number.
 * @throws RangeError for a number that is no dimension's.
 */
export function segmentNames(dimension: number): readonly string[] {
  return DIMENSIONS[itemAt(DIMENSION_NAMES, dimension)];
}

/** `dimension=segment` of a dimension's segments, by its number. */
export const segmentKeys = (dimension: number): string[] =>
  segmentNames(dimension).map((segment) => `${itemAt(DIMENSION_NAMES, dimension)}=${segment}`);

/** Number of cells of a table over some dimensions. */
export function cellsOver(dimensions: readonly number[]): number {
  return dimensions.reduce((product, dimension) => product * segmentNames(dimension).length, 1);
}

/**
 * The place of each row in the table over some dimensions, row-major.
 * @param segment the rows' segment numbers, one column for each dimension in the order of `DIMENSION_NAMES`.
 */
export function placesIn(segment: readonly Uint8Array[], dimensions: readonly number[]): Uint32Array {
  const places = new Uint32Array(itemAt(segment, 0).length);
  for (const dimension of dimensions) {
    const size = segmentNames(dimension).length;
    itemAt(segment, dimension).forEach((s, row) => places[row] = integerAt(places, row) * size + s);
  }
  return places;
}

/** All cells of the table over some dimensions, row-major: one column of segment numbers for each. */
export function cellColumns(dimensions: readonly number[]): Uint8Array[] {
  const cells = cellsOver(dimensions);
  let cellsPerSegment = cells;
  return dimensions.map((dimension) => {
    const size = segmentNames(dimension).length;
    cellsPerSegment /= size;
    return new Uint8Array(cells).map((_, cell) => Math.floor(cell / cellsPerSegment) % size);
  });
}

/**
 * The segment that a text names, as `dimension=segment` (`age=18-24`) or by its label alone (`18-24`); null when there is none.
 * Case and surrounding spaces do not matter.
 */
export function findSegment(text: string) {
  const [first = "", second] = text.trim().toLowerCase().split("=").map((part) => part.trim());
  const label = second ?? first;
  for (const dimension of DIMENSION_NAMES) {
    if (second !== undefined && dimension !== first) continue;
    const segments: readonly string[] = DIMENSIONS[dimension];
    const index = segments.indexOf(label);
    // The index is the place in the dimension's list.
    if (index >= 0) return { dimension, index, segment: label };
  }
  return null;
}
