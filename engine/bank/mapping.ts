import { type DimensionName, DIMENSIONS } from "../population/dimensions.ts";

/** Everything that can be wrong with a survey file or its mapping; stable, so that a command can explain each. */
export type CalibrationFaultCode =
  | "weight_column_missing"
  | "weight_invalid"
  | "column_missing"
  | "answer_unmapped"
  | "segment_value_unmapped"
  | "segment_unknown"
  | "dimension_unknown"
  | "no_questions"
  | "no_segments"
  | "question_repeated"
  | "wording_both_ways"
  | "no_yes_or_no"
  | "too_few_respondents"
  | "design_missing"
  | "stratum_alone"
  | "synthetic_export"
  | "file_too_large"
  | "mapping_invalid"
  | "file_invalid"
  | "question_open"
  | "slug_taken"
  | "too_many_methodologies"
  | "organization_unknown";

/** Where in the file or the mapping the fault was found; lines count from 1 for the header. */
export interface FaultPlace {
  readonly line?: number;
  readonly column?: string;
  readonly value?: string;
}

/** A survey that no table is made from, with the reason and the place to mend. */
export class CalibrationFault extends Error {
  override readonly name = "CalibrationFault";
  readonly code: CalibrationFaultCode;
  readonly place: FaultPlace;
  constructor(code: CalibrationFaultCode, message: string, place: FaultPlace = {}) {
    super(message);
    this.code = code;
    this.place = place;
  }
}

/** What an answer counts as. `none` is an answer that is left out of the shares ("other", "it depends"). */
export type FoldedAnswer = "yes" | "maybe" | "no" | "none";

/** How people were asked. Kindly answers are fewer, and middles more, without an interviewer. */
export const SURVEY_MODES = ["face-to-face", "phone", "mail", "web", "mixed"] as const;
export type SurveyMode = (typeof SURVEY_MODES)[number];

/** One survey: where it is from, and how its columns read. */
export interface SurveyMapping {
  /** Short stable name, such as `gss-2016-2018`. */
  readonly survey: string;
  /** Its name, for people. */
  readonly title: string;
  readonly citation: string;
  /** Under which terms its figures may be shown. */
  readonly license: string;
  /** Years of interviews, such as `2016, 2018`. */
  readonly years: string;
  /** Who asks: surveys of one house share its methods, such as `GSS`. */
  readonly house?: string | undefined;
  readonly mode?: SurveyMode | undefined;
  /** Column of the survey weight. A survey of equal weights needs a column of ones: a forgotten weight is too costly. */
  readonly weight: string;
  /** Column of the clusters (primary sampling units) and of the strata that the sample was drawn by; a cluster's name may come again in another stratum. */
  readonly clusters?: string | undefined;
  readonly strata?: string | undefined;
  /** Codes that mean no answer, everywhere. The empty cell always does. */
  readonly missing?: readonly string[];
  readonly dimensions: Readonly<Partial<Record<DimensionName, readonly SegmentStep[]>>>;
  readonly questions: readonly QuestionMapping[];
  /** Describes the methodology to publish; without it the tables alone are written. */
  readonly methodology?: MethodologyMapping;
}

/** What people write about a methodology of their survey. Its KPI question is the first question's first wording. */
export interface MethodologyMapping {
  /** The API's `workflow_id`: lower-case words and digits joined by hyphens. */
  readonly slug: string;
  readonly name: string;
  /** Short label for tables. */
  readonly label: string;
  readonly description: string;
  /** The subject of its questions, in a few words. */
  readonly topic: string;
  /** Of whom the survey speaks, in a sentence; by default the people whom its weights stand for. */
  readonly population?: string;
  /** 1 to 10,000; by default 1,500. */
  readonly recommended_sample_size?: number;
  /** Further questions on its topic, from which routing learns; by default the questions' wordings. */
  readonly exemplar_questions?: readonly string[];
}

/**
 * How a dimension is read from one column. The steps of a dimension are tried in order and the first that knows the value
 * decides, so that `hispanic: yes` can come before `race`. Only the last step must know every value.
 */
export interface SegmentStep {
  readonly column: string;
  /** Value → segment; several segments when the survey did not tell them apart; null when the frame has none for it. */
  readonly values?: Readonly<Record<string, string | readonly string[] | null>>;
  /** Numbers from `from` to `to`, both included → segment. */
  readonly bands?: readonly { readonly from: number; readonly to: number; readonly segment: string }[];
}

/** How a question was asked, as far as that is known. */
export interface AskedForm {
  /** Our own wordings for which a yes means this question's no. */
  readonly inverted_wordings?: readonly string[] | undefined;
  /** The answer scale, by its name in `bank/scales.json`; a user's survey has names of its own. */
  readonly scale?: string | undefined;
  readonly year?: number | undefined;
  /** By default the survey's. */
  readonly mode?: SurveyMode | undefined;
  /** Which answers count as yes, in a few words. */
  readonly yes_means?: string | undefined;
}

export interface QuestionMapping extends AskedForm {
  /** The column of the answers. */
  readonly variable: string;
  /** Questions with one object ask for the same thing, those with one battery share their stem; by default each is its own. */
  readonly object?: string;
  readonly battery?: string;
  /** Column of this question's weight, where a later wave has one of its own; by default the survey's. Empty for who missed it. */
  readonly weight?: string | undefined;
  /** Our own wording; the first is the calibrated question, the others help to recognise it. Never the questionnaire's. */
  readonly wordings: readonly [string, ...string[]];
  /** Answer code → what it counts as. */
  readonly answers: Readonly<Record<string, FoldedAnswer>>;
}

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
      { column: unknown.weight },
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
    checkDimension(dimension, steps ?? [], has);
  }
  const seen = new Set<string>();
  for (const question of mapping.questions) {
    checkQuestion(question, has);
    if (seen.has(question.variable)) {
      throw new CalibrationFault(
        "question_repeated",
        `Cannot map column ${question.variable} to two questions`,
        {
          column: question.variable,
        },
      );
    }
    seen.add(question.variable);
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
      { value: dimension },
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
        { column: step.column, value: unknown },
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
      { column: question.variable },
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
      { column: question.variable, value: bothWays },
    );
  }
}

const plain = (wording: string): string => wording.trim().toLowerCase();

function requireColumn(column: string, columns: ReadonlySet<string>): void {
  if (columns.has(column)) return;
  throw new CalibrationFault("column_missing", `Cannot read column ${column}: the file has no such column`, {
    column,
  });
}
