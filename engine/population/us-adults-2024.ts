import { addAt, byteAt, floatAt, itemAt } from "../numeric/columns.ts";
import { normalCdf } from "../random/normal.ts";
import {
  fromDecades,
  share,
  transposed,
  type TwoParties,
  withFiveParties,
  withFiveRaces,
} from "./conditionals.ts";
import { DIMENSION_NAMES, type DimensionName } from "./dimensions.ts";
import { cellColumns, fitMargins, type Margin, marginOver, twoWay } from "./ipf.ts";
import * as figures from "./us-adults-2024-figures.ts";

/** The frame's published margins in percent, by dimension. */
const PUBLISHED_MARGINS: Readonly<Record<DimensionName, readonly number[]>> = {
  region: figures.REGION,
  race: figures.RACE,
  education: figures.EDUCATION,
  age: figures.AGE,
  sex: figures.SEX,
  party: figures.PARTY,
  income: figures.INCOME,
  urbanicity: figures.URBANICITY,
};

/** The frame's published margins in percent, dimension by dimension in table order. */
export const US_ADULTS_2024_MARGINS: readonly (readonly number[])[] = DIMENSION_NAMES.map((name) =>
  PUBLISHED_MARGINS[name]
);

const REGION = share(figures.REGION);
const RACE = share(figures.RACE);
const EDUCATION = share(figures.EDUCATION);
const AGE = share(figures.AGE);
const SEX = share(figures.SEX);
const PARTY = share(figures.PARTY);
const INCOME = share(figures.INCOME);
const URBANICITY = share(figures.URBANICITY);

/** Kinds of person that race, education, age and sex tell apart. */
const PERSONS = RACE.length * EDUCATION.length * AGE.length * SEX.length;

/**
 * The weight of every cell of the frame `us-adults-2024`, in table order, adding up to 1.
 *
 * Region, race, education, age and sex are one table fitted to two-way tables (associations as published, margins current).
 * Party and urbanicity join given race, education, age and sex. Income joins given race, age, region and education; given
 * those four it is independent of sex, party and urbanicity, for want of figures.
 */
export function buildUsAdults2024(): Float64Array {
  const core = fitCore();
  const persons = personWeights(core);
  return joinLayers(core, persons, fitPartyAndPlace(persons), incomeGivenCore(core));
}

/** A joint table under construction: margins are given by dimension numbers and row-major targets. */
class JointTable {
  readonly columns: readonly Uint8Array[];
  readonly weight: Float64Array;
  readonly #sizes: readonly number[];

  constructor(...margins: readonly (readonly number[])[]) {
    this.#sizes = margins.map((margin) => margin.length);
    this.columns = cellColumns(this.#sizes);
    this.weight = new Float64Array(itemAt(this.columns, 0).length).fill(1);
  }

  margin(dimensions: readonly number[], target: readonly number[]): Margin {
    return marginOver(this.columns, this.#sizes, dimensions, target);
  }
}

/** Weights of region × race × education × age × sex: 1,200 cells. */
function fitCore(): JointTable {
  const core = new JointTable(REGION, RACE, EDUCATION, AGE, SEX);
  const female = fromDecades(figures.FEMALE_GIVEN_AGE_10Y.map((p) => [p, 100 - p]));
  fitMargins(core.weight, [
    core.margin([0, 1], twoWay(withFiveRaces(figures.RACE_GIVEN_REGION, RACE), REGION, RACE)),
    core.margin([0, 2], twoWay(figures.EDUCATION_GIVEN_REGION, REGION, EDUCATION)),
    core.margin([1, 2], twoWay(figures.EDUCATION_GIVEN_RACE, RACE, EDUCATION)),
    core.margin([1, 3], twoWay(ageGivenRace(), RACE, AGE)),
    core.margin([3, 2], twoWay(educationGivenAge(), AGE, EDUCATION)),
    core.margin([4, 2], twoWay(figures.EDUCATION_GIVEN_SEX, SEX, EDUCATION)),
    core.margin([3, 4], twoWay(female, AGE, SEX)),
  ], 1e-8);
  return core;
}

/** P(age | race) in the frame's ages: 18–29 holds twelve years, 25–34 takes five of them, and 65+ takes half of the sixties. */
function ageGivenRace(): number[][] {
  return figures.AGE_GIVEN_RACE_10Y.map(([from18, from30, from40, from50, from60, from70]) => [
    from18 * 7 / 12,
    from18 * 5 / 12 + from30 / 2,
    (from30 + from40) / 2,
    (from40 + from50) / 2,
    (from50 + from60) / 2,
    from60 / 2 + from70,
  ]);
}

/** P(education | age) in the frame's ages: 18–24 is four years of 18–21 and three of the rest of 18–29. */
function educationGivenAge(): number[][] {
  return fromDecades(figures.EDUCATION_GIVEN_AGE_10Y).map((row, age) =>
    age === 0 ? figures.EDUCATION_18_TO_21.map((p, e) => (4 * p + 3 * itemAt(row, e)) / 7) : row
  );
}

/** Weight of each kind of person, over the regions. Sex varies fastest, then age, education and race. */
function personWeights(core: JointTable): Float64Array {
  const persons = new Float64Array(PERSONS);
  core.weight.forEach((weight, cell) => addAt(persons, cell % PERSONS, weight));
  return persons;
}

/** Weights of race × education × age × sex × party × urbanicity: 4,500 cells. */
function fitPartyAndPlace(persons: Float64Array): Float64Array {
  const layer = new JointTable(RACE, EDUCATION, AGE, SEX, PARTY, URBANICITY);
  const partyGiven = (rows: readonly TwoParties[], margin: readonly number[]) =>
    twoWay(withFiveParties(rows, PARTY), margin, PARTY);
  const placeGivenRace = transposed(withFiveRaces(figures.RACE_GIVEN_URBANICITY, RACE));
  fitMargins(layer.weight, [
    layer.margin([0, 5], twoWay(placeGivenRace, RACE, URBANICITY)),
    layer.margin([0, 4], partyGiven(figures.PARTY_GIVEN_RACE, RACE)),
    layer.margin([1, 4], partyGiven(figures.PARTY_GIVEN_EDUCATION, EDUCATION)),
    layer.margin([2, 4], partyGiven(figures.PARTY_GIVEN_AGE, AGE)),
    layer.margin([3, 4], partyGiven(figures.PARTY_GIVEN_SEX, SEX)),
    layer.margin([5, 4], partyGiven(figures.PARTY_GIVEN_URBANICITY, URBANICITY)),
    layer.margin([0, 1, 2, 3], Array.from(persons)),
  ], 1e-8);
  return layer.weight;
}

/** P(income | core cell), cells × brackets row-major, raked so that the bracket margin is the published one. */
function incomeGivenCore(core: JointTable): Float64Array {
  const brackets = INCOME.length;
  const joint = new Float64Array(core.weight.length * brackets);
  const region = itemAt(core.columns, 0);
  const race = itemAt(core.columns, 1);
  const education = itemAt(core.columns, 2);
  const age = itemAt(core.columns, 3);
  core.weight.forEach((weight, cell) => {
    const person = {
      region: byteAt(region, cell),
      race: byteAt(race, cell),
      education: byteAt(education, cell),
      age: byteAt(age, cell),
    };
    joint.set(incomeShares(person).map((p) => weight * p), cell * brackets);
  });
  fitMargins(joint, [
    { group: Uint16Array.from(joint, (_, i) => i % brackets), target: Float64Array.from(INCOME) },
    { group: Uint16Array.from(joint, (_, i) => Math.floor(i / brackets)), target: core.weight },
  ], 1e-9);
  return joint.map((weight, i) => weight / floatAt(core.weight, Math.floor(i / brackets)));
}

/**
 * P(income bracket | race, age, region, education): lognormal around a median that is the national one times the four groups'
 * ratios to it.
 */
function incomeShares(
  { race, age, region, education }: Record<"race" | "age" | "region" | "education", number>,
): number[] {
  const ratio = (medians: readonly number[], group: number) => itemAt(medians, group) / figures.MEDIAN_INCOME;
  const median = figures.MEDIAN_INCOME * ratio(figures.MEDIAN_INCOME_BY_RACE, race) *
    ratio(figures.MEDIAN_INCOME_BY_AGE, age) * ratio(figures.MEDIAN_INCOME_BY_REGION, region) *
    ratio(figures.MEDIAN_INCOME_BY_EDUCATION, education);
  const below = figures.INCOME_BOUNDS.map((bound) =>
    normalCdf(Math.log(bound / median) / figures.INCOME_LOG_SD)
  );
  const cumulative = [0, ...below, 1];
  return cumulative.slice(1).map((upTo, bracket) => upTo - itemAt(cumulative, bracket));
}

/** Multiplies core, P(party, urbanicity | person) and P(income | core cell) out into table order. */
function joinLayers(
  core: JointTable,
  persons: Float64Array,
  partyAndPlace: Float64Array,
  income: Float64Array,
): Float64Array {
  const [parties, brackets, places] = [PARTY.length, INCOME.length, URBANICITY.length];
  const weight = new Float64Array(core.weight.length * parties * brackets * places);
  let next = 0;
  core.weight.forEach((coreWeight, cell) => {
    const person = cell % PERSONS;
    const perPerson = coreWeight / floatAt(persons, person);
    for (let party = 0; party < parties; party++) {
      for (let bracket = 0; bracket < brackets; bracket++) {
        const part = perPerson * floatAt(income, cell * brackets + bracket);
        for (let place = 0; place < places; place++) {
          weight[next++] = part * floatAt(partyAndPlace, (person * parties + party) * places + place);
        }
      }
    }
  });
  return weight;
}
