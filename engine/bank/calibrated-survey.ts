import Type from "typebox";
import { lazily } from "#shared/lazily.ts";
import { strictObject } from "#shared/schema.ts";
import { itemAt } from "../numeric/columns.ts";
import { tenths } from "../numeric/rounding.ts";
import type { BankQuestion, Shares } from "./shares.ts";
import {
  ASKED_FORM,
  CalibrationFault,
  FOLDED_ANSWERS,
  type FromForm,
  MAX_WORDINGS,
  type QuestionMapping,
  SURVEY_FORM,
  type SurveyMapping,
  text,
} from "./mapping.ts";
import type { Respondents } from "./respondents.ts";
import { poolSpread, type QuestionTable, shrink, tabulate } from "./tables.ts";
import { readFileSync } from "node:fs";

/** Where a calibrated question's figures come from. */
export const FileSource = strictObject({
  survey: text(100),
  title: text(200),
  years: text(60),
  citation: text(500),
  license: text(200),
  ...SURVEY_FORM,
  /** By what its errors were computed beside its weights, such as "clusters and strata". */
  design: Type.Optional(text(100)),
});
export type SurveySource = FromForm<typeof FileSource>;

/** A question that a survey asked, with its table. */
export interface CalibratedQuestion extends BankQuestion {
  readonly source: SurveySource;
  /** How the survey asked it, as far as its mapping says. */
  readonly asked: Pick<FileQuestion, keyof typeof ASKED_FORM | "fold">;
}

/** A row of a file of tables: shares of yes, maybe and no, respondents, effective n, and for a segment the shares before shrinkage. */
type FileRow = readonly number[];
const row = (length: number) =>
  Type.Array(Type.Number({ minimum: 0, maximum: 1e9 }), { minItems: length, maxItems: length });

/** A calibrated question as a file holds it. */
export const FileQuestion = strictObject({
  id: text(100),
  object: text(100),
  battery: text(100),
  wordings: Type.Array(text(300), { minItems: 1, maxItems: MAX_WORDINGS }),
  ...ASKED_FORM,
  /** Answer code → what it counts as: how the scale was folded. */
  fold: Type.Record(Type.String({ maxLength: 200 }), Type.Enum([...FOLDED_ANSWERS])),
  // Of files of before, which nothing reads any more.
  accuracy: Type.Optional(Type.Unknown()),
  overall: row(5),
  /** `dimension=segment` → row. */
  segments: Type.Record(Type.String({ maxLength: 100 }), row(8)),
});
export type FileQuestion = FromForm<typeof FileQuestion>;

/** Weighted shares of one survey: the file that `deno task methodology` writes. It holds no respondent's row. */
export interface SurveyTables {
  readonly format: "calibrated-tables/1";
  readonly source: SurveySource;
  readonly questions: readonly FileQuestion[];
}

/**
 * Computes the tables of a survey: weighted shares, overall and by segment, shrunk towards the overall share.
 * @throws CalibrationFault where a question has too few effective respondents, or the mapping names no dimension.
 */
export function surveyTables(
  mapping: SurveyMapping,
  respondents: Respondents,
  tables: readonly QuestionTable[] = tabulate(mapping, respondents),
): SurveyTables {
  if (tables.every(({ segments }) => segments.length === 0)) {
    throw new CalibrationFault(
      "no_segments",
      `Cannot calibrate ${mapping.survey}: its mapping places no respondent in a segment; map at least one dimension`,
    );
  }
  const pooled = { yes: poolSpread(tables, "yes"), no: poolSpread(tables, "no") };
  const questions = tables.map((table, q) =>
    fileQuestion(itemAt(mapping.questions, q), table, shrink(table, pooled))
  );
  const { survey, title, years, citation, license, house, mode, clusters, strata } = mapping;
  const parts = [...clusters === undefined ? [] : ["clusters"], ...strata === undefined ? [] : ["strata"]];
  const design = parts.length === 0 ? undefined : parts.join(" and ");
  const source = { survey, title, years, citation, license, house, mode, design };
  return { format: "calibrated-tables/1", source, questions };
}

function fileQuestion(
  question: QuestionMapping,
  { overall }: QuestionTable,
  shrunk: ReturnType<typeof shrink>,
): FileQuestion {
  const { variable, object = variable, battery = variable } = question;
  return {
    id: variable,
    object,
    battery,
    wordings: question.wordings,
    inverted_wordings: question.inverted_wordings,
    scale: question.scale,
    year: question.year,
    mode: question.mode,
    yes_means: question.yes_means,
    fold: question.answers,
    overall: [
      ...[overall.yes, overall.maybe, overall.no].map(rounded),
      overall.respondents,
      tenths(overall.effective_n),
    ],
    segments: Object.fromEntries(shrunk.map(({ dimension, segment, observed, yes, maybe, no }) => [
      `${dimension}=${segment}`,
      [
        ...[yes, maybe, no].map(rounded),
        observed.respondents,
        tenths(observed.effective_n),
        ...[observed.yes, observed.maybe, observed.no].map(rounded),
      ],
    ])),
  };
}

/** The questions of a file of tables. @throws RangeError for a row that is cut short. */
export function questionsOfTables({ source, questions }: SurveyTables): CalibratedQuestion[] {
  return questions.map(({ overall, segments, ...question }): CalibratedQuestion => {
    const { id, wordings, object, fold } = question;
    const counted = (row: FileRow, length: number) => {
      if (row.length < length || row.some((x) => !Number.isFinite(x) || x < 0)) {
        throw new RangeError(
          `Cannot read a row of question ${id}: it must be ${length} numbers from 0 upwards`,
        );
      }
      const [, , , respondents = 0, effective_n = 0] = row;
      return { respondents, effective_n };
    };
    return {
      id,
      survey: source.survey,
      source,
      asked: { ...question, mode: question.mode ?? source.mode },
      wordings,
      overall: sharesIn(overall),
      ...counted(overall, 5),
      has_maybe: Object.values(fold).includes("maybe"),
      segments: Object.entries(segments).map(([name, row]) => {
        const [dimension = "", segment = ""] = name.split("=");
        return {
          dimension,
          segment,
          ...sharesIn(row),
          ...counted(row, 8),
          observed: sharesIn(row.slice(5)),
        };
      }),
      object,
      battery: `${source.survey}/${question.battery}`,
    };
  });
}

const sharesIn = ([yes = 0, maybe = 0, no = 0]: FileRow): Shares => ({ yes, maybe, no });

const rounded = (share: number): number => Math.round(share * 1e4) / 1e4;

/** Files of `surveys/`, in the order in which the predictor's fit numbers their questions. */
const SURVEYS = [
  "gss-2016-2018",
  "non-voters-2020",
  "anes-2012",
  "anes-2016",
  "anes-2020",
  "gss-2006-2014",
] as const;

/** The questions that come with the service, of real surveys, with their tables. A process reads the files once, in about 15 ms. */
export const calibratedBank = lazily((): readonly CalibratedQuestion[] =>
  SURVEYS.flatMap((survey) => {
    const file = new URL(`./surveys/${survey}.tables.json`, import.meta.url);
    return questionsOfTables(JSON.parse(readFileSync(file, "utf8")));
  })
);

/** The answers that a survey offered, in their order. */
export interface Scale {
  readonly answers: readonly string[];
  /** What each counts as: y, m or n. */
  readonly fold: string;
}

const scales = lazily((): Readonly<Record<string, Scale>> =>
  JSON.parse(readFileSync(new URL("./scales.json", import.meta.url), "utf8"))
);

/** A scale by its name in `scales.json`, which a process reads once; undefined for a user's own name. */
export function scaleOf(name: string): Scale | undefined {
  return Object.hasOwn(scales(), name) ? scales()[name] : undefined;
}

/** A survey's answers, by what they count as. */
export type Fold = Readonly<Record<"yes" | "maybe" | "no" | "none", readonly string[]>>;

const LETTERS = { y: "yes", m: "maybe", n: "no" } as const;

/**
 * How a question's answers were folded: the texts of its scale, which says itself what they count as, since surveys code them in other orders;
 * or the codes where its mapping names no scale, or counts as what the scale's has none of.
 */
export function foldOf({ asked: { scale, fold } }: CalibratedQuestion): Fold {
  const folded: Record<keyof Fold, string[]> = { yes: [], maybe: [], no: [], none: [] };
  const known = scale === undefined ? undefined : scaleOf(scale);
  known?.answers.forEach((text, k) => folded[LETTERS[known.fold[k] as keyof typeof LETTERS]].push(text));
  const counted = Object.values(fold);
  const isScales = (["yes", "maybe", "no"] as const).every((answer) =>
    counted.includes(answer) === folded[answer].length > 0
  );
  if (known !== undefined && isScales) return folded;
  const codes = (answer: keyof Fold) => Object.keys(fold).filter((code) => fold[code] === answer);
  return { yes: codes("yes"), maybe: codes("maybe"), no: codes("no"), none: codes("none") };
}
