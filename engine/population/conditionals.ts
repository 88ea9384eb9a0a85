import { itemAt } from "../numeric/columns.ts";

/** Rows of shares; each row is a distribution, in any scale. */
export type Table = readonly (readonly number[])[];

/** Shares of White, Black, Hispanic and all other people, in any scale. */
export type FourRaces = readonly [white: number, black: number, hispanic: number, other: number];

/** Shares of the ages 18–29, 30–39, …, 60–69 and 70+, in any scale. */
export type SixDecades = readonly [number, number, number, number, number, number];

/** Republican and Democratic shares, leaners included, in percent. */
export type TwoParties = readonly [republican: number, democratic: number];

/** A row scaled to 1. */
export function share(row: readonly number[]): number[] {
  const sum = row.reduce((total, p) => total + p, 0);
  return row.map((p) => p / sum);
}

/**
 * The two decades that each age band of the frame straddles (numbers of rows from 18–29 to 70+), and the weight of the first.
 * 65+ is about three parts 65–69 to seven parts 70+.
 */
const DECADES_OF_BAND = [
  { first: 0, second: 0, weight: 1 },
  { first: 0, second: 1, weight: 0.5 },
  { first: 1, second: 2, weight: 0.5 },
  { first: 2, second: 3, weight: 0.5 },
  { first: 3, second: 4, weight: 0.5 },
  { first: 4, second: 5, weight: 0.3 },
] as const;

/** Rows for the decades 18–29, 30–39, …, 70+ as rows for the frame's ages 18–24, 25–34, …, 65+. */
export function fromDecades(rows: Table): number[][] {
  return DECADES_OF_BAND.map(({ first, second, weight }) => {
    const secondRow = itemAt(rows, second);
    return itemAt(rows, first).map((p, column) => p * weight + itemAt(secondRow, column) * (1 - weight));
  });
}

/** Columns as rows. */
export function transposed(table: Table): number[][] {
  return itemAt(table, 0).map((_, column) => table.map((row) => itemAt(row, column)));
}

/** White, Black, Hispanic and others become the frame's five races: others are divided as in the margin `race`. */
export function withFiveRaces(rows: readonly FourRaces[], race: readonly number[]): number[][] {
  const asian = itemAt(race, 3) / (itemAt(race, 3) + itemAt(race, 4));
  return rows.map((
    [white, black, hispanic, other],
  ) => [white, black, hispanic, other * asian, other * (1 - asian)]);
}

/**
 * Republican and Democratic shares become the frame's five parties: leaners are divided off in the proportion of the margin
 * `party`. People without a lean are what is left of 100, but at least half of their share in the margin.
 */
export function withFiveParties(rows: readonly TwoParties[], party: readonly number[]): number[][] {
  const [firmRepublicans, leaningRepublicans] = [itemAt(party, 0), itemAt(party, 1)];
  const noLean = itemAt(party, 2);
  const [leaningDemocrats, firmDemocrats] = [itemAt(party, 3), itemAt(party, 4)];
  return rows.map(([republican, democratic]) => [
    republican * firmRepublicans / (firmRepublicans + leaningRepublicans),
    republican * leaningRepublicans / (firmRepublicans + leaningRepublicans),
    Math.max(100 - republican - democratic, 100 * noLean / 2),
    democratic * leaningDemocrats / (firmDemocrats + leaningDemocrats),
    democratic * firmDemocrats / (firmDemocrats + leaningDemocrats),
  ]);
}
