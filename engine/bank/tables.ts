import { DIMENSION_NAMES, type DimensionName, DIMENSIONS } from "../population/dimensions.ts";
import { CalibrationFault, type SurveyMapping } from "./mapping.ts";
import { type DesignErrors, designErrors, effectiveByDesign } from "./design.ts";
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

/** Sums of weights by answer, of squared weights, and a count. */
export class Tally {
  readonly weight = [0, 0, 0];
  squared = 0;
  count = 0;

  add(answer: number, weight: number): void {
    this.weight[answer] = (this.weight[answer] ?? 0) + weight;
    this.squared += weight * weight;
    this.count++;
  }

  row(): TableRow {
    const [yes = 0, maybe = 0, no = 0] = this.weight;
    const sum = yes + maybe + no;
    return {
      yes: yes / sum,
      maybe: maybe / sum,
      no: no / sum,
      respondents: this.count,
      effective_n: sum * sum / this.squared,
    };
  }
}

/**
 * Weighted shares of yes, maybe and no for every question, overall and for every segment.
 * @throws CalibrationFault when a question has fewer than {@link MIN_RESPONDENTS} effective respondents.
 */
export function tabulate(mapping: SurveyMapping, respondents: Respondents): QuestionTable[] {
  const hasDesign = mapping.clusters !== undefined || mapping.strata !== undefined;
  return mapping.questions.map(({ variable, answers }, q) => {
    const tally = tallyQuestion(respondents, q);
    const kish = tally.overall.row();
    const errors = errorsIn(respondents, q, kish, () => true);
    const byDesign = (row: TableRow, of: DesignErrors): TableRow =>
      hasDesign ? { ...row, effective_n: effectiveByDesign(row, of) } : row;
    const overall = byDesign(kish, errors);
    checkEnough(variable, overall);
    const segments = segmentRows(tally).map((row) => {
      if (!hasDesign) return row;
      const d = DIMENSION_NAMES.indexOf(row.dimension);
      const bit = 1 << (DIMENSIONS[row.dimension] as readonly string[]).indexOf(row.segment);
      const isIn = (i: number) => ((respondents.segments[d]?.[i] ?? 0) & bit) !== 0;
      return { ...row, ...byDesign(row, errorsIn(respondents, q, row, isIn)) };
    });
    return { variable, overall, errors, segments, has_maybe: Object.values(answers).includes("maybe") };
  });
}

function errorsIn(
  { design, answers, weights, count }: Respondents,
  q: number,
  row: TableRow,
  isIn: (respondent: number) => boolean,
): DesignErrors {
  const domain = {
    answers: answers[q] ?? new Uint8Array(count),
    weights: weights[q] ?? new Float64Array(count),
    isIn,
  };
  return designErrors(design, domain, row);
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

interface QuestionTally {
  readonly overall: Tally;
  /** Dimension place → segment number → tally. */
  readonly bySlot: readonly (readonly Tally[])[];
}

function tallyQuestion(respondents: Respondents, question: number): QuestionTally {
  const overall = new Tally();
  const bySlot = DIMENSION_NAMES.map((name) => DIMENSIONS[name].map(() => new Tally()));
  const answers = respondents.answers[question] ?? new Uint8Array();
  const weights = respondents.weights[question] ?? new Float64Array();
  for (let i = 0; i < respondents.count; i++) {
    const answer = answers[i] ?? 3;
    if (answer > 2) continue;
    const weight = weights[i] ?? 0;
    overall.add(answer, weight);
    bySlot.forEach((tallies, d) => {
      const bits = respondents.segments[d]?.[i] ?? 0;
      tallies.forEach((tally, s) => {
        if ((bits & (1 << s)) !== 0) tally.add(answer, weight);
      });
    });
  }
  return { overall, bySlot };
}

function segmentRows({ bySlot }: QuestionTally): SegmentTableRow[] {
  return DIMENSION_NAMES.flatMap((dimension, d) =>
    DIMENSIONS[dimension].flatMap((segment, s) => {
      const tally = bySlot[d]?.[s];
      return tally === undefined || tally.count === 0 ? [] : [{ dimension, segment, ...tally.row() }];
    })
  );
}
