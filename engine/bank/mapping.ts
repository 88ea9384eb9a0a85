import Type, { type Static, type TSchema } from "typebox";
import { type DimensionName, DIMENSIONS } from "../population/dimensions.ts";

/** A survey that no table is made from, with the reason and, in the message, the place to mend. */
export class CalibrationFault extends Error {
  override readonly name = "CalibrationFault";
  /** Stable; docs/methodologies.md explains each. */
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** What an answer counts as. `none` is an answer that is left out of the shares ("other", "it depends"). */
export const FOLDED_ANSWERS = ["yes", "maybe", "no", "none"] as const;
export type FoldedAnswer = (typeof FOLDED_ANSWERS)[number];

/** The most wordings of a question, of either direction. */
export const MAX_WORDINGS = 8;

/** A line of text. */
export const text = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: "^[^\\u0000-\\u001f\\u007f]*$" });
const named = Type.String({ minLength: 1 });
const names = Type.Array(Type.String());

/** How people were asked. Kindly answers are fewer, and middles more, without an interviewer. */
const mode = Type.Optional(Type.Enum(["face-to-face", "phone", "mail", "web", "mixed"]));

/** What a mapping may say about a survey, and the files made from it then say too. */
export const SURVEY_FORM = {
  /** Who asks: surveys of one house share its methods, such as `GSS`. */
  house: Type.Optional(text(60)),
  mode,
};

/** How a question was asked, as far as that is known. */
export const ASKED_FORM = {
  /** Our own wordings for which a yes means this question's no. */
  inverted_wordings: Type.Optional(Type.Array(text(300), { maxItems: MAX_WORDINGS })),
  /** The answer scale, by its name in `bank/scales.json`; a user's survey has names of its own. */
  scale: Type.Optional(text(60)),
  year: Type.Optional(Type.Integer({ minimum: 1900, maximum: 2100 })),
  /** By default the survey's. */
  mode,
  /** Which answers count as yes, in a few words. */
  yes_means: Type.Optional(text(100)),
};
/** What has a form, where undefined is as good as left out. */
export type FromForm<Form extends TSchema, Fields = Static<Form>> = {
  readonly [Field in keyof Fields]: Fields[Field] | (undefined extends Fields[Field] ? undefined : never);
};

/**
 * One survey: where it is from, and how its columns read. The schema is of the shape alone; what its parts mean is checked against the
 * file's columns.
 */
export const SurveyMapping = Type.Object({
  /** Short stable name, such as `gss-2016-2018`. */
  survey: named,
  /** Its name, for people. */
  title: named,
  citation: named,
  /** Under which terms its figures may be shown. */
  license: named,
  /** Years of interviews, such as `2016, 2018`. */
  years: named,
  ...SURVEY_FORM,
  /** Column of the survey weight. A survey of equal weights needs a column of ones: a forgotten weight is too costly. */
  weight: Type.String(),
  /** Column of the clusters (primary sampling units) and of the strata that the sample was drawn by; a cluster's name may come again in another stratum. */
  clusters: Type.Optional(named),
  strata: Type.Optional(named),
  /** Codes that mean no answer, everywhere. The empty cell always does. */
  missing: Type.Optional(names),
  /**
   * How a dimension is read. Its steps, each of one column, are tried in order and the first that knows the value decides, so that
   * `hispanic: yes` can come before `race`. Only the last step must know every value.
   */
  dimensions: Type.Record(
    Type.String(),
    Type.Array(Type.Object({
      column: named,
      /** Value → segment; several segments when the survey did not tell them apart; null when the frame has none for it. */
      values: Type.Optional(
        Type.Record(Type.String(), Type.Union([Type.String(), names, Type.Null()])),
      ),
      /** Numbers from `from` to `to`, both included → segment. */
      bands: Type.Optional(
        Type.Array(Type.Object({ from: Type.Number(), to: Type.Number(), segment: named })),
      ),
    })),
  ),
  questions: Type.Array(Type.Object({
    /** The column of the answers. */
    variable: named,
    /** Questions with one object ask for the same thing, those with one battery share their stem; by default each is its own. */
    object: Type.Optional(named),
    battery: Type.Optional(named),
    /** Column of this question's weight, where a later wave has one of its own; by default the survey's. Empty for who missed it. */
    weight: Type.Optional(named),
    /** Our own wording; the first is the calibrated question, the others help to recognise it. Never the questionnaire's. */
    wordings: Type.Array(named, { minItems: 1 }),
    ...ASKED_FORM,
    /** Answer code → what it counts as. */
    answers: Type.Record(Type.String(), Type.Enum([...FOLDED_ANSWERS])),
  })),
  /** Describes the methodology to publish; without it the tables alone are written. Its KPI question is the first question's first wording. */
  methodology: Type.Optional(Type.Object({
    /** The API's `workflow_id`: lower-case words and digits joined by hyphens. */
    slug: named,
    name: named,
    /** Short label for tables. */
    label: named,
    description: named,
    /** The subject of its questions, in a few words. */
    topic: named,
    /** Of whom the survey speaks, in a sentence; by default the people whom its weights stand for. */
    population: Type.Optional(named),
    /** 1 to 10,000; by default 1,500. */
    recommended_sample_size: Type.Optional(Type.Number()),
    /** Further questions on its topic, from which routing learns; by default the questions' wordings. */
    exemplar_questions: Type.Optional(names),
  })),
});
export type SurveyMapping = Static<typeof SurveyMapping>;
export type SegmentStep = SurveyMapping["dimensions"][string][number];
export type QuestionMapping = SurveyMapping["questions"][number];
export type MethodologyMapping = NonNullable<SurveyMapping["methodology"]>;

/**
 * Checks a mapping against itself and against the file's columns, before any row is read.
 * @throws CalibrationFault
 */
export function checkMapping(mapping: SurveyMapping, columns: readonly string[]): void {
  const has = new Set(columns);
  const unknown = [mapping, ...mapping.questions].find(({ weight }) =>
    weight !== undefined && !has.has(weight)
  );
  if (unknown?.weight !== undefined) {
    throw new CalibrationFault(
      "weight_column_missing",
      `Cannot weight ${mapping.survey}: the file has no column ${unknown.weight}. Shares without weights are wrong; for a sample of equal weights add a column of ones.`,
    );
  }
  for (const column of [mapping.clusters, mapping.strata]) {
    if (column !== undefined) requireColumn(column, has);
  }
  if (mapping.questions.length === 0) {
    throw new CalibrationFault(
      "no_questions",
      `Cannot calibrate ${mapping.survey}: its mapping names no question`,
    );
  }
  for (const [dimension, steps] of Object.entries(mapping.dimensions)) {
    checkDimension(dimension, steps, has);
  }
  mapping.questions.forEach((question) => checkQuestion(question, has));
  const variables = mapping.questions.map(({ variable }) => variable);
  const repeated = variables.find((variable, k) => variables.indexOf(variable) !== k);
  if (repeated !== undefined) {
    throw new CalibrationFault("question_repeated", `Cannot map column ${repeated} to two questions`);
  }
}

function checkDimension(
  dimension: string,
  steps: readonly SegmentStep[],
  columns: ReadonlySet<string>,
): void {
  if (!(dimension in DIMENSIONS)) {
    throw new CalibrationFault(
      "dimension_unknown",
      `Cannot map dimension ${dimension}: the frame has ${Object.keys(DIMENSIONS).join(", ")}`,
    );
  }
  const segments: readonly string[] = DIMENSIONS[dimension as DimensionName];
  for (const step of steps) {
    requireColumn(step.column, columns);
    const named = [
      ...Object.values(step.values ?? {}).flatMap((value) => value ?? []),
      ...(step.bands ?? []).map((band) => band.segment),
    ];
    const unknown = named.find((segment) => !segments.includes(segment));
    if (unknown !== undefined) {
      throw new CalibrationFault(
        "segment_unknown",
        `Cannot map column ${step.column} to ${dimension}=${unknown}: the frame's segments are ${
          segments.join(", ")
        }`,
      );
    }
  }
}

function checkQuestion(question: QuestionMapping, columns: ReadonlySet<string>): void {
  requireColumn(question.variable, columns);
  const folded = new Set(Object.values(question.answers));
  if (!folded.has("yes") || !folded.has("no")) {
    throw new CalibrationFault(
      "no_yes_or_no",
      `Cannot fold column ${question.variable}: at least one answer must count as yes and one as no`,
    );
  }
  const direct = new Set(question.wordings.map(plain));
  const bothWays = question.inverted_wordings?.find((wording) => direct.has(plain(wording)));
  if (bothWays !== undefined) {
    throw new CalibrationFault(
      "wording_both_ways",
      `Cannot tell what a yes to ${
        JSON.stringify(bothWays)
      } means: column ${question.variable} has it among its wordings and among its inverted ones`,
    );
  }
}

const plain = (wording: string): string => wording.trim().toLowerCase();

function requireColumn(column: string, columns: ReadonlySet<string>): void {
  if (columns.has(column)) return;
  throw new CalibrationFault("column_missing", `Cannot read column ${column}: the file has no such column`);
}
