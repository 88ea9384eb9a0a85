import { floatAt } from "../numeric/columns.ts";
import { type AgentChunk, answerAt, segmentAt } from "../sampling/answers.ts";
import { inOrder } from "../sampling/chunks.ts";
import { hundredths, outwardTenths } from "../numeric/rounding.ts";
import { MEASURED } from "./calibration-boundary.ts";
import { Z95 } from "./tally.ts";
import type { IntervalPct } from "./verdict.ts";

/** A run's agents with their weights, and the dimensions that their chunks tell apart. */
export interface ComparedRun {
  readonly chunks: readonly AgentChunk[];
  /** By agent index. */
  readonly weight: Float64Array;
  readonly dimensions: readonly { readonly name: string; readonly segments: readonly string[] }[];
}

/** The other run's share less the first one's, in points. */
export interface Difference {
  readonly difference_pct: ByAnswer<number>;
  /** 95 % interval by the sampling of the agents; null where either side has fewer than 30 effective agents. */
  readonly agents_interval_pct: ByAnswer<readonly [number, number]> | null;
}

/** Shares of a verdict or a segment with what is known of people, in percent. */
export interface KnownShares {
  readonly yes_pct: number;
  readonly maybe_pct: number;
  readonly no_pct: number;
  readonly interval_pct: IntervalPct | null;
}

/**
 * The 95 % interval of the difference among people, in points: the method of variance estimates recovery (Donner & Zou, 2012) from both sides'
 * intervals, with the correlation of the errors of two predictions as measured over pairs of questions whose tables were left out. Null
 * where nothing is known of people on either side.
 */
export function peopleDifference(
  first: KnownShares,
  other: KnownShares,
): ByAnswer<readonly [number, number]> | null {
  const [a, b] = [first.interval_pct, other.interval_pct];
  if (a === null || b === null) return null;
  const of = (answer: (typeof COMPARED)[number]): readonly [number, number] => {
    const sides = [
      { share: first[`${answer}_pct`], interval: a[answer] },
      { share: other[`${answer}_pct`], interval: b[answer] },
    ] as const;
    const [low, high] = intervalOfDifference(...sides, MEASURED.pair_correlation);
    return outwardTenths({ low: low / 100, high: high / 100 });
  };
  return { yes: of("yes"), maybe: of("maybe"), no: of("no") };
}

/** {@link peopleDifference} of one question that was asked of one population twice. */
export function noDifference(
  first: KnownShares,
  other: KnownShares,
): ByAnswer<readonly [number, number]> | null {
  if (first.interval_pct === null || other.interval_pct === null) return null;
  return { yes: [0, 0], maybe: [0, 0], no: [0, 0] };
}

/** A share with the interval around it, in percent. */
interface Side {
  readonly share: number;
  readonly interval: readonly [number, number];
}

/** The interval of the second share less the first one, by the distances of both shares to the ends of theirs. */
export function intervalOfDifference(first: Side, second: Side, correlation: number): [number, number] {
  const distance = (a: number, b: number) =>
    Math.sqrt(Math.max(0, a * a + b * b - 2 * correlation * Math.abs(a * b)));
  const difference = second.share - first.share;
  const down = distance(first.interval[1] - first.share, second.share - second.interval[0]);
  const up = distance(first.share - first.interval[0], second.interval[1] - second.share);
  return [Math.max(-100, difference - down), Math.min(100, difference + up)];
}

export interface SegmentDifference extends Difference {
  readonly dimension: string;
  readonly segment: string;
}

export type ByAnswer<Value> = Readonly<Record<(typeof COMPARED)[number], Value>>;

export interface Comparison extends Difference {
  /** Of the dimensions that both runs report. */
  readonly by_segment: readonly SegmentDifference[];
}

const COMPARED = ["yes", "maybe", "no"] as const;
/** Effective agents under which no comparison is made. */
const MIN_EFFECTIVE = 30;

/**
 * Compares two runs. Agents of paired runs are the same people, so the variance is that of each one's own change (Σw²(d − d̄)² / (Σw)²);
 * elsewhere it is the sum of both runs'.
 * @throws RangeError for paired runs of different sizes.
 */
export function compareRuns(first: ComparedRun, other: ComparedRun, paired: boolean): Comparison {
  const [a, b] = [tableOf(first), tableOf(other)];
  if (paired && a.weight.length !== b.weight.length) {
    throw new RangeError(`Cannot pair ${a.weight.length} agents with ${b.weight.length}`);
  }
  const shared = first.dimensions.filter(({ name }) => other.dimensions.some((each) => each.name === name));
  const by_segment = shared.flatMap(({ name, segments }) =>
    segments.map((segment): SegmentDifference => {
      const isIn = (run: ComparedRun, table: AgentTable) => {
        const d = run.dimensions.findIndex((each) => each.name === name);
        const s = run.dimensions[d]?.segments.indexOf(segment) ?? -1;
        return (k: number) => table.segments[d]?.[k] === s;
      };
      return { dimension: name, segment, ...differenceOf(a, b, paired, isIn(first, a), isIn(other, b)) };
    })
  );
  const everybody = () => true;
  return { ...differenceOf(a, b, paired, everybody, everybody), by_segment };
}

interface AgentTable {
  readonly answer: Uint8Array;
  readonly weight: Float64Array;
  /** Dimension → segment number of each agent. */
  readonly segments: readonly Uint8Array[];
}

function tableOf({ chunks, weight, dimensions }: ComparedRun): AgentTable {
  const answer = new Uint8Array(weight.length);
  const segments = dimensions.map(() => new Uint8Array(weight.length));
  for (const chunk of inOrder(chunks)) {
    for (let k = 0; k < chunk.count; k++) {
      answer[chunk.first + k] = answerAt(chunk, k);
      segments.forEach((column, d) => column[chunk.first + k] = segmentAt(chunk, d, k));
    }
  }
  return { answer, weight, segments };
}

type IsIn = (agent: number) => boolean;

function differenceOf(a: AgentTable, b: AgentTable, paired: boolean, inA: IsIn, inB: IsIn): Difference {
  const [sizeA, sizeB] = [sizeOf(a, inA), sizeOf(b, inB)];
  const enough = Math.min(sizeA.effective, sizeB.effective) >= MIN_EFFECTIVE;
  const rows = COMPARED.map((_, code) => {
    const [p, q] = [shareOf(a, inA, code), shareOf(b, inB, code)];
    const difference = 100 * (q - p);
    const variance = paired
      ? pairedVariance(a, b, inA, code, q - p)
      : p * (1 - p) / sizeA.effective + q * (1 - q) / sizeB.effective;
    const half = 100 * Z95 * Math.sqrt(variance);
    return { difference, interval: [hundredths(difference - half), hundredths(difference + half)] as const };
  });
  const of = <Value>(pick: (row: (typeof rows)[number]) => Value): ByAnswer<Value> => {
    const [yes, maybe, no] = rows.map(pick);
    if (yes === undefined || maybe === undefined || no === undefined) {
      throw new RangeError("Cannot compare: no answers");
    }
    return { yes, maybe, no };
  };
  return {
    difference_pct: of(({ difference }) => Number.isFinite(difference) ? hundredths(difference) : 0),
    agents_interval_pct: enough ? of(({ interval }) => interval) : null,
  };
}

/** Sum of weights, and Kish's effective number of agents. */
function sizeOf({ weight }: AgentTable, isIn: IsIn): { sum: number; effective: number } {
  let [sum, squares] = [0, 0];
  weight.forEach((w, k) => {
    if (!isIn(k)) return;
    sum += w;
    squares += w * w;
  });
  return { sum, effective: squares > 0 ? sum * sum / squares : 0 };
}

function shareOf(table: AgentTable, isIn: IsIn, code: number): number {
  let [given, sum] = [0, 0];
  table.weight.forEach((w, k) => {
    if (!isIn(k)) return;
    sum += w;
    if (table.answer[k] === code) given += w;
  });
  return sum > 0 ? given / sum : NaN;
}

function pairedVariance(a: AgentTable, b: AgentTable, isIn: IsIn, code: number, mean: number): number {
  let [squares, sum] = [0, 0];
  for (let k = 0; k < a.weight.length; k++) {
    if (!isIn(k)) continue;
    const w = (floatAt(a.weight, k) + floatAt(b.weight, k)) / 2;
    const change = (b.answer[k] === code ? 1 : 0) - (a.answer[k] === code ? 1 : 0);
    squares += w * w * (change - mean) ** 2;
    sum += w;
  }
  return sum > 0 ? squares / (sum * sum) : 0;
}
