import { readdirSync, readFileSync } from "node:fs";
import { type CalibratedQuestion, questionsOfTables } from "#engine/bank/calibrated-survey.ts";
import { isTierOne, QuestionMatcher } from "#engine/bank/matcher.ts";
import { tenths } from "#engine/numeric/rounding.ts";
import type { Embed } from "#engine/question/vectors.ts";
import { intervalOfDifference } from "#engine/verdict/compare.ts";
import type { MeasuredAccuracy } from "#engine/verdict/calibration-boundary.ts";
import type { HeldOutRow } from "./held-out-figures.ts";

const SURVEYS = new URL("../../engine/bank/surveys/", import.meta.url);

/** The questions of all surveys that were worded and tabulated, those that the predictor does not know included. */
export function everyQuestion(): CalibratedQuestion[] {
  return readdirSync(SURVEYS).filter((name) => name.endsWith(".tables.json")).sort().flatMap((name) =>
    questionsOfTables(JSON.parse(readFileSync(new URL(name, SURVEYS), "utf8"))).map((question) => ({
      ...question,
      id: `${question.survey}/${question.id}`,
    }))
  );
}

/**
 * How far tier-1 verdicts are off: each wording of each question whose object another one asks for too is put to all questions but its own.
 * One question of each object is left out at a time.
 */
export function tierOneAccuracy(
  weights: readonly number[],
  embed: Embed,
): Omit<MeasuredAccuracy, "pair_correlation"> {
  const bank = everyQuestion();
  const objects = Map.groupBy(bank, ({ object }) => object);
  const twins = [...objects.values()].filter((questions) => questions.length > 1);
  const rounds = Math.max(...twins.map((questions) => questions.length));
  const rows: { observed: number; error: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const left = new Set(twins.flatMap((questions) => questions[round] ?? []));
    const rest = bank.filter((question) => !left.has(question));
    const byId = new Map(rest.map((question) => [question.id, question]));
    const matcher = new QuestionMatcher(weights, embed, rest);
    for (const { wordings, overall } of left) {
      const errors = wordings.flatMap((wording) => {
        const { match } = matcher.match(wording, null);
        const answer = match.best === undefined ? undefined : byId.get(match.best.id)?.overall;
        if (match.best === undefined || answer === undefined || !isTierOne(match)) return [];
        return [100 * Math.abs((match.best.polarity === "opposite" ? answer.no : answer.yes) - overall.yes)];
      });
      if (errors.length > 0) rows.push({ observed: 100 * overall.yes, error: meanOf(errors) });
    }
  }
  const mean = meanOf(bank.map(({ overall }) => 100 * overall.yes));
  return {
    accuracy_pct: tenths(100 - meanOf(rows.map(({ error }) => error))),
    baseline_pct: tenths(100 - meanOf(rows.map(({ observed }) => Math.abs(observed - mean)))),
    held_out_rows: rows.length,
    confirm_mean_pct: tenths(meanOf(rows.map(({ observed }) => observed))),
  };
}

/** The interval of a difference, over all pairs of questions that were predicted without their batteries. */
export interface PairFigures {
  readonly pairs: number;
  readonly correlation: number;
  /** Percent of the pairs whose public difference its 95 % interval holds: with that correlation, and with none. */
  readonly coverage: number;
  readonly coverage_independent: number;
}

/** The largest correlation, in hundredths, up to which the intervals of differences still hold 95 % of what people answered. */
export function pairFigures(rows: readonly HeldOutRow[]): PairFigures {
  const coverageAt = (correlation: number) => {
    let held = 0;
    let pairs = 0;
    rows.forEach((first, i) => {
      for (const other of rows.slice(i + 1)) {
        const [low, high] = intervalOfDifference(sideOf(first), sideOf(other), correlation);
        const difference = other.public_yes - first.public_yes;
        if (difference >= low && difference <= high) held++;
        pairs++;
      }
    });
    return { pairs, coverage: 100 * held / pairs };
  };
  let correlation = -0.95;
  while (correlation < 0.95 && coverageAt(correlation + 0.01).coverage >= 95) {
    correlation = Math.round(100 * correlation + 1) / 100;
  }
  const { pairs, coverage } = coverageAt(correlation);
  return { pairs, correlation, coverage, coverage_independent: coverageAt(0).coverage };
}

const sideOf = ({ predicted_yes, interval }: HeldOutRow) => ({ share: predicted_yes, interval });

const meanOf = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
