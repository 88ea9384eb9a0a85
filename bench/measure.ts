/** One measured thing beside its floor, in the same run: absolute figures mean little, the ratio does. */
export interface Measurement {
  readonly name: string;
  readonly unit: string;
  /** Round by round: ours and the floor's, in turn, so that a slow minute hits both. */
  readonly rounds: readonly { readonly ours: number; readonly floor: number }[];
  /** What the floor is. */
  readonly floor: string;
  /** The ratio aimed at; null where none is. */
  readonly aim: number | null;
}

/** Measures ours and the floor in turn, after one round of each that is not counted. */
export async function inTurn(
  rounds: number,
  ours: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<{ ours: number; floor: number }[]> {
  await ours();
  await floor();
  const measured = [];
  for (let round = 0; round < rounds; round++) measured.push({ ours: await ours(), floor: await floor() });
  return measured;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? sorted[middle] ?? NaN
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** A line a measurement: medians, the median of the rounds' ratios, and the aim. */
export function printMeasurement({ name, unit, rounds, floor, aim }: Measurement): void {
  const ratio = median(rounds.map(({ ours, floor }) => ours / floor));
  const figure = (value: number) => value.toLocaleString("en-US", { maximumSignificantDigits: 3 });
  console.log(
    `${name}: ${figure(median(rounds.map(({ ours }) => ours)))} ${unit}; ` +
      `floor ${figure(median(rounds.map((round) => round.floor)))} (${floor}); ` +
      `ratio ${ratio.toFixed(2)}${aim === null ? "" : `, aim ${aim}`}`,
  );
}

/** Runs `work(0) … work(total − 1)`, so many at a time, and returns how many a second that was. */
export async function perSecond(
  total: number,
  atOnce: number,
  work: (index: number) => Promise<void>,
): Promise<number> {
  const begin = performance.now();
  let next = 0;
  const takeTurns = async () => {
    while (next < total) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
  return total / ((performance.now() - begin) / 1000);
}
