import Type, { type Static } from "typebox";
import { Value } from "typebox/value";
import { strictObject } from "#shared/schema.ts";
import { FileQuestion, FileSource, questionsOfTables, type SurveyTables } from "./calibrated-survey.ts";
import { CalibrationFault, type MethodologyMapping, text } from "./mapping.ts";
import { MIN_RESPONDENTS } from "./tables.ts";
import { DIMENSION_NAMES, findSegment } from "../population/dimensions.ts";
import { type Margins, ownFrameName, segmentsWithPeople } from "../population/own-frame.ts";
import { parseQuestion } from "../question/parsed-question.ts";
import type { Methodology } from "./methodology.ts";
import { surveyedMethodology } from "./surveyed.ts";

/** The largest file that is published, in bytes: some 250 questions. The column's CHECK has the same number. */
export const MAX_FILE_BYTES = 1_048_576;
/** Reading a wording takes about 2 ms at its first use in each process, matching one 10 µs a request. */
const MAX_QUESTIONS = 100;
const MAX_EXEMPLARS = 200;
const DEFAULT_SAMPLE_SIZE = 1_500;

/** `dimension → segment → share`: the survey's own weighted people. Files of before have none, and speak of U.S. adults. */
const Population = strictObject({
  description: text(200),
  margins: Type.Record(
    text(40),
    Type.Record(text(40), Type.Number({ exclusiveMinimum: 0, maximum: 1 }), { minProperties: 1 }),
    { minProperties: 1 },
  ),
});

/** What `deno task methodology` writes where the mapping describes a methodology, and what the service publishes. */
const File = strictObject({
  format: Type.Literal("methodology/1"),
  methodology: strictObject({
    slug: Type.String({ maxLength: 60, pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" }),
    name: text(100),
    label: text(60),
    description: text(500),
    topic: text(200),
    recommended_sample_size: Type.Integer({ minimum: 1, maximum: 10_000 }),
    exemplar_questions: Type.Array(text(300), { maxItems: MAX_EXEMPLARS }),
  }),
  population: Type.Optional(Population),
  source: FileSource,
  questions: Type.Array(FileQuestion, { minItems: 1, maxItems: MAX_QUESTIONS }),
});

export type MethodologyFile = Static<typeof File>;

/**
 * A survey's tables as a methodology. Without exemplar questions of its own, routing learns from the wordings.
 * @param margins the survey's own people
 */
export function methodologyFile(
  { source, questions }: SurveyTables,
  { recommended_sample_size = DEFAULT_SAMPLE_SIZE, exemplar_questions, population, ...description }:
    MethodologyMapping,
  margins: Margins,
): unknown {
  const [, ...wordings] = questions.flatMap((question) => question.wordings);
  return {
    format: "methodology/1",
    methodology: {
      ...description,
      recommended_sample_size,
      exemplar_questions: exemplar_questions ?? wordings.slice(0, MAX_EXEMPLARS),
    },
    population: {
      description: population ??
        `The people whom the ${source.title} (${source.years}) stands for, by its own weights.`,
      margins,
    },
    source,
    questions,
  };
}

/**
 * Reads a methodology file.
 * @throws CalibrationFault `file_invalid` that names the field, or `question_open` that names the wording.
 */
export function readMethodologyFile(content: string): MethodologyFile {
  if (Buffer.byteLength(content) > MAX_FILE_BYTES) throw invalid("the file", "is larger than 1 MiB");
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw invalid("the file", "is not JSON");
  }
  if (!Value.Check(File, value)) {
    const [first] = Value.Errors(File, value);
    throw invalid(first?.instancePath || "the file", first?.message ?? "does not fit the format");
  }
  if (value.population !== undefined) checkMargins(value.population.margins);
  value.questions.forEach(checkQuestion);
  const ids = value.questions.map(({ id }) => id);
  const repeated = ids.find((id, k) => ids.indexOf(id) !== k);
  if (repeated !== undefined) throw invalid("/questions", `has question ${repeated} twice`);
  return value;
}

function checkMargins(margins: Readonly<Record<string, Readonly<Record<string, number>>>>): void {
  for (const [dimension, shares] of Object.entries(margins)) {
    const field = `/population/margins/${dimension}`;
    const unknown = Object.keys(shares).find((segment) => findSegment(`${dimension}=${segment}`) === null);
    if (unknown !== undefined) throw invalid(`${field}/${unknown}`, "names no segment of the frame");
    const sum = Object.values(shares).reduce((total, share) => total + share, 0);
    if (Math.abs(sum - 1) > SUM_TOLERANCE) throw invalid(field, "has shares that do not add up to 1");
  }
}

/**
 * Whether a file that was read may be published: versions that were published before this was demanded are still read.
 * @throws CalibrationFault `too_few_respondents`
 */
export function checkPublishable({ questions }: MethodologyFile): void {
  for (const { id, overall } of questions) {
    const effective_n = overall[4] ?? 0;
    if (effective_n >= MIN_RESPONDENTS) continue;
    throw new CalibrationFault(
      "too_few_respondents",
      `Cannot calibrate on ${id}: its respondents are worth ${effective_n} (effective n), at least ${MIN_RESPONDENTS} are needed`,
    );
  }
}

/** Shares are rounded to four decimals. */
const SUM_TOLERANCE = 2e-3;

function checkQuestion(
  { wordings, inverted_wordings = [], overall, segments }: FileQuestion,
  k: number,
): void {
  [...wordings, ...inverted_wordings].forEach(checkClosed);
  if ((overall[3] ?? 0) < MIN_RESPONDENTS) {
    throw invalid(`/questions/${k}/overall/3`, `must be at least ${MIN_RESPONDENTS} respondents`);
  }
  checkRow(`/questions/${k}/overall`, overall);
  for (const [name, row] of Object.entries(segments)) {
    const field = `/questions/${k}/segments/${name}`;
    if (!name.includes("=") || findSegment(name) === null) {
      throw invalid(field, "names no segment of the frame");
    }
    checkRow(field, row);
    checkRow(field, [...row.slice(5), ...row.slice(3, 5)]);
  }
}

function checkClosed(wording: string): void {
  if (parseQuestion(wording).closed) return;
  throw new CalibrationFault(
    "question_open",
    `Cannot calibrate on ${
      JSON.stringify(wording)
    }: it cannot be answered with yes or no; word it as "Should …" or "Do you …"`,
  );
}

/** Shares of yes, maybe and no that add up to 1, then respondents and their effective number. */
function checkRow(
  field: string,
  [yes = 0, maybe = 0, no = 0, respondents = 0, effective = 0]: readonly number[],
) {
  if (Math.abs(yes + maybe + no - 1) > SUM_TOLERANCE) {
    throw invalid(field, "has shares that do not add up to 1");
  }
  if (!(effective > 0) || effective > respondents + 0.1) {
    throw invalid(field, "has an effective number that is not between 0 and its respondents");
  }
}

const invalid = (field: string, fault: string): CalibrationFault =>
  new CalibrationFault("file_invalid", `Cannot read the methodology: ${field} ${fault}`);

/**
 * The methodology of a file, as a row publishes it. Its questions' ids begin with the slug: a customer's column may have the name
 * of a question in the bank.
 */
export function publishedMethodology(
  { methodology, population, source, questions }: MethodologyFile,
  { id, version }: { readonly id: string; readonly version: number },
): Methodology {
  const calibrated = questionsOfTables({ format: "calibrated-tables/1", source, questions })
    .map((question) => ({ ...question, id: `${methodology.slug}/${question.id}` }));
  const kpi_question = calibrated[0]?.wordings[0] ?? "";
  const published = { ...surveyedMethodology({ ...methodology, kpi_question }, version, calibrated), id };
  if (population === undefined) return published;
  const { description, margins } = population;
  return {
    ...published,
    // Agents are the survey's people, and are told apart as it tells them apart.
    population: { frame: ownFrameName(margins), description, margins, where: segmentsWithPeople(margins) },
    segments: DIMENSION_NAMES.filter((name) => margins[name] !== undefined),
  };
}
