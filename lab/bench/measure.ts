import { cpus, totalmem } from "node:os";
import process from "node:process";
import pLimit from "p-limit";
import { thisRun } from "#dev/machine/programs.ts";

/** The page whose table has the last run of every suite. */
export const PAGE = "docs/benchmarks.md";

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

/** The smallest of these values that the share of all of them does not exceed, NaN without values. @param share over 0, at most 1 */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Medians of the rounds, and the median of their ratios. */
function figuresOf({ rounds }: Measurement) {
  const figure = (values: readonly number[]) =>
    median(values).toLocaleString("en-US", { maximumSignificantDigits: 3 });
  return {
    ours: figure(rounds.map(({ ours }) => ours)),
    floor: figure(rounds.map(({ floor }) => floor)),
    ratio: median(rounds.map(({ ours, floor }) => ours / floor)).toFixed(2),
  };
}

/** Prints a measurement in one line. */
export function printMeasurement(measurement: Measurement): void {
  const { name, unit, floor, aim } = measurement;
  const figures = figuresOf(measurement);
  console.log(
    `${name}: ${figures.ours} ${unit}; floor ${figures.floor} (${floor}); ` +
      `ratio ${figures.ratio}${aim === null ? "" : `, aim ${aim}`}`,
  );
}

/** A suite's measurements as rows of the page's table. */
export async function rowsOf(suite: string, measurements: readonly Measurement[]): Promise<string[][]> {
  const { commit, date } = await thisRun(PAGE);
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus().length} × ${
    cpu?.model.trim() ?? process.arch
  }, ${memory} GiB, ${process.platform}`;
  return measurements.map((measurement) => {
    const { name, unit, floor, aim } = measurement;
    const figures = figuresOf(measurement);
    return [
      ...[suite, name, `${figures.ours} ${unit}`, `${figures.floor}: ${floor}`, figures.ratio],
      ...[String(aim ?? "–"), commit, date, machine],
    ];
  });
}

/** Milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Runs `work(0) … work(total − 1)`, `atOnce` of them at a time. @returns how many ended in a second. */
export async function perSecond(
  total: number,
  atOnce: number,
  work: (index: number) => Promise<void>,
): Promise<number> {
  return 1000 * total / await timed(() => pLimit(atOnce).map(Array(total).keys(), work));
}
