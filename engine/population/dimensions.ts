/**
 * The dimensions of a frame and their segments, in the order that cells are sorted: neighbours in the table resemble each
 * other, which is what makes systematic sampling over it precise. Segment names are unique across dimensions.
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

/** Dimensions whose segments have an order, lowest first. */
export const ORDERED: ReadonlySet<string> = new Set<DimensionName>(["education", "age", "income"]);

/** The dimension's names in table order. */
export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as readonly DimensionName[];

/** Longest list of segments plus room: the stride of tables by dimension and segment. */
export const STRIDE = 8;

export interface SegmentRef {
  readonly dimension: DimensionName;
  /** Position in the dimension's list. */
  readonly index: number;
  readonly segment: string;
}

/**
 * The segment that a text names, either as `dimension=segment` (`age=18-24`) or by its label alone (`18-24`); null when
 * there is none. Case and surrounding space do not matter.
 */
export function findSegment(text: string): SegmentRef | null {
  const [left = "", right] = text.trim().toLowerCase().split("=").map((part) => part.trim());
  const label = right ?? left;
  for (const dimension of DIMENSION_NAMES) {
    if (right !== undefined && dimension !== left) continue;
    const index = (DIMENSIONS[dimension] as readonly string[]).indexOf(label);
    if (index >= 0) return { dimension, index, segment: label };
  }
  return null;
}
