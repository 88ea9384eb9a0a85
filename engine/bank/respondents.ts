import { DIMENSION_NAMES, type DimensionName, DIMENSIONS } from "../population/dimensions.ts";
import {
  CalibrationFault,
  checkMapping,
  type FoldedAnswer,
  type QuestionMapping,
  type SegmentStep,
  type SurveyMapping,
} from "./mapping.ts";
import { type SampleDesign, simpleDesign } from "./design.ts";
import { groupedBy } from "../numeric/columns.ts";

/** A survey's rows in a few bytes each: all that tables need of them. */
export interface Respondents {
  readonly count: number;
  /** Per respondent, the survey's weight, scaled to mean 1. */
  readonly weight: Float64Array;
  /** Question number → per respondent, the weight of that question, scaled to mean 1. Questions of one weight share an array. */
  readonly weights: readonly Float64Array[];
  /** Dimension place → per respondent, a bit for each segment that he or she may be in; 0 when it is not known. */
  readonly segments: readonly Uint8Array[];
  /** Question number → per respondent, 0 for yes, 1 for maybe, 2 for no, 3 for no answer. */
  readonly answers: readonly Uint8Array[];
  /** By clusters and strata where the mapping names them. */
  readonly design: SampleDesign;
}

const NO_ANSWER = 3;
const CODE: Readonly<Record<FoldedAnswer, number>> = { yes: 0, maybe: 1, no: 2, none: NO_ANSWER };

export type Row = Readonly<Record<string, string>>;

/**
 * Encodes a survey's rows. About `questions + 16` bytes a row are kept.
 * @throws CalibrationFault for a mapping or a row that does not fit.
 */
export function encodeRespondents(
  mapping: SurveyMapping,
  columns: readonly string[],
  rows: Iterable<Row>,
): Respondents {
  checkMapping(mapping, columns);
  const missing = new Set(["", ...(mapping.missing ?? [])]);
  const columnOf = (question: QuestionMapping) => question.weight ?? mapping.weight;
  const weights = new Map<string, number[]>(
    [mapping.weight, ...mapping.questions.map(columnOf)].map((column) => [column, []]),
  );
  let count = 0;
  const segments = DIMENSION_NAMES.map((): number[] => []);
  const answers = mapping.questions.map((): number[] => []);
  const { clusters, strata } = mapping;
  const hasDesign = clusters !== undefined || strata !== undefined;
  const places: { stratum: string; cluster: string }[] = [];
  let line = 1;
  for (const row of rows) {
    line++;
    if (weightOf(row, mapping.weight, line) === 0) continue;
    count++;
    if (hasDesign) {
      // Without strata there is one, and without clusters each person is one.
      const stratum = strata === undefined ? "" : designValue(row, strata, line);
      const cluster = clusters === undefined ? String(line) : designValue(row, clusters, line);
      places.push({ stratum, cluster });
    }
    // Who missed a later wave has no weight for it, and no answer.
    weights.forEach((each, column) =>
      each.push(
        column === mapping.weight || (row[column] ?? "").trim() !== "" ? weightOf(row, column, line) : 0,
      )
    );
    DIMENSION_NAMES.forEach((name, d) =>
      segments[d]?.push(segmentBits(row, name, mapping.dimensions[name] ?? [], missing, line))
    );
    mapping.questions.forEach((question, q) => {
      const answer = answerCode(row, question, missing, line);
      const isWeighted = answer === NO_ANSWER || question.weight === undefined ||
        weightOf(row, question.weight, line) > 0;
      answers[q]?.push(isWeighted ? answer : NO_ANSWER);
    });
  }
  const scaled = new Map(Array.from(weights, ([column, each]) => [column, scaledToMeanOne(each)]));
  return {
    count,
    design: hasDesign ? designOf(mapping, places) : simpleDesign(count),
    weight: scaled.get(mapping.weight) ?? new Float64Array(count),
    weights: mapping.questions.map((question) => scaled.get(columnOf(question)) ?? new Float64Array(count)),
    segments: segments.map((each) => Uint8Array.from(each)),
    answers: answers.map((each) => Uint8Array.from(each)),
  };
}

/**
 * Numbers clusters within strata as they come.
 * @throws CalibrationFault where a stratum has one cluster alone, from which no error follows.
 */
function designOf(
  { clusters, strata, survey }: SurveyMapping,
  places: readonly { readonly stratum: string; readonly cluster: string }[],
): SampleDesign {
  const [strataNumbers, clusterNumbers] = [new Map<string, number>(), new Map<string, number>()];
  const stratumOf: number[] = [];
  const cluster = Uint32Array.from(places, ({ stratum, cluster }) => {
    const number = numbered(clusterNumbers, JSON.stringify([stratum, cluster]));
    stratumOf[number] = numbered(strataNumbers, stratum);
    return number;
  });
  const sizes = groupedBy(stratumOf, (stratum) => stratum);
  const alone = [...strataNumbers].find(([, number]) => sizes.get(number)?.length === 1);
  if (alone === undefined) return { stratum: Uint32Array.from(stratumOf), cluster };
  const [value] = alone;
  throw new CalibrationFault(
    "stratum_alone",
    strata === undefined
      ? `Cannot compute standard errors of ${survey}: all its people are of one cluster; leave clusters out if there are none`
      : `Cannot compute standard errors of ${survey}: stratum ${
        JSON.stringify(value)
      } of column ${strata} has one ${
        clusters === undefined ? "respondent" : "cluster"
      } alone; give it the code of a stratum that is like it`,
  );
}

function numbered(numbers: Map<string, number>, key: string): number {
  const number = numbers.get(key) ?? numbers.size;
  numbers.set(key, number);
  return number;
}

function designValue(row: Row, column: string, line: number): string {
  const value = (row[column] ?? "").trim();
  if (value !== "") return value;
  throw new CalibrationFault(
    "design_missing",
    `Cannot place line ${line} in the sample: its column ${column} is empty; every row needs its cluster and its stratum`,
  );
}

/** The mean is taken over those who have a weight. */
function scaledToMeanOne(weight: readonly number[]): Float64Array {
  const weighted = weight.filter((w) => w > 0).length;
  const mean = weight.reduce((sum, w) => sum + w, 0) / Math.max(1, weighted);
  return Float64Array.from(weight, (w) => w / mean);
}

function weightOf(row: Row, column: string, line: number): number {
  const text = (row[column] ?? "").trim();
  const weight = Number(text);
  if (text !== "" && Number.isFinite(weight) && weight >= 0) return weight;
  throw new CalibrationFault(
    "weight_invalid",
    `Cannot read the weight ${JSON.stringify(text)} on line ${line}: it is no number from 0 upwards`,
  );
}

function segmentBits(
  row: Row,
  dimension: DimensionName,
  steps: readonly SegmentStep[],
  missing: ReadonlySet<string>,
  line: number,
): number {
  let last: { column: string; value: string } | undefined;
  for (const step of steps) {
    const value = (row[step.column] ?? "").trim();
    if (missing.has(value)) continue;
    const found = segmentOf(step, value);
    if (found !== undefined) return bitsOf(dimension, found);
    last = step === steps.at(-1) ? { column: step.column, value } : undefined;
  }
  if (last === undefined) return 0;
  throw new CalibrationFault(
    "segment_value_unmapped",
    `Cannot place ${
      JSON.stringify(last.value)
    } of column ${last.column} on line ${line} in ${dimension}: map it to a segment, or to null to leave it out`,
  );
}

function segmentOf(step: SegmentStep, value: string): readonly string[] | undefined {
  const mapped = step.values?.[value];
  if (mapped !== undefined) return mapped === null ? [] : typeof mapped === "string" ? [mapped] : mapped;
  const number = Number(value);
  const band = step.bands?.find(({ from, to }) => number >= from && number <= to);
  return band === undefined ? undefined : [band.segment];
}

function bitsOf(dimension: DimensionName, segments: readonly string[]): number {
  const names: readonly string[] = DIMENSIONS[dimension];
  return segments.reduce((bits, segment) => bits | (1 << names.indexOf(segment)), 0);
}

function answerCode(row: Row, question: QuestionMapping, missing: ReadonlySet<string>, line: number): number {
  const value = (row[question.variable] ?? "").trim();
  if (missing.has(value)) return NO_ANSWER;
  const answer = question.answers[value];
  if (answer !== undefined) return CODE[answer];
  throw new CalibrationFault(
    "answer_unmapped",
    `Cannot fold answer ${
      JSON.stringify(value)
    } of column ${question.variable} on line ${line}: map it to yes, maybe, no or none, or list it as missing`,
  );
}
