import associations from "./us-adults-2024-associations.json" with { type: "json" };
import * as figures from "./us-adults-2024-figures.ts";
import { DIMENSION_NAMES, type DimensionName, DIMENSIONS } from "./dimensions.ts";
import { cellColumns, fitMargins, marginOver } from "./ipf.ts";

/** How often segments of some dimensions go together, beyond what each one's share says. */
export interface Association {
  readonly dimensions: readonly DimensionName[];
  /** Survey, or published tables, that the association was computed from. */
  readonly source: string;
  /** Respondents behind it, by Kish; absent for published tables. */
  readonly effective_n?: number;
  /** Factor of each combination of segments, natural logarithm, row-major in the order of `dimensions`. */
  readonly log_factors: readonly number[];
}

/** The associations of a frame: log-linear factors of the General Social Survey's cross tables; no respondents' rows are in it. */
export interface AssociationFile {
  readonly note: string;
  readonly associations: readonly Association[];
}

const SIZES = DIMENSION_NAMES.map((name) => DIMENSIONS[name].length);

/**
 * The joint table with these associations and these one-way margins: the product of all factors, raked to the margins, which
 * leaves every odds ratio as it is (Deming and Stephan 1940). Cells in table order, adding up to 1. About 40 ms.
 */
export function jointOf(
  associations: readonly Association[],
  margins: readonly (readonly number[])[],
): Float64Array {
  const columns = cellColumns(SIZES);
  const logs = new Float64Array(columns[0]?.length ?? 0);
  for (const { dimensions, log_factors } of associations) {
    const places = dimensions.map((name) => DIMENSION_NAMES.indexOf(name));
    const group = new Uint16Array(logs.length);
    for (const place of places) {
      const [size, column] = [SIZES[place] ?? 1, columns[place] ?? new Uint8Array()];
      for (let c = 0; c < logs.length; c++) group[c] = (group[c] ?? 0) * size + (column[c] ?? 0);
    }
    for (let c = 0; c < logs.length; c++) logs[c] = (logs[c] ?? 0) + (log_factors[group[c] ?? 0] ?? 0);
  }
  const weight = logs.map(Math.exp);
  fitMargins(
    weight,
    margins.map((margin, place) => {
      const sum = margin.reduce((total, share) => total + share, 0);
      return marginOver(columns, SIZES, [place], margin.map((share) => share / sum));
    }),
    1e-10,
    200,
  );
  const sum = weight.reduce((total, w) => total + w, 0);
  return weight.map((w) => w / sum);
}

/** The frame's published margins in percent, dimension by dimension in table order. */
export const US_ADULTS_2024_MARGINS: readonly (readonly number[])[] = DIMENSION_NAMES.map((name) =>
  ({
    region: figures.REGION,
    race: figures.RACE,
    education: figures.EDUCATION,
    age: figures.AGE,
    sex: figures.SEX,
    party: figures.PARTY,
    income: figures.INCOME,
    urbanicity: figures.URBANICITY,
  })[name]
);

/**
 * The weight of every cell of the frame `us-adults-2024`, in table order, adding up to 1: associations of all pairs of
 * dimensions, and of party with race and education, from survey microdata and published tables
 * (`us-adults-2024-associations.json`), raked to the current margins.
 */
export function buildUsAdults2024(): Float64Array {
  return jointOf((associations as AssociationFile).associations, US_ADULTS_2024_MARGINS);
}
