import pLimit from "p-limit";

/** What a suite may be asked for. */
export interface SuiteOptions {
  /** Of `lists`. */
  readonly deliveries: number;
  /** The process of the floor's worker; of `profile`. */
  readonly floorPid: number;
}

/** A figure of ours beside its floor's, measured in the same run: absolute figures depend on the machine, their ratio hardly does. */
export interface Measurement {
  readonly name: string;
  readonly unit: string;
  /** Rounds of ours and of the floor in turn, so that a slow minute of the machine hits both. */
  readonly rounds: readonly { readonly ours: number; readonly floor: number }[];
  /** Description of the floor. */
  readonly floor: string;
  /** The ratio to reach; null without an aim. */
  readonly aim: number | null;
}

/** Measures ours and the floor in turn, after one round of each that does not count. */
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

/** @throws RangeError without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (low === undefined || high === undefined) throw new RangeError("Cannot take the median of nothing");
  return (low + high) / 2;
}

/** The smallest of these values that the share of all of them does not exceed, NaN without values. @param share over 0, at most 1 */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? NaN;
}

/** Prints a measurement in one line: medians, the median of the rounds' ratios, and the aim. */
export function printMeasurement({ name, unit, rounds, floor, aim }: Measurement): void {
  const ratio = median(rounds.map(({ ours, floor }) => ours / floor));
  const figure = (value: number) => value.toLocaleString("en-US", { maximumSignificantDigits: 3 });
  console.log(
    `${name}: ${figure(median(rounds.map(({ ours }) => ours)))} ${unit}; ` +
      `floor ${figure(median(rounds.map((round) => round.floor)))} (${floor}); ` +
      `ratio ${ratio.toFixed(2)}${aim === null ? "" : `, aim ${aim}`}`,
  );
}

/** Runs `work(0) … work(total − 1)`, `atOnce` of them at a time. @returns how many ended in a second. */
export async function perSecond(
  total: number,
  atOnce: number,
  work: (index: number) => Promise<void>,
): Promise<number> {
  const begin = performance.now();
  await pLimit(atOnce).map(Array(total).keys(), work);
  return total / ((performance.now() - begin) / 1000);
}
