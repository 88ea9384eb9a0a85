import type { SurveyMapping } from "#engine/bank/mapping.ts";

/**
 * A generated city whose answers are known, and samples of it as survey houses draw them: districts are strata, of which blocks (clusters)
 * are drawn, and of each block some people.
 */

/** One person of a sample. */
export interface DistrictRow {
  readonly district: number;
  readonly block: number;
  readonly w: number;
  readonly sex: "F" | "M";
  readonly age: number;
  readonly race: "white" | "black";
  readonly park: 1 | 2 | 3;
}

const DISTRICTS = 8;
const BLOCKS = 30;
const PEOPLE = 60;
/** Blocks drawn of each district: small districts are drawn more often, so that weights matter. */
const drawnBlocks = (district: number): number => 4 + district % 3;
const DRAWN_PEOPLE = 12;

/** MurmurHash3's finisher: no draw depends on the service's own generator, so that R's stored figures stay. */
function uniform(place: number, draw: number): number {
  let h = Math.imul(place + 1, 0x9e3779b1) ^ Math.imul(draw + 1, 0x85ebca77);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

const population: readonly (readonly Omit<DistrictRow, "w">[])[] = Array.from(
  { length: DISTRICTS * BLOCKS },
  (_, b) => {
    const district = b % DISTRICTS;
    // Neighbours answer alike: blocks differ by up to 40 points, districts by 30.
    const lean = 0.25 + 0.3 * district / (DISTRICTS - 1) + 0.4 * (uniform(b, 1) - 0.5);
    return Array.from({ length: PEOPLE }, (_, i) => {
      const place = 1_000 + b * PEOPLE + i;
      const sex = uniform(place, 1) < 0.52 ? "F" : "M";
      const yes = lean + (sex === "F" ? 0.06 : -0.06);
      const u = uniform(place, 2);
      return {
        district,
        block: Math.floor(b / DISTRICTS),
        sex,
        age: 18 + Math.floor(60 * uniform(place, 3)),
        race: uniform(place, 4) < 0.15 + 0.3 * district / DISTRICTS ? "black" : "white",
        park: u < yes ? 1 : u < yes + 0.15 ? 2 : 3,
      } as const;
    });
  },
);

/** What everybody of the city would answer: the truth that samples estimate. */
export const CITY_TRUTH = {
  yes: population.flat().filter(({ park }) => park === 1).length / (DISTRICTS * BLOCKS * PEOPLE),
  female: population.flat().filter(({ sex }) => sex === "F").length / (DISTRICTS * BLOCKS * PEOPLE),
};

/** The `sample`-th sample, 0 …; each of another 4 to 6 blocks of each district, and 12 people of each block. */
export function districtSample(sample: number): DistrictRow[] {
  const order = <Item>(items: readonly Item[], place: number) =>
    items.map((item, k) => ({ item, u: uniform(1_000_000 + sample * 10_000 + place * 64 + k, 5) }))
      .sort((a, b) => a.u - b.u).map(({ item }) => item);
  return Array.from({ length: DISTRICTS }, (_, district) => {
    const blocks = population.filter((_, b) => b % DISTRICTS === district);
    return order(blocks, district).slice(0, drawnBlocks(district)).flatMap((people, k) =>
      order(people, 8 + district * 6 + k).slice(0, DRAWN_PEOPLE).map((person) => ({
        ...person,
        w: Math.round(100 * (BLOCKS / drawnBlocks(district)) * (PEOPLE / DRAWN_PEOPLE)) / 100,
      }))
    );
  }).flat();
}

export const DISTRICT_COLUMNS = ["district", "block", "w", "sex", "age", "race", "park"] as const;

export function districtCsv(rows: readonly DistrictRow[]): string {
  return [DISTRICT_COLUMNS.join(), ...rows.map((row) => DISTRICT_COLUMNS.map((name) => row[name]).join())]
    .join(
      "\n",
    );
}

export const DISTRICT_MAPPING: SurveyMapping = {
  survey: "district-2026",
  title: "District survey",
  years: "2026",
  citation: "A generated survey",
  license: "own",
  weight: "w",
  clusters: "block",
  strata: "district",
  dimensions: {
    sex: [{ column: "sex", values: { F: "female", M: "male" } }],
    race: [{ column: "race", values: { white: "white", black: "black" } }],
    age: [{
      column: "age",
      bands: [{ from: 18, to: 44, segment: "25-34" }, { from: 45, to: 99, segment: "65+" }],
    }],
  },
  questions: [{
    variable: "park",
    wordings: ["Should the city turn the old freight yard into a park?"],
    answers: { "1": "yes", "2": "maybe", "3": "no" },
  }],
  methodology: {
    slug: "district-life",
    name: "Life in the districts",
    label: "District life",
    description: "What people want of their districts.",
    topic: "what the districts build",
    population: "Adults of the generated city.",
  },
};

if (import.meta.main) console.log(districtCsv(districtSample(0)));
