import { boundedLogit } from "#engine/bank/shares.ts";
import type { SurveyMapping } from "#engine/bank/mapping.ts";
import { encodeRespondents, type Row } from "#engine/bank/respondents.ts";
import { rowOf, type TableRow } from "#engine/bank/tables.ts";
import { samplingVariance } from "#engine/forecast/uncertainty.ts";

/** How fast answers move, by the same questions put by one survey in two years. */
export interface Drift {
  /** Variance of the logit of yes a year, beyond sampling, in squared logits: differences grow as a random walk. */
  readonly per_year: number;
  readonly questions: number;
  readonly survey: string;
  readonly years: readonly [number, number];
}

/** Fewer effective answers of a year than this say more about sampling. */
const MIN_ANSWERS = 100;

/**
 * Compares a survey's first year with its last.
 * @param rows with a column `year`.
 */
export function measureDrift(mapping: SurveyMapping, rows: readonly Row[]): Drift {
  const all = rows.map(({ year }) => Number(year));
  const years = [Math.min(...all), Math.max(...all)] as const;
  const [first = [], last = []] = years.map((year) =>
    overallOf(mapping, rows.filter((row) => Number(row["year"]) === year))
  );
  const moves = first.flatMap((before, q) => {
    const after = last[q];
    if (after === undefined || !(Math.min(before.effective_n, after.effective_n) >= MIN_ANSWERS)) return [];
    const sampling = [before, after].reduce(
      (sum, { yes, effective_n }) => sum + samplingVariance(yes, effective_n),
      0,
    );
    return [(boundedLogit(after.yes) - boundedLogit(before.yes)) ** 2 - sampling];
  });
  const variance = moves.reduce((sum, move) => sum + move, 0) / moves.length;
  return {
    per_year: Math.max(0, variance) / (years[1] - years[0]),
    questions: moves.length,
    survey: mapping.survey,
    years,
  };
}

/** The weighted shares of every question; of one that nobody was asked no numbers. */
function overallOf(mapping: SurveyMapping, rows: readonly Row[]): TableRow[] {
  const { answers, weights } = encodeRespondents(mapping, Object.keys(rows[0] ?? {}), rows);
  return answers.map((given, q) =>
    rowOf({ answers: given, weights: weights[q] ?? new Float64Array(), isIn: () => true })
  );
}
