import associations from "./us-adults-2024-associations.json" with { type: "json" };
import { DIMENSION_NAMES, type DimensionName, DIMENSIONS } from "./dimensions.ts";
import { addAt, floatAt } from "../numeric/columns.ts";
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

/** The associations of a frame: log-linear factors of surveys' and the census' cross tables; no respondents' rows are in it. */
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
    const { group, target } = marginOver(columns, SIZES, places, log_factors);
    group.forEach((place, c) => addAt(logs, c, floatAt(target, place)));
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

/**
 * Published figures of U.S. resident adults, 18 and over, in any scale and in the order of `DIMENSIONS`, each of the newest vintage that was
 * found and read:
 * - region: Census Bureau, Vintage 2022 (SCPRC-EST2022-18+POP), people by state; age and sex: Vintage 2022 (NC-EST2022-AGESEX-RES), people;
 * - race: Vintage 2019 (NC-EST2019-ASR6H), people; Hispanic people of any race, the other races not Hispanic; other: American Indian, Pacific
 *   Islander, more than one;
 * - education: CPS ASEC 2022, table 1, thousands; associate degrees count as some college;
 * - party: Pew NPORS 2025 (n = 5,022), percent: Republican 31, Democrat 28, with leaners 46 and 45; leaners and the rest computed;
 * - income: CPS ASEC 2023 (P60-279), household money income of 2022, percent of households: shares of adults tilt a little upward;
 * - urbanicity: American Housing Survey 2017 (HUD PD&R Edge, 3 August 2020), self-described, percent of households.
 */
const MARGINS: Readonly<Record<DimensionName, readonly number[]>> = {
  region: [45_544_589, 53_626_659, 100_098_310, 61_567_172],
  race: [160_626_928, 31_140_331, 41_884_672, 15_221_807, 6_326_635],
  education: [24_393, 74_530, 67_487, 56_350, 32_497],
  age: [31_328_131, 45_501_300, 43_695_365, 40_431_645, 42_085_437, 57_794_852],
  sex: [132_627_446, 128_209_284],
  party: [31, 15, 9, 17, 28],
  income: [15.7, 18.2, 16.2, 12.3, 16.4, 21.1],
  urbanicity: [27, 52, 21],
};

/** The frame's published margins, dimension by dimension in table order. */
export const US_ADULTS_2024_MARGINS: readonly (readonly number[])[] = DIMENSION_NAMES.map((name) =>
  MARGINS[name]
);

/**
 * The weight of every cell of the frame `us-adults-2024`, in table order, adding up to 1: associations of all pairs of
 * dimensions, and of party with race and education, from survey microdata and published tables
 * (`us-adults-2024-associations.json`), raked to the current margins.
 */
export function buildUsAdults2024(): Float64Array {
  return jointOf((associations as AssociationFile).associations, US_ADULTS_2024_MARGINS);
}
