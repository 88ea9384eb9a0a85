/** Rows of shares; each row is a distribution, in any scale. */
export type Table = readonly (readonly number[])[];

/** A row scaled to 1. */
export const share = (row: readonly number[]): number[] => {
  const sum = row.reduce((total, p) => total + p, 0);
  return row.map((p) => p / sum);
};

/** Rows for the decades 18–29, 30–39, …, 70+ as rows for 18–24, 25–34, …, 65+: each ten-year band straddles two decades. */
export const fromDecades = (rows: Table): number[][] => {
  // 65+ is about three parts 65–69 to seven parts 70+.
  const parts: readonly (readonly [number, number, number])[] = [
    [0, 0, 1],
    [0, 1, 0.5],
    [1, 2, 0.5],
    [2, 3, 0.5],
    [3, 4, 0.5],
    [4, 5, 0.3],
  ];
  return parts.map(([a, b, weight]) =>
    (rows[a] ?? []).map((p, column) => p * weight + (rows[b]?.[column] ?? 0) * (1 - weight))
  );
};

/** Columns as rows. */
export const transposed = (table: Table): number[][] =>
  (table[0] ?? []).map((_, column) => table.map((row) => row[column] ?? 0));

/** White, Black, Hispanic and a rest become the five races, the rest divided as in the margin. */
export const withFiveRaces = (rows: Table, race: readonly number[]): number[][] => {
  const asian = (race[3] ?? 0) / ((race[3] ?? 0) + (race[4] ?? 0));
  return rows.map(([white = 0, black = 0, hispanic = 0, rest = 0]) => [
    white,
    black,
    hispanic,
    rest * asian,
    rest * (1 - asian),
  ]);
};

/** Republican and Democratic shares with leaners become five parties, leaners in the proportion of the margin. */
export const withFiveParties = (rows: Table, party: readonly number[]): number[][] => {
  const [r = 0, leanR = 0, none = 0, leanD = 0, d = 0] = party;
  return rows.map(([republican = 0, democrat = 0]) => [
    republican * r / (r + leanR),
    republican * leanR / (r + leanR),
    Math.max(100 - republican - democrat, 100 * none / 2),
    democrat * leanD / (d + leanD),
    democrat * d / (d + leanD),
  ]);
};
