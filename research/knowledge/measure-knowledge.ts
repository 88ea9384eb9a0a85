import { boundedLogit } from "#engine/bank/shares.ts";
import { type KnowledgeFigures, type ModelEstimate, weighed } from "#engine/forecast/model-forecasts.ts";
import { Z95 } from "#engine/forecast/uncertainty.ts";
import { itemAt, range } from "#engine/numeric/columns.ts";
import { hundredths } from "#engine/numeric/rounding.ts";
import { logistic } from "#engine/random/normal.ts";
import { stated } from "#engine/verdict/people.ts";
import { regression } from "../factors/loadings.ts";
import { bootstrap, mean } from "../fitting/held-out-figures.ts";

/** A surveyed question: what people answered, what the surveys predict of it without its battery, and what the model says. */
export interface EstimatedQuestion {
  readonly id: string;
  readonly battery: string;
  readonly year: number;
  /** People's shares. */
  readonly people: { readonly yes: number; readonly maybe: number; readonly no: number };
  /** The prediction with its battery left out: shares, and the standard deviation of the logit of yes among those who decide. */
  readonly predicted: { readonly yes: number; readonly maybe: number; readonly no: number };
  readonly sd: number;
  readonly estimate: ModelEstimate;
}

export interface ControlEstimate {
  readonly answer: "yes" | "no";
  readonly estimate: ModelEstimate;
}

/** Fewer batteries say too little about a gain. */
const MIN_BATTERIES = 20;
const MIN_CONTROLS_AUC = 0.95;
const FOLDS = 10;
/** Of the weights, in questions: pulls toward the prediction alone. */
const RIDGE = 2;

type Weights = KnowledgeFigures["weights"];

/**
 * Measures what a model's estimates add to the predictions. Weights are fitted with whole batteries left out; the estimates count only where the
 * bootstrap interval of the gain over batteries lies above 0 and the controls are passed.
 * @throws RangeError with fewer than 20 batteries.
 */
export function measureKnowledge(
  questions: readonly EstimatedQuestion[],
  controls: readonly ControlEstimate[],
  cutoff: number | null,
) {
  const batteries = [...new Set(questions.map(({ battery }) => battery))].sort();
  if (batteries.length < MIN_BATTERIES) {
    throw new RangeError(
      `Cannot measure a model on ${batteries.length} batteries: at least ${MIN_BATTERIES} are needed`,
    );
  }
  const rows = questions.map(rowOf);
  const foldOf = ({ battery }: Row) => batteries.indexOf(battery) % FOLDS;
  const byFold = range(FOLDS).map((fold) => {
    const others = rows.filter((row) => foldOf(row) !== fold);
    return { alone: fit(others, 0, 0), both: fit(others) };
  });
  const tried = rows.map((row) => {
    const { alone, both } = itemAt(byFold, foldOf(row));
    const without = errorOf(row, weighed(alone, row.predicted, row.estimate));
    const z = weighed(both, row.predicted, row.estimate);
    return { ...row, z, without, gain: without - errorOf(row, z) };
  });
  const squares = (of: (row: typeof tried[number]) => number) => mean(tried.map((row) => of(row) ** 2));
  const spread = Math.min(
    1,
    Math.sqrt(
      squares(({ people, z }) => people - z) / squares(({ people, predicted }) => people - predicted),
    ),
  );
  const byBattery = [...Map.groupBy(tried, ({ battery }) => battery).values()];
  const [low, high] = bootstrap(byBattery, (drawn) => mean(drawn.flat().map(({ gain }) => gain)));
  const gain_points = {
    mean: hundredths(mean(tried.map(({ gain }) => gain))),
    low: hundredths(low),
    high: hundredths(high),
  };
  const weights = fit(rows);
  const controls_auc = aucOf(controls, weights);
  const refusals = stated([
    !(gain_points.low > 0) &&
    `its gain over the surveys' predictions is not above 0 for sure (${gain_points.low} to ${gain_points.high} points)`,
    !(controls_auc > MIN_CONTROLS_AUC) &&
    `it tells the controls apart with ${hundredths(controls_auc)} of 1 (over ${MIN_CONTROLS_AUC} is needed)`,
  ]);
  const center = mean(questions.map(({ people }) => people.yes));
  const side = (isAfter: boolean): number | null => {
    if (cutoff === null) return null;
    const own = tried.filter(({ year }) => year > cutoff === isAfter);
    return own.length === 0 ? null : hundredths(mean(own.map(({ gain }) => gain)));
  };
  return {
    questions: questions.length,
    batteries: batteries.length,
    counts: refusals.length === 0,
    /** Why they do not count; empty where they do. */
    refusals,
    weights,
    spread,
    /** Mean error of yes in points over questions whose batteries were left out: without the model, with it, saying the mean to everything. */
    mae_points: {
      without: hundredths(mean(tried.map((row) => row.without))),
      with: hundredths(mean(tried.map((row) => errorOf(row, row.z)))),
      constant: hundredths(mean(questions.map(({ people }) => 100 * Math.abs(people.yes - center)))),
    },
    gain_points,
    /** Of the control questions, the chance that one with the answer yes gets more than one with the answer no, 0 to 1. */
    controls_auc: hundredths(controls_auc),
    /** Share of the left-out questions whose public share lies in the 95 % interval, with the model. */
    coverage_pct: hundredths(
      100 * mean(tried.map(({ people, z, sd }) => Math.abs(people - z) <= Z95 * spread * sd ? 1 : 0)),
    ),
    /** Mean gains of questions fielded before and after the model's cutoff; null where no cutoff was given or a side is empty. */
    gain_by_cutoff: { before: side(false), after: side(true) },
  };
}

/** What an evaluation finds of a model's knowledge: what forecasts need of it, and more for the operator. */
export type MeasuredKnowledge = ReturnType<typeof measureKnowledge>;

/** A question in logits of yes among those who decide. */
function rowOf({ people, predicted, ...question }: EstimatedQuestion) {
  return {
    ...question,
    people: boundedLogit(people.yes / (people.yes + people.no)),
    predicted: boundedLogit(predicted.yes / (predicted.yes + predicted.no)),
    yes: people.yes,
    maybe: predicted.maybe,
  };
}

type Row = ReturnType<typeof rowOf>;

/** Points that yes is off. */
const errorOf = ({ yes, maybe }: Row, z: number): number => 100 * Math.abs(yes - logistic(z) * (1 - maybe));

/** Ridge regression of what the prediction lacks, on itself and on a model's number and word where these are 1 and count for themselves. */
function fit(rows: readonly Row[], number = 1, word = 1): Weights {
  const features = rows.map(({ predicted, estimate: { share, says_yes } }) =>
    Float64Array.of(1, predicted, number * boundedLogit(share), word * boundedLogit(says_yes ?? 0.5))
  );
  const lacking = rows.map(({ people, predicted }) => Float64Array.of(people - predicted));
  const [constant = 0, own = 0, share = 0, says_yes = 0] = regression(features, lacking, RIDGE)[0] ?? [];
  if (share < 0 || says_yes < 0) return share < says_yes ? fit(rows, 0, word) : fit(rows, number, 0);
  return { constant, prediction: 1 + own, share, says_yes };
}

/** The chance that a control whose answer is yes gets more than one whose answer is no, by what counts of its estimates; a tie counts a half. */
function aucOf(controls: readonly ControlEstimate[], weights: Weights): number {
  const scores = (wanted: "yes" | "no") =>
    controls.filter(({ answer }) => answer === wanted).map(({ estimate }) => weighed(weights, 0, estimate));
  const no = scores("no");
  const wins = scores("yes").flatMap((a) => no.map((b) => a > b ? 1 : a === b ? 0.5 : 0));
  return wins.length === 0 ? 0 : mean(wins);
}
