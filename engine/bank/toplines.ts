import { readFileSync } from "node:fs";
import { lazily } from "#shared/lazily.ts";
import { calibratedBank, type SurveySource } from "./calibrated-survey.ts";
import type { BankQuestion } from "./shares.ts";

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
