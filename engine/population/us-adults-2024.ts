import { jointOf } from "./associations.ts";
import { DIMENSION_NAMES } from "./dimensions.ts";
import associations from "./us-adults-2024-associations.json" with { type: "json" };
import * as figures from "./us-adults-2024-figures.ts";
import type { AssociationFile } from "./associations.ts";

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
