import type { FourRaces, SixDecades, TwoParties } from "./conditionals.ts";

/**
 * The published figures behind the frame `us-adults-2024`: U.S. resident adults, 18 and older. Margins come from different
 * vintages, each the newest found, with its source beside it. Three marks say how far a figure can be trusted:
 * - "read": the release or a page quoting it was read;
 * - "computed": derived from read figures as described;
 * - "remembered": the figure is from memory of the named release and was not checked against it.
 * All are percentages; every row is scaled to 100 before use. Orders are those of `dimensions.ts`.
 */

/** 65+: computed from Census Vintage 2024 (65+ 61.2 M, under 18 73.1 M of 340.1 M). Split of 18–64: ACS 2023 S0101, remembered. */
export const AGE = [11.7, 17.4, 17.1, 15.2, 15.7, 22.9];

/** Female, male. ACS 2023 1-year S0101, 18 and over, remembered. */
export const SEX = [51.0, 49.0];

/**
 * White non-Hispanic: computed from the 2020 Census (57.8 % of 331.4 M, less the under-18s). Hispanic, Black, Asian and
 * other non-Hispanic: ACS/CPS 2023, remembered. Order white, black, hispanic, asian, other.
 */
export const RACE = [60.8, 11.9, 17.5, 6.2, 3.6];

/**
 * Age 18+, remembered from CPS ASEC tables; for 25+ the release CB23-TPS.21 (2022) reads 9 | 28 | 25 | 23 | 14, which is
 * consistent with it. Associate degrees count as some college.
 */
export const EDUCATION = [10, 29, 27, 22, 12];

/** Computed from Census Vintage 2020, table SCPRC-EST2020-18+POP-RES, read: 44,429,431; 53,048,283; 98,131,517; 61,052,779. */
export const REGION = [17.31, 20.67, 38.23, 23.79];

/** Self-described urban, suburban, rural: American Housing Survey 2017, HUD PD&R Edge of 3 August 2020, read. Household-based. */
export const URBANICITY = [27, 52, 21];

/** Pew NPORS 2025 (n = 5,022), party fact sheet, read: Rep 31, Dem 28, with leaners R 46, D 45; leaners and the rest computed. */
export const PARTY = [31, 15, 9, 17, 28];

/**
 * Household money income 2022, CPS ASEC 2023 (P60-279), read, brackets merged: under 15k 8.3 + 15–25k 7.4; 25–35k 7.6 +
 * 35–50k 10.6; 50–75k 16.2; 75–100k 12.3; 100–150k 16.4; 150–200k 9.2 + 200k and more 11.9. Household-based: shares of
 * adults tilt a little upward.
 */
export const INCOME = [15.7, 18.2, 16.2, 12.3, 16.4, 21.1];

/**
 * Association among race, education, age, region and sex: computed from the ACS 2014–18 five-year PUMS, citizens 18+. It
 * codes as Hispanic only people whose race is White, so it serves for association and never for a margin; "other" there
 * covers Asian and other race, and both take its figures except where said.
 */
export const AGE_GIVEN_RACE_10Y: readonly SixDecades[] = [
  [18.3, 14.9, 15.3, 18.5, 16.8, 16.2],
  [25.8, 17.8, 16.9, 17.3, 12.9, 9.3],
  [31.2, 19.5, 16.7, 14.3, 9.8, 8.4],
  [28.9, 18.9, 17.5, 15.3, 11.1, 8.3],
  [28.9, 18.9, 17.5, 15.3, 11.1, 8.3],
];

/** P(education | race), PUMS as above; Asian: 25+ bachelor's or higher 59.3 %, CB23-TPS.21, remembered, the split computed. */
export const EDUCATION_GIVEN_RACE = [
  [7.7, 27.8, 32.0, 20.6, 12.0],
  [14.5, 31.9, 35.0, 11.9, 6.7],
  [19.8, 29.2, 33.1, 12.3, 5.6],
  [9.0, 15.7, 19.0, 32.0, 24.3],
  [15.4, 23.8, 30.9, 19.2, 10.7],
];

/** P(education | age), PUMS as above, ages 18–29, 30–39, …, 60–69, 70+. */
export const EDUCATION_GIVEN_AGE_10Y = [
  [10.2, 28.4, 41.1, 16.7, 3.6],
  [7.6, 23.3, 32.4, 23.5, 13.2],
  [8.2, 25.0, 31.2, 21.8, 13.7],
  [9.7, 29.5, 30.9, 18.7, 11.3],
  [9.9, 28.4, 30.5, 17.7, 13.4],
  [17.5, 34.1, 23.7, 13.4, 11.3],
];

/** P(education | 18–21), CPS March 2016 – February 2019, Economic Policy Institute's chart "Class of 2019", read. */
export const EDUCATION_18_TO_21 = [20.3, 34.0, 44.0, 1.5, 0.2];

/** P(race | region), PUMS as above, White | Black | Hispanic | Other; "other" is split between Asian and other race by RACE. */
export const RACE_GIVEN_REGION: readonly FourRaces[] = [
  [72.8, 11.3, 5.5, 10.4],
  [81.3, 10.0, 3.1, 5.7],
  [64.6, 19.4, 9.3, 6.8],
  [59.8, 5.0, 13.4, 21.7],
];

/** P(education | region), PUMS as above. */
export const EDUCATION_GIVEN_REGION = [
  [9.5, 28.9, 27.7, 20.5, 13.4],
  [9.1, 30.0, 33.3, 18.0, 9.6],
  [11.7, 29.1, 32.1, 17.3, 9.7],
  [9.9, 23.7, 35.4, 20.0, 11.0],
];

/** P(education | sex), PUMS as above: female, male. */
export const EDUCATION_GIVEN_SEX = [
  [9.7, 26.8, 33.5, 19.1, 10.9],
  [11.1, 29.4, 31.1, 18.1, 10.3],
];

/** P(female | age), PUMS as above, ages 18–29, 30–39, …, 60–69, 70+. */
export const FEMALE_GIVEN_AGE_10Y = [49.1, 50.2, 50.7, 51.2, 52.4, 57.1];

/**
 * P(race | urbanicity): Pew, "What Unites and Divides Urban, Suburban and Rural Communities" (May 2018), county types,
 * remembered: white 44 | 68 | 79, Black 17 | 11 | 8, Hispanic 27 | 14 | 8; the rest is split by RACE.
 */
export const RACE_GIVEN_URBANICITY: readonly FourRaces[] = [
  [44, 17, 27, 12],
  [68, 11, 14, 7],
  [79, 8, 8, 5],
];

/**
 * Republican and Democratic shares, leaners included, of registered voters in 2023 unless said: Pew, "Changing Partisan
 * Coalitions" (9 April 2024), remembered. White 56/41, Black 12/83, Hispanic 35/61, Asian 36/63; other race: none
 * published, the population's.
 */
export const PARTY_GIVEN_RACE: readonly TwoParties[] = [[56, 41], [12, 83], [35, 61], [36, 63], [46, 45]];

/** As above: without a bachelor's degree 51/45, with one 42/55. */
export const PARTY_GIVEN_EDUCATION: readonly TwoParties[] = [[51, 45], [51, 45], [51, 45], [42, 55], [
  42,
  55,
]];

/** As above: urban 37/60, suburban 47/50, rural 60/35. */
export const PARTY_GIVEN_URBANICITY: readonly TwoParties[] = [[37, 60], [47, 50], [60, 35]];

/**
 * As above: Democratic 66 at 18–24, 64 at 25–29 and 55 in the thirties; Republican 50/47 in the fifties, 53/45 in the
 * sixties, 58 at 80 and more. What lies between is interpolated.
 */
export const PARTY_GIVEN_AGE: readonly TwoParties[] = [[32, 66], [38, 59], [44, 53], [49, 48], [51, 46], [
  53,
  45,
]];

/** Female, male: computed from Pew NPORS 2025's gender gaps of 12 points each. */
export const PARTY_GIVEN_SEX: readonly TwoParties[] = [[40, 51], [52, 39]];

/** Median household income 2023, thousand dollars (P60-282), remembered: race, region; age 18–24 (15–24) read, the others remembered. */
export const MEDIAN_INCOME = 80.61;
export const MEDIAN_INCOME_BY_RACE = [89.1, 56.5, 65.5, 112.8, 80.61];
export const MEDIAN_INCOME_BY_AGE = [54.93, 85.8, 101.3, 110.7, 90.6, 54.7];
export const MEDIAN_INCOME_BY_REGION = [86.3, 81.0, 73.3, 88.3];
/** High school 55.81, bachelor's 117.6 and master's 136.5: read (2023, householders 25+); the first and third remembered. */
export const MEDIAN_INCOME_BY_EDUCATION = [36.6, 55.81, 73.6, 117.6, 136.5];
/** Upper bounds of the income brackets, thousand dollars. */
export const INCOME_BOUNDS = [25, 50, 75, 100, 150];
/** Spread of log income inside a cell: a modelling choice; the bracket margin is raked afterwards. */
export const INCOME_LOG_SD = 0.85;
