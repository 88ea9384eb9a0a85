import { calibratedBank, type CalibratedQuestion, type SurveySource } from "./calibrated-survey.ts";
import { findSegment } from "../population/dimensions.ts";
import type { CalibrationRow, Methodology } from "./methodology.ts";
import { readFileSync } from "node:fs";
import { lazily } from "#shared/lazily.ts";
import { ANSWERS_OFFERED_SCHEMA, type BankQuestion, type Shares } from "./shares.ts";

/** `surveyed.json`: how the bank's questions are grouped into methodologies. */
interface SurveyedFile {
  readonly methodologies:
    readonly (SurveyedDescription & { readonly calibrated_questions: readonly string[] })[];
  /** Slug of a methodology with a made-up table → questions that join it. */
  readonly joined: Readonly<Record<string, readonly string[]>>;
}

/** What people write about a methodology; everything else follows from its tables. */
type SurveyedDescription =
  & Pick<Methodology, "slug" | "name" | "label" | "description" | "topic" | "kpi_question">
  & Pick<Methodology, "recommended_sample_size" | "exemplar_questions">;

const FRAME = "us-adults-2024";
/** Dimensions that are reported: those of all surveys, and region. */
const REPORTED = ["sex", "age", "education", "race", "region", "party"] as const;

/** Which answers are offered moves the prediction; free text is kept with the run. */
const SCENARIO_SCHEMA = {
  type: "object",
  properties: {
    ...ANSWERS_OFFERED_SCHEMA,
    notes: { type: "string", maxLength: 2000, description: "Kept with the run; the prediction ignores it" },
  },
  additionalProperties: false,
} as const;

const surveyedFile = lazily((): SurveyedFile =>
  JSON.parse(readFileSync(new URL("./surveyed.json", import.meta.url), "utf8"))
);

/** The methodologies whose tables are real surveys'. */
export function surveyedMethodologies(): Methodology[] {
  return surveyedFile().methodologies.map(({ calibrated_questions, ...description }) =>
    surveyedMethodology(description, 1, questionsNamed(calibrated_questions))
  );
}

/** A methodology with the questions of real surveys that join it, if there are any. */
export function withJoinedQuestions(methodology: Methodology): Methodology {
  const joined = surveyedFile().joined[methodology.slug];
  return joined === undefined
    ? methodology
    : { ...methodology, calibrated_questions: questionsNamed(joined) };
}

/** A methodology from its description and its questions, of which the first is the KPI question. */
export function surveyedMethodology(
  description: SurveyedDescription,
  version: number,
  questions: readonly CalibratedQuestion[],
): Methodology {
  const [first] = questions;
  if (first === undefined || first.wordings[0] !== description.kpi_question) {
    throw new RangeError(`Cannot publish ${description.slug}: its first question must be the KPI question`);
  }
  return {
    ...description,
    version,
    population: {
      frame: FRAME,
      description: "U.S. adults in 2024; the answers are from the years of the surveys",
    },
    segments: REPORTED,
    scenario_schema: SCENARIO_SCHEMA,
    calibration: {
      source: sourcesOf(questions),
      illustrative: false,
      rows: rowsOf(description.kpi_question, first),
    },
    calibrated_questions: questions,
  };
}

function questionsNamed(ids: readonly string[]): CalibratedQuestion[] {
  const byId = new Map(calibratedBank().map((question) => [question.id, question]));
  return ids.map((id) => {
    const question = byId.get(id);
    if (question === undefined) throw new RangeError(`Cannot find calibrated question ${id}`);
    return question;
  });
}

function sourcesOf(questions: readonly CalibratedQuestion[]): string {
  const sources = new Map(
    questions.map(({ source }) => [source.survey, `${source.citation} (${source.years})`]),
  );
  return [...sources.values()].join(" ");
}

/** The KPI question's table as calibration rows; segments that the frame lacks are left out. */
function rowsOf(question: string, { overall, effective_n, segments }: CalibratedQuestion): CalibrationRow[] {
  const row = (segment: string, { yes, maybe, no }: Shares, n: number): CalibrationRow => ({
    segment,
    question,
    yes_pct: 100 * yes,
    maybe_pct: 100 * maybe,
    no_pct: 100 * no,
    n_a_pct: 0,
    n,
    held_out: false,
  });
  const known = segments.map((each) => ({ ...each, name: `${each.dimension}=${each.segment}` }))
    .filter(({ name, effective_n }) => findSegment(name) !== null && effective_n > 0);
  return [
    row("overall", overall, effective_n),
    ...known.map((each) => row(each.name, each, each.effective_n)),
  ];
}

/** A question of which only the counts of its answers are known: no weights, no segments. */
interface Topline {
  readonly id: string;
  readonly year: number;
  readonly object: string;
  /** With the survey in front: that of another survey's questions where they share its stem or subject. */
  readonly battery: string;
  /** What each answer counts as: y, m or n. */
  readonly fold: string;
  /** How many people gave each answer, unweighted. */
  readonly counts: readonly number[];
  readonly wordings: readonly string[];
}

/** `surveys/gss-toplines.json`. */
export interface ToplineFile {
  readonly source: SurveySource & { readonly note: string };
  readonly questions: readonly Topline[];
}

/** Shares of the toplines of a file. @throws RangeError where the fold has not a letter for each count. */
export function questionsOfToplines({ source, questions }: ToplineFile): BankQuestion[] {
  return questions.map(({ id, object, battery, fold, counts, wordings }) => {
    if (fold.length !== counts.length) {
      throw new RangeError(`Cannot fold the answers of ${id}: ${fold} has not a letter for each count`);
    }
    const respondents = counts.reduce((sum, count) => sum + count, 0);
    const share = (letter: string) =>
      counts.reduce((sum, count, k) => fold[k] === letter ? sum + count : sum, 0) / respondents;
    return {
      id,
      survey: source.survey,
      wordings,
      overall: { yes: share("y"), maybe: share("m"), no: share("n") },
      respondents,
      effective_n: respondents,
      has_maybe: fold.includes("m"),
      segments: [],
      object,
      battery,
    };
  });
}

/**
 * Further questions of the General Social Survey, which the predictor alone learns from: they are no {@link calibratedBank}, so nothing is
 * matched with them, no methodology has them, and no segment rests on them.
 */
export const toplines = lazily((): readonly BankQuestion[] =>
  questionsOfToplines(
    JSON.parse(readFileSync(new URL("./surveys/gss-toplines.json", import.meta.url), "utf8")),
  )
);

/** What the predictor is fitted to: the calibrated questions, then the toplines. */
export const predictorQuestions = (): readonly BankQuestion[] => [...calibratedBank(), ...toplines()];
