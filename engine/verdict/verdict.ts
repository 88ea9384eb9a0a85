import { byteAt, floatAt, integerAt, itemAt } from "../numeric/columns.ts";
import { type Deviations, effectiveHumanN, intervalAround } from "../forecast/uncertainty.ts";
import {
  type AgentChunk,
  agentCount,
  answerAt,
  type AnswerCode,
  ANSWERS,
  inOrder,
  segmentAt,
  segmentColumn,
} from "../sampling/chunks.ts";
import type { PreparedSimulation } from "../sampling/prepared-simulation.ts";
import { hundredths, outwardTenths, percentages } from "../numeric/rounding.ts";
import { type Margin, sweep } from "../population/ipf.ts";
import { dimensionIndex, type DimensionName, placesIn, segmentNames } from "../population/dimensions.ts";
import { type Frame, tableOver } from "../population/frame.ts";
import type { AnswerSummary, SegmentRow, Verdict } from "./schema.ts";

/** Effective agents under which a segment's share says little. */
const SMALL_BASE = 30;

/**
 * The verdict over all agents.
 * @param weight by agent index.
 * @throws RangeError unless the chunks are the agents from 0 on, each once.
 */
export function verdict(
  run: PreparedSimulation,
  chunks: readonly AgentChunk[],
  weight: Float64Array,
): Verdict {
  const tally = new Tally();
  for (const chunk of inOrder(chunks)) {
    for (let k = 0; k < chunk.count; k++) tally.add(answerAt(chunk, k), floatAt(weight, chunk.first + k));
  }
  if (tally.total === 0) throw new RangeError("Cannot state a verdict: the run has no agents");
  const { uncertainty } = run;
  const summary = summarize(tally, uncertainty?.overall);
  const { yes_pct, interval_pct } = summary;
  return {
    ...summary,
    answer: itemAt(ANSWERS, tally.weight.indexOf(Math.max(...tally.weight))),
    uncertainty_basis: uncertainty?.basis ?? "unmeasured",
    evidence: run.evidence,
    effective_human_n: interval_pct === null ? null : effectiveHumanN(yes_pct, interval_pct.yes),
  };
}

/**
 * One row for every segment of every reported dimension, in that order. The counts of a dimension's rows add up to the
 * verdict's. A segment without agents is there with zeros, its interval null; one that the population does not have is not.
 */
export function bySegment(
  run: PreparedSimulation,
  chunks: readonly AgentChunk[],
  weight: Float64Array,
): SegmentRow[] {
  const ordered = inOrder(chunks);
  return run.dimensions.slice(0, run.reported).flatMap(({ name, segments }, d) => {
    const tallies = segments.map((segment, s) => ({ segment, s, tally: new Tally() }));
    for (const chunk of ordered) {
      for (let k = 0; k < chunk.count; k++) {
        const { tally } = itemAt(tallies, segmentAt(chunk, d, k));
        tally.add(answerAt(chunk, k), floatAt(weight, chunk.first + k));
      }
    }
    const { absent } = run.basis.frame;
    return tallies.filter(({ segment }) => absent?.has(`${name}=${segment}`) !== true).map(
      ({ segment, tally }) => {
        const deviations = run.uncertainty?.segments.get(`${name}=${segment}`) ?? run.uncertainty?.overall;
        const summary = summarize(tally, deviations);
        return { dimension: name, segment, ...summary, small_base: summary.effective_n < SMALL_BASE };
      },
    );
  });
}

/** Counts, shares and intervals of a tally. A tally without agents has zeros and no interval; without deviations nothing is said about people. */
function summarize(tally: Tally, deviations: Deviations | undefined): AnswerSummary {
  const [yes, maybe, no, n_a] = tally.count;
  const [yes_pct, maybe_pct, no_pct, n_a_pct] = percentages(tally.weight);
  const { total } = tally;
  const deff = Math.round(designEffect(tally) * 1e4) / 1e4;
  const intervalOf = (pct: number, parts: Deviations[keyof Deviations]): [number, number] => {
    const share = pct / 100;
    const { low, high } = intervalAround(share, total / deff, parts);
    // By itself the interval of a share of 0 or 1 stays short of it.
    return outwardTenths({ low: Math.min(share, low), high: Math.max(share, high) });
  };
  const interval_pct = total === 0 || deviations === undefined ? null : {
    yes: intervalOf(yes_pct, deviations.yes),
    maybe: intervalOf(maybe_pct, deviations.maybe),
    no: intervalOf(no_pct, deviations.no),
  };
  const [low, high] = interval_pct?.yes ?? [0, 0];
  return {
    yes,
    maybe,
    no,
    n_a,
    total,
    yes_pct,
    maybe_pct,
    no_pct,
    n_a_pct,
    interval_pct,
    margin_of_error_pct: deviations === undefined ? null : hundredths((high - low) / 2),
    sampling_margin_pct: total === 0 ? 0 : hundredths(samplingMargin(yes_pct / 100, total, deff)),
    design_effect: deff,
    effective_n: hundredths(total / deff),
  };
}

/** One number for each answer, in the order of `ANSWERS`. */
type FourNumbers = [yes: number, maybe: number, no: number, n_a: number];

/** Weighted answers of some agents, summed up. */
export class Tally {
  /** Agents by answer. */
  readonly count: FourNumbers = [0, 0, 0, 0];
  /** Weight by answer. */
  readonly weight: FourNumbers = [0, 0, 0, 0];
  /** Sum of the squared weights. */
  squaredWeight = 0;

  add(answer: AnswerCode, weight: number): void {
    this.count[answer]++;
    this.weight[answer] += weight;
    this.squaredWeight += weight * weight;
  }

  /** Number of agents. */
  get total(): number {
    const [yes, maybe, no, n_a] = this.count;
    return yes + maybe + no + n_a;
  }
}

/** Half-width of a 95 % interval, in standard errors. */
export const Z95 = 1.96;

/** Kish's design effect (Survey Sampling, 1965): n Σw² / (Σw)², 1 for equal weights and for no agents. */
export function designEffect({ total, weight, squaredWeight }: Tally): number {
  const sum = weight.reduce((all, w) => all + w, 0);
  return sum > 0 ? total * squaredWeight / (sum * sum) : 1;
}

/**
 * The 95 % half-width of a share in percentage points by sampling alone, `1.96·√(deff·p(1−p)/n)`, at most 100.
 *
 * With fewer than five effective respondents on either side it is too short (0 for a share of 0 or 1). There it is at least the
 * distance from p to the farther end of Wilson's interval: 79 points for a single agent.
 * @param p share, 0 to 1.
 * @param n agents.
 * @param deff design effect, so that n/deff agents are effective.
 */
export function samplingMargin(p: number, n: number, deff: number): number {
  if (n === 0) return 100;
  const effective = n / deff;
  let sampling = Z95 * Math.sqrt(p * (1 - p) / effective);
  if (effective * Math.min(p, 1 - p) < 5) {
    const [low, high] = wilsonInterval(p, effective);
    sampling = Math.max(sampling, p - low, high - p);
  }
  return Math.min(100, 100 * sampling);
}

/** Wilson's 95 % score interval (JASA 22, 1927) of a share of n effective respondents, as fractions; from 0 to 1 of nobody's. */
export function wilsonInterval(p: number, n: number): readonly [low: number, high: number] {
  if (n === 0) return [0, 1];
  const z2 = Z95 * Z95;
  const middle = p + z2 / (2 * n);
  const half = Z95 * Math.sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  const scale = 1 + z2 / n;
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)];
}

const MAX_SWEEPS = 50;
/** Largest relative error of a margin at which raking ends. */
const TOLERANCE = 1e-6;
/** Weights stay between 1/3 and 3: in a small sample raking to many margins would otherwise silence some agents. */
const MAX_WEIGHT = 3;
/** Percentiles mean something from this many agents on. */
const MIN_TO_TRIM = 100;

/**
 * Weights that give the drawn agents the population's margins: raking, then trimming at the 1st and 99th
 * percentile and one more sweep (Pew's practice for its panel). Under 20 ms at 10,000 agents; the same agents give the same
 * weights to the bit.
 * @returns by agent index; rounded to six decimals, mean 1 to within that rounding.
 * @throws RangeError unless the chunks are the agents from 0 on, each once.
 */
export function rakeWeights(run: PreparedSimulation, chunks: readonly AgentChunk[]): Float64Array {
  const ordered = inOrder(chunks);
  const n = agentCount(ordered);
  const segment = run.places.map((_, place) => segmentColumn(ordered, run.places.indexOf(place)));
  const margins = rakedMargins(run.basis.frame, segment, n);

  const weight = new Float64Array(n).fill(1);
  rake(weight, margins);
  if (n >= MIN_TO_TRIM && trim(weight)) sweep(weight, margins, true);
  return scaled(weight);
}

/** Sweeps until all margins are met, at most {@link MAX_SWEEPS} times. */
function rake(weight: Float64Array, margins: readonly Margin[]): void {
  let error = Infinity;
  for (let sweeps = 0; sweeps < MAX_SWEEPS && error >= TOLERANCE; sweeps++) {
    error = sweep(weight, margins, true);
    bound(weight);
  }
}

function bound(weight: Float64Array): void {
  for (let i = 0; i < weight.length; i++) {
    weight[i] = Math.min(Math.max(floatAt(weight, i), 1 / MAX_WEIGHT), MAX_WEIGHT);
  }
}

/** Scales weights to a mean of 1 and rounds them to six decimals. */
function scaled(weight: Float64Array): Float64Array {
  const sum = weight.reduce((total, w) => total + w, 0);
  return weight.map((w) => Math.round(w * weight.length / sum * 1e6) / 1e6);
}

/** Cuts weights to their 1st and 99th percentile; returns whether it changed any. */
function trim(weight: Float64Array): boolean {
  const sorted = Float64Array.from(weight).sort();
  const low = floatAt(sorted, Math.floor(sorted.length / 100));
  const high = floatAt(sorted, sorted.length - 1 - Math.floor(sorted.length / 100));
  let trimmed = false;
  for (let i = 0; i < weight.length; i++) {
    const w = floatAt(weight, i);
    if (w >= low && w <= high) continue;
    weight[i] = w < low ? low : high;
    trimmed = true;
  }
  return trimmed;
}

/** The margins that a sample is raked to: those of Pew's panel that the frame has, and every dimension by itself. */
const RAKED: readonly (readonly DimensionName[])[] = [
  ["sex", "age"],
  ["education", "age"],
  ["race", "education"],
  ["income"],
  ["urbanicity"],
  ["party"],
  ["region"],
  ["race"],
  ["education"],
  ["age"],
  ["sex"],
];

/**
 * A group with fewer expected respondents than this, or none drawn, joins a neighbour. Below 500 agents groups are larger and margins fewer:
 * with groups of five, 50 agents have a design effect of 1.7 and 100 one of 1.5, with groups of twenty 1.1 both.
 */
const minExpected = (n: number): number => n < 500 ? 20 : 5;

/**
 * The margins that n agents can be raked to. A table's cells with too few expected respondents, or none drawn, join
 * neighbours; a margin of a single group is left out.
 * @param segment segment numbers of all agents, one column for each dimension in the frame's order.
 */
function rakedMargins(frame: Frame, segment: readonly Uint8Array[], n: number): Margin[] {
  // A dimension needs no margin of its own once a two-way table without joined cells fixes it.
  const fixed = new Set<DimensionName>();
  const margins: Margin[] = [];
  for (const names of RAKED) {
    if (names.every((name) => fixed.has(name))) continue;
    const dimensions = names.map(dimensionIndex);
    const table = tableOver(frame, dimensions);
    const rowSize = segmentNames(itemAt(dimensions, dimensions.length - 1)).length;
    const margin = joinSmallCells(placesIn(segment, dimensions), table, n, rowSize);
    if (margin.target.length === table.length) names.forEach((name) => fixed.add(name));
    if (margin.target.length > 1) margins.push(margin);
  }
  return margins;
}

/**
 * Joins table cells to groups that are large enough: within a row of the table first, and with the group before where a row
 * or the table ends.
 * @param cell of each agent.
 * @param table population shares, row-major.
 */
function joinSmallCells(cell: Uint32Array, table: Float64Array, n: number, rowSize: number): Margin {
  const drawn = new Uint32Array(table.length);
  for (const c of cell) drawn[c] = integerAt(drawn, c) + 1;
  const groupOf = new Uint8Array(table.length);
  const target: number[] = [];
  /** The cells from \`first\` on have no group yet: their share, and the agents drawn in them. */
  let [first, share, agents] = [0, 0, 0];
  /** Adds them to the last group, or makes them the first. */
  const joinLast = (end: number) => {
    const last = Math.max(0, target.length - 1);
    groupOf.fill(last, first, end);
    target[last] = (target[last] ?? 0) + share;
    [first, share, agents] = [end, 0, 0];
  };
  let rowHasGroup = false;
  table.forEach((population, c) => {
    if (c % rowSize === 0) rowHasGroup = false;
    share += population;
    agents += integerAt(drawn, c);
    if (share * n >= minExpected(n) && agents > 0) {
      target.push(0);
      joinLast(c + 1);
      rowHasGroup = true;
    } else if (rowHasGroup && c % rowSize === rowSize - 1) {
      joinLast(c + 1);
    }
  });
  if (first < table.length) joinLast(table.length);
  return { group: Uint16Array.from(cell, (c) => byteAt(groupOf, c)), target: Float64Array.from(target) };
}
