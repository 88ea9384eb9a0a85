import { floatAt, itemAt } from "../numeric/columns.ts";
import {
  answerAt,
  type AnswerCode,
  inOrder,
  segmentColumn,
  type WeightedAgents,
} from "../sampling/chunks.ts";
import { hundredths, outwardTenths } from "../numeric/rounding.ts";
import { MEASURED } from "./calibration-boundary.ts";
import type { AnswerSummary } from "./schema.ts";
import { designEffect, Tally, wilsonInterval } from "./verdict.ts";

/** Shares of a verdict or a segment with what is known of people, in percent. */
export type KnownShares = Pick<AnswerSummary, `${Compared}_pct` | "interval_pct">;

/**
 * The 95 % interval of the difference among people, in points: the method of variance estimates recovery (Donner & Zou, 2012) from both sides'
 * intervals, with the correlation of the errors of two predictions as measured over pairs of questions whose tables were left out. Null
 * where nothing is known of people on either side.
 * @param isSame whether one question was asked of one population twice: then there is no difference.
 */
export function peopleDifference(
  first: KnownShares,
  other: KnownShares,
  isSame: boolean,
): ByAnswer<readonly [number, number]> | null {
  const [a, b] = [first.interval_pct, other.interval_pct];
  if (a === null || b === null) return null;
  return byAnswer((answer) => {
    if (isSame) return [0, 0];
    const sides = [
      { share: first[`${answer}_pct`], interval: a[answer] },
      { share: other[`${answer}_pct`], interval: b[answer] },
    ] as const;
    const [low, high] = intervalOfDifference(...sides, MEASURED.pair_correlation);
    return outwardTenths({ low: low / 100, high: high / 100 });
  });
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

const COMPARED = ["yes", "maybe", "no"] as const;
type Compared = (typeof COMPARED)[number];

export type ByAnswer<Value> = Readonly<Record<Compared, Value>>;

const byAnswer = <Value>(of: (answer: Compared, code: number) => Value): ByAnswer<Value> =>
  Object.fromEntries(COMPARED.map((answer, code) => [answer, of(answer, code)])) as ByAnswer<Value>;

/**
 * Compares two runs. Agents of paired runs are the same people, so what their two answers have in common narrows the interval; elsewhere
 * it has the sampling of both.
 * @throws RangeError for paired runs of different sizes.
 */
export function compareRuns(first: WeightedAgents, other: WeightedAgents, paired: boolean) {
  const [a, b] = [tableOf(first), tableOf(other)];
  if (paired && a.weight.length !== b.weight.length) {
    throw new RangeError(`Cannot pair ${a.weight.length} agents with ${b.weight.length}`);
  }
  const shared = first.dimensions.filter(({ name }) => other.dimensions.some((each) => each.name === name));
  const by_segment = shared.flatMap(({ name, segments }) =>
    segments.map((segment) => {
      const isIn = (run: WeightedAgents, table: AgentTable) => {
        const d = run.dimensions.findIndex((each) => each.name === name);
        const s = run.dimensions[d]?.segments.indexOf(segment) ?? -1;
        return (k: number) => table.segments[d]?.[k] === s;
      };
      return { dimension: name, segment, ...differenceOf(a, b, paired, isIn(first, a), isIn(other, b)) };
    })
  );
  const everybody = () => true;
  // Segments of the dimensions that both runs report.
  return { ...differenceOf(a, b, paired, everybody, everybody), by_segment };
}

type AgentTable = ReturnType<typeof tableOf>;

function tableOf({ chunks, weight, dimensions }: WeightedAgents) {
  const ordered = inOrder(chunks);
  const answer = new Uint8Array(weight.length);
  for (const chunk of ordered) {
    for (let k = 0; k < chunk.count; k++) answer[chunk.first + k] = answerAt(chunk, k);
  }
  // By dimension the segment number of each agent.
  return { answer, weight, segments: dimensions.map((_, d) => segmentColumn(ordered, d)) };
}

type IsIn = (agent: number) => boolean;

function differenceOf(a: AgentTable, b: AgentTable, paired: boolean, inA: IsIn, inB: IsIn) {
  const [first, other] = [tallyOf(a, inA), tallyOf(b, inB)];
  const rows = byAnswer((_, code) => {
    const sides = [sideOf(first, code), sideOf(other, code)] as const;
    const interval = intervalOfDifference(...sides, paired ? correlationOf(a, b, inA, code) : 0);
    return { difference: sides[1].share - sides[0].share, interval };
  });
  const isEmpty = first.total === 0 || other.total === 0;
  return {
    /** The other run's share less the first one's, in points. */
    difference_pct: byAnswer((answer) => isEmpty ? 0 : hundredths(rows[answer].difference)),
    /**
     * 95 % interval by the sampling of the agents: Newcombe's hybrid score interval (Statistics in Medicine 17, 1998), from Wilson's interval of
     * each side at its effective number of agents. It holds for a single agent too, and says of a group without agents that any difference may be.
     */
    agents_interval_pct: byAnswer((answer): readonly [number, number] => {
      const [low, high] = rows[answer].interval;
      return isEmpty ? [-100, 100] : [hundredths(low), hundredths(high)];
    }),
  };
}

function tallyOf({ answer, weight }: AgentTable, isIn: IsIn): Tally {
  const tally = new Tally();
  weight.forEach((w, k) => {
    if (isIn(k)) tally.add(answer[k] as AnswerCode, w);
  });
  return tally;
}

/** An answer's share, with Wilson's interval at the effective number of agents. */
function sideOf(tally: Tally, code: number): Side {
  const sum = tally.weight.reduce((all, w) => all + w, 0);
  const share = sum > 0 ? itemAt(tally.weight, code) / sum : 0;
  const [low, high] = wilsonInterval(share, tally.total / designEffect(tally));
  return { share: 100 * share, interval: [100 * low, 100 * high] };
}

/** The correlation φ of an answer in two runs of the same agents; where it is positive less half an agent, by which Newcombe corrects it. */
function correlationOf(a: AgentTable, b: AgentTable, isIn: IsIn, code: number): number {
  let [sum, squares, inFirst, inOther, inBoth] = [0, 0, 0, 0, 0];
  for (let k = 0; k < a.weight.length; k++) {
    if (!isIn(k)) continue;
    const w = (floatAt(a.weight, k) + floatAt(b.weight, k)) / 2;
    const [first, other] = [a.answer[k] === code, b.answer[k] === code];
    sum += w;
    squares += w * w;
    if (first) inFirst += w;
    if (other) inOther += w;
    if (first && other) inBoth += w;
  }
  const [p, q] = [inFirst / sum, inOther / sum];
  const spread = Math.sqrt(p * (1 - p) * q * (1 - q));
  const common = inBoth / sum - p * q;
  const corrected = common > 0 ? Math.max(0, common - squares / (2 * sum * sum)) : common;
  return spread > 0 ? corrected / spread : 0;
}
