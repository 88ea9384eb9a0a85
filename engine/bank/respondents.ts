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
import { lazilyFor } from "#shared/lazily.ts";

/** A survey's rows in a few bytes each: all that tables need of them. */
export type Respondents = Readonly<ReturnType<typeof encodeRespondents>>;

const NO_ANSWER = 3;
const CODE: Readonly<Record<FoldedAnswer, number>> = { yes: 0, maybe: 1, no: 2, none: NO_ANSWER };

export type Row = Readonly<Record<string, string>>;

/** A row with its line in the file, which counts from 1 for the header. */
interface Person {
  readonly row: Row;
  readonly line: number;
}

/**
 * Encodes a survey's rows. About `questions + 16` bytes a row are kept.
 * @throws CalibrationFault for a mapping or a row that does not fit.
 */
export function encodeRespondents(
  mapping: SurveyMapping,
  columns: readonly string[],
  rows: readonly Row[],
) {
  checkMapping(mapping, columns);
  const missing = new Set(["", ...(mapping.missing ?? [])]);
  const people = rows.map((row, i): Person => ({ row, line: i + 2 }))
    .filter((person) => weightOf(person, mapping.weight) > 0);
  const weightsIn = lazilyFor((column: string) =>
    scaledToMeanOne(people.map((person) =>
      // Who missed a later wave has no weight for it, and no answer.
      column === mapping.weight || valueIn(person, column) !== "" ? weightOf(person, column) : 0
    ))
  );
  return {
    count: people.length,
    /** By clusters and strata where the mapping names them. */
    design: designOf(mapping, people),
    /** Per respondent, the survey's weight, scaled to mean 1. */
    weight: weightsIn(mapping.weight),
    /** Question number → per respondent, the weight of that question, scaled to mean 1. Questions of one weight share an array. */
    weights: mapping.questions.map(({ weight = mapping.weight }) => weightsIn(weight)),
    /** Dimension place → per respondent, a bit for each segment that he or she may be in; 0 when it is not known. */
    segments: DIMENSION_NAMES.map((name) =>
      Uint8Array.from(people, (person) => segmentBits(person, name, mapping.dimensions[name] ?? [], missing))
    ),
    /** Question number → per respondent, 0 for yes, 1 for maybe, 2 for no, 3 for no answer. */
    answers: mapping.questions.map((question) =>
      Uint8Array.from(people, (person) => answerCode(person, question, missing))
    ),
  };
}

/**
 * Numbers clusters within strata as they come. Without strata there is one, and without clusters each person is one.
 * @throws CalibrationFault where a stratum has one cluster alone, from which no error follows.
 */
function designOf({ clusters, strata, survey }: SurveyMapping, people: readonly Person[]): SampleDesign {
  if (clusters === undefined && strata === undefined) return simpleDesign(people.length);
  const [strataNumbers, clusterNumbers] = [new Map<string, number>(), new Map<string, number>()];
  const stratumOf: number[] = [];
  const cluster = Uint32Array.from(people, (person) => {
    const stratum = strata === undefined ? "" : designValue(person, strata);
    const own = clusters === undefined ? String(person.line) : designValue(person, clusters);
    const number = numbered(clusterNumbers, JSON.stringify([stratum, own]));
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

const valueIn = ({ row }: Person, column: string): string => (row[column] ?? "").trim();

function designValue(person: Person, column: string): string {
  const value = valueIn(person, column);
  if (value !== "") return value;
  throw new CalibrationFault(
    "design_missing",
    `Cannot place line ${person.line} in the sample: its column ${column} is empty; every row needs its cluster and its stratum`,
  );
}

/** The mean is taken over those who have a weight. */
function scaledToMeanOne(weight: readonly number[]): Float64Array {
  const weighted = weight.filter((w) => w > 0).length;
  const mean = weight.reduce((sum, w) => sum + w, 0) / Math.max(1, weighted);
  return Float64Array.from(weight, (w) => w / mean);
}

function weightOf(person: Person, column: string): number {
  const text = valueIn(person, column);
  const weight = Number(text);
  if (text !== "" && Number.isFinite(weight) && weight >= 0) return weight;
  throw new CalibrationFault(
    "weight_invalid",
    `Cannot read the weight ${JSON.stringify(text)} on line ${person.line}: it is no number from 0 upwards`,
  );
}

function segmentBits(
  person: Person,
  dimension: DimensionName,
  steps: readonly SegmentStep[],
  missing: ReadonlySet<string>,
): number {
  let last: { column: string; value: string } | undefined;
  for (const step of steps) {
    const value = valueIn(person, step.column);
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
    } of column ${last.column} on line ${person.line} in ${dimension}: map it to a segment, or to null to leave it out`,
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

function answerCode(person: Person, question: QuestionMapping, missing: ReadonlySet<string>): number {
  const value = valueIn(person, question.variable);
  if (missing.has(value)) return NO_ANSWER;
  const answer = question.answers[value];
  if (answer !== undefined) {
    const isWeighted = answer === "none" || question.weight === undefined ||
      weightOf(person, question.weight) > 0;
    return isWeighted ? CODE[answer] : NO_ANSWER;
  }
  throw new CalibrationFault(
    "answer_unmapped",
    `Cannot fold answer ${
      JSON.stringify(value)
    } of column ${question.variable} on line ${person.line}: map it to yes, maybe, no or none, or list it as missing`,
  );
}
