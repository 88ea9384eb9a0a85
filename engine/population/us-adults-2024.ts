import { normalCdf } from "../random/normal.ts";
import {
  fromDecades,
  share,
  type Table,
  transposed,
  withFiveParties,
  withFiveRaces,
} from "./conditionals.ts";
import { DIMENSION_NAMES, DIMENSIONS } from "./dimensions.ts";
import { cellColumns, fitMargins, type Margin, marginOver, twoWay } from "./ipf.ts";
import * as figures from "./us-adults-2024-figures.ts";

/** P(income bracket | race, age, region, education): lognormal around the cell's median. */
const incomeShares = (race: number, age: number, region: number, education: number): number[] => {
  const ratio = (by: readonly number[], at: number) => (by[at] ?? 1) / figures.MEDIAN_INCOME;
  const median = figures.MEDIAN_INCOME * ratio(figures.MEDIAN_INCOME_BY_RACE, race) *
    ratio(figures.MEDIAN_INCOME_BY_AGE, age) * ratio(figures.MEDIAN_INCOME_BY_REGION, region) *
    ratio(figures.MEDIAN_INCOME_BY_EDUCATION, education);
  const below = figures.INCOME_BOUNDS.map((bound) =>
    normalCdf(Math.log(bound / median) / figures.INCOME_LOG_SD)
  );
  return [...below, 1].map((p, bracket) => p - (below[bracket - 1] ?? 0));
};

/**
 * The weight of every cell of the frame `us-adults-2024`, in table order, adding up to 1.
 *
 * Region, race, education, age, sex, party and urbanicity are one table fitted to two-way tables (association kept, margins
 * current). Income joins as a layer given race, age, region and education, raked to its bracket margin; given those four it
 * is independent of sex, party and urbanicity, for want of figures.
 */
export function buildUsAdults2024(): Float64Array {
  const region = share(figures.REGION);
  const race = share(figures.RACE);
  const education = share(figures.EDUCATION);
  const age = share(figures.AGE);
  const sex = share(figures.SEX);
  const party = share(figures.PARTY);
  const urbanicity = share(figures.URBANICITY);
  const size = {
    region: region.length,
    race: race.length,
    education: education.length,
    age: age.length,
    sex: sex.length,
    party: party.length,
    urbanicity: urbanicity.length,
  };

  const educationGivenAge = fromDecades(figures.EDUCATION_GIVEN_AGE_10Y);
  // 18–24 is four years of 18–21 and three of the rest of 18–29.
  educationGivenAge[0] = figures.EDUCATION_18_TO_21.map((p, e) =>
    (4 * p + 3 * (educationGivenAge[0]?.[e] ?? 0)) / 7
  );
  const ageGivenRace = figures.AGE_GIVEN_RACE_10Y.map((row) => {
    // Ages 18–29 hold twelve years, 25–34 takes five of them; 65+ takes half of the sixties.
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = row;
    return [a * 7 / 12, a * 5 / 12 + b / 2, (b + c) / 2, (c + d) / 2, (d + e) / 2, e / 2 + f];
  });
  const female = fromDecades(figures.FEMALE_GIVEN_AGE_10Y.map((p) => [p, 100 - p]));
  const raceGivenUrbanicity = withFiveRaces(figures.RACE_GIVEN_URBANICITY, race);

  // Region, race, education, age, sex: 1,200 cells.
  const coreSizes = [size.region, size.race, size.education, size.age, size.sex];
  const coreColumns = cellColumns(coreSizes);
  const core = new Float64Array(coreColumns[0]?.length ?? 0).fill(1);
  const coreMargin = (dimensions: readonly number[], target: readonly number[]): Margin =>
    marginOver(coreColumns, coreSizes, dimensions, target);
  fitMargins(core, [
    coreMargin([0, 1], twoWay(withFiveRaces(figures.RACE_GIVEN_REGION, race), region, race)),
    coreMargin([0, 2], twoWay(figures.EDUCATION_GIVEN_REGION, region, education)),
    coreMargin([1, 2], twoWay(figures.EDUCATION_GIVEN_RACE, race, education)),
    coreMargin([1, 3], twoWay(ageGivenRace, race, age)),
    coreMargin([3, 2], twoWay(educationGivenAge, age, education)),
    coreMargin([4, 2], twoWay(figures.EDUCATION_GIVEN_SEX, sex, education)),
    coreMargin([3, 4], twoWay(female, age, sex)),
  ], 1e-8);

  // Urbanicity and party beside race, education, age and sex (4,500 cells), then joined to region through the core.
  const layerSizes = [size.race, size.education, size.age, size.sex, size.party, size.urbanicity];
  const layerColumns = cellColumns(layerSizes);
  const layer = new Float64Array(layerColumns[0]?.length ?? 0).fill(1);
  const persons = size.race * size.education * size.age * size.sex;
  const corePersons = new Array<number>(persons).fill(0);
  core.forEach((weight, c) => corePersons[c % persons] = (corePersons[c % persons] ?? 0) + weight);
  const layerMargin = (dimensions: readonly number[], target: readonly number[]): Margin =>
    marginOver(layerColumns, layerSizes, dimensions, target);
  const partyGiven = (rows: Table, margin: readonly number[]) =>
    twoWay(withFiveParties(rows, party), margin, party);
  fitMargins(layer, [
    layerMargin([0, 5], twoWay(transposed(raceGivenUrbanicity), race, urbanicity)),
    layerMargin([0, 4], partyGiven(figures.PARTY_GIVEN_RACE, race)),
    layerMargin([1, 4], partyGiven(figures.PARTY_GIVEN_EDUCATION, education)),
    layerMargin([2, 4], partyGiven(figures.PARTY_GIVEN_AGE, age)),
    layerMargin([3, 4], partyGiven(figures.PARTY_GIVEN_SEX, sex)),
    layerMargin([5, 4], partyGiven(figures.PARTY_GIVEN_URBANICITY, urbanicity)),
    layerMargin([0, 1, 2, 3], corePersons),
  ], 1e-8);

  return joinLayers(core, layer, corePersons, incomeLayer(core, coreColumns), persons);
}

/** P(income | core cell), cells × brackets row-major, raked so that the bracket margin is the published one. */
function incomeLayer(core: Float64Array, coreColumns: readonly Uint8Array[]): Float64Array {
  const brackets = figures.INCOME.length;
  const [region, race, education, age] = coreColumns;
  const joint = new Float64Array(core.length * brackets);
  core.forEach((weight, c) =>
    incomeShares(race?.[c] ?? 0, age?.[c] ?? 0, region?.[c] ?? 0, education?.[c] ?? 0)
      .forEach((p, bracket) => joint[c * brackets + bracket] = weight * p)
  );
  fitMargins(joint, [
    {
      group: Uint16Array.from(joint, (_, i) => i % brackets),
      target: Float64Array.from(share(figures.INCOME)),
    },
    { group: Uint16Array.from(joint, (_, i) => Math.floor(i / brackets)), target: core },
  ], 1e-9);
  return joint.map((weight, i) => weight / (core[Math.floor(i / brackets)] || 1));
}

/** Multiplies core, P(party, urbanicity | person) and P(income | core cell) out into table order. */
function joinLayers(
  core: Float64Array,
  layer: Float64Array,
  corePersons: readonly number[],
  income: Float64Array,
  persons: number,
): Float64Array {
  const parties = DIMENSIONS.party.length;
  const brackets = DIMENSIONS.income.length;
  const places = DIMENSIONS.urbanicity.length;
  const weight = new Float64Array(core.length * parties * brackets * places);
  let cell = 0;
  for (let c = 0; c < core.length; c++) {
    const person = c % persons;
    const perPerson = (core[c] ?? 0) / (corePersons[person] || 1);
    for (let p = 0; p < parties; p++) {
      for (let b = 0; b < brackets; b++) {
        const part = perPerson * (income[c * brackets + b] ?? 0);
        for (let u = 0; u < places; u++) {
          weight[cell++] = part * (layer[(person * parties + p) * places + u] ?? 0);
        }
      }
    }
  }
  return weight;
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
