import { addAt, floatAt } from "../numeric/columns.ts";
import { DIMENSION_NAMES, type DimensionName, DIMENSIONS } from "../population/dimensions.ts";
import { CalibrationFault, type SurveyMapping } from "./mapping.ts";
import { type DesignErrors, designErrors, type Domain, effectiveByDesign } from "./design.ts";
import type { Respondents } from "./respondents.ts";
import type { Shares } from "./shares.ts";

/** One line of a table: the shares of those who answered. */
export interface TableRow extends Shares {
  /** Respondents who answered. */
  readonly respondents: number;
  /**
   * The number of equally weighted respondents of a simple random sample that are worth as much: Kish's (Σw)² / Σw², or, where the mapping
   * names clusters or strata, the design's.
   */
  readonly effective_n: number;
}

export interface SegmentTableRow extends TableRow {
  readonly dimension: DimensionName;
  readonly segment: string;
}

export interface QuestionTable {
  readonly variable: string;
  readonly overall: TableRow;
  /** Standard errors of the overall shares. */
  readonly errors: DesignErrors;
  /** Segments with at least one respondent, in the frame's order. */
  readonly segments: readonly SegmentTableRow[];
  /** Whether any answer counts as maybe. */
  readonly has_maybe: boolean;
}

/** Fewer effective respondents to a question than this say too little about a population: rows that one weight outweighs are one person. */
export const MIN_RESPONDENTS = 100;

/** The answers of a domain's people. */
export function rowOf({ answers, weights, isIn }: Domain): TableRow {
  const byAnswer = new Float64Array(3);
  let [squared, respondents] = [0, 0];
  answers.forEach((answer, i) => {
    if (answer > 2 || !isIn(i)) return;
    const weight = floatAt(weights, i);
    addAt(byAnswer, answer, weight);
    squared += weight * weight;
    respondents++;
  });
  const [yes = 0, maybe = 0, no = 0] = byAnswer;
  const sum = yes + maybe + no;
  return {
    yes: yes / sum,
    maybe: maybe / sum,
    no: no / sum,
    respondents,
    effective_n: sum * sum / squared,
  };
}

/**
 * Weighted shares of yes, maybe and no for every question, overall and for every segment.
 * @throws CalibrationFault when a question has fewer than {@link MIN_RESPONDENTS} effective respondents.
 */
export function tabulate(mapping: SurveyMapping, respondents: Respondents): QuestionTable[] {
  const { design, count } = respondents;
  const hasDesign = mapping.clusters !== undefined || mapping.strata !== undefined;
  const byDesign = (row: TableRow, domain: Domain): TableRow =>
    hasDesign ? { ...row, effective_n: effectiveByDesign(row, designErrors(design, domain, row)) } : row;
  return mapping.questions.map(({ variable, answers }, q) => {
    const among = (isIn: Domain["isIn"]): Domain => ({
      answers: respondents.answers[q] ?? new Uint8Array(count),
      weights: respondents.weights[q] ?? new Float64Array(count),
      isIn,
    });
    const everybody = among(() => true);
    const kish = rowOf(everybody);
    const overall = byDesign(kish, everybody);
    checkEnough(variable, overall);
    const segments = DIMENSION_NAMES.flatMap((dimension, d) =>
      DIMENSIONS[dimension].flatMap((segment, s) => {
        const own = among((i) => ((respondents.segments[d]?.[i] ?? 0) & (1 << s)) !== 0);
        const row = rowOf(own);
        return row.respondents === 0 ? [] : [{ dimension, segment, ...byDesign(row, own) }];
      })
    );
    const errors = designErrors(design, everybody, kish);
    return { variable, overall, errors, segments, has_maybe: Object.values(answers).includes("maybe") };
  });
}

/** @throws CalibrationFault `too_few_respondents`; nobody's effective number is no number. */
function checkEnough(variable: string, { respondents, effective_n }: TableRow): void {
  if (effective_n >= MIN_RESPONDENTS) return;
  const worth = respondents < MIN_RESPONDENTS
    ? `${respondents} people answered it`
    : `the ${respondents} people who answered it are worth ${
      effective_n.toFixed(1)
    } after weights and clusters (effective n)`;
  throw new CalibrationFault(
    "too_few_respondents",
    `Cannot calibrate on ${variable}: ${worth}, at least ${MIN_RESPONDENTS} are needed`,
    { column: variable, value: String(respondents) },
  );
}
