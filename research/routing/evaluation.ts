import { readFileSync } from "node:fs";
import offTopic from "../evaluation/off-topic.json" with { type: "json" };
import onTopic from "../evaluation/on-topic.json" with { type: "json" };
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import type { Methodology } from "#engine/bank/methodology.ts";
import rewordings from "../evaluation/rewordings.json" with { type: "json" };
import type { Forecaster } from "#engine/forecast/forecaster.ts";
import { builtInSimilarity, decideTier } from "#engine/forecast/forecast.ts";
import { itemAt } from "#engine/numeric/columns.ts";
import type { QuestionRouting, TrainedRouting } from "#engine/routing/router.ts";

/** Tuning questions may be looked at while building the router; held-out ones only count its mistakes. */
export type Split = "tuning" | "held_out";

/**
 * A question and where it belongs; null: to no methodology. The file's round is 1 for what was written before the router was; exemplars were
 * added after looking at its tuning half. 2: written when the exemplars were final, so that the tuning half could calibrate the confidence.
 */
export interface EvaluationQuestion {
  readonly question: string;
  readonly methodology: string | null;
  readonly split: Split;
}

export function evaluationQuestions(): EvaluationQuestion[] {
  const off = offTopic.map((question) => ({ ...question, methodology: null }));
  return [...onTopic, ...off] as EvaluationQuestion[];
}

/** Sixty opinion questions as another house words them, and sixty texts that ask for no opinion; all held out. */
export function opinionQuestions(): { readonly question: string; readonly isOpinion: boolean }[] {
  const lines = readFileSync(new URL("../evaluation/public-opinion.txt", import.meta.url), "utf8").split(
    "\n",
  );
  return lines.filter((line) => /^[+-] /.test(line))
    .map((line) => ({ question: line.slice(2), isOpinion: line.startsWith("+") }));
}

export type RoutingReport = Awaited<ReturnType<typeof evaluateRouting>>;

const OFF_TOPIC = "off-topic";

/** Questions whose confidence lies between two of these are counted together; the last range holds 1 as well. */
const BOUNDS = [0, 0.2, 0.4, 0.65, 0.8, 0.9, 0.95, 1];

type Router = Pick<TrainedRouting, "route">;

/** Routes every question to what is published and counts. `floor`: confidence below which a question is turned away. */
export async function evaluateRouting(
  router: Router,
  questions: readonly EvaluationQuestion[],
  floor: number,
) {
  const outcomes = await Promise.all(questions.map((question) => outcomeOf(router, question)));
  const isAccepted = ({ confidence }: Outcome) => confidence >= floor;
  const on = outcomes.filter(({ belongs }) => belongs !== OFF_TOPIC);
  const off = outcomes.filter(({ belongs }) => belongs === OFF_TOPIC);
  const accepted = outcomes.filter(isAccepted);
  const mistakes = outcomes.filter((outcome) =>
    outcome.belongs === OFF_TOPIC ? isAccepted(outcome) : !isRight(outcome) || !isAccepted(outcome)
  );
  return {
    on_topic: on.length,
    /** Shares of the on-topic questions: best methodology right; right and at or above the floor. */
    right: countRight(on) / on.length,
    right_and_accepted: countRight(on.filter(isAccepted)) / on.length,
    /** Share of the accepted questions, on- or off-topic, that are right; null when none is accepted. */
    right_of_accepted: accepted.length > 0 ? countRight(accepted) / accepted.length : null,
    off_topic: off.length,
    /** Share of the off-topic questions below the floor. */
    turned_away: off.filter((outcome) => !isAccepted(outcome)).length / off.length,
    confusions: confusionsAmong(mistakes, floor),
    mistakes,
    calibration: BOUNDS.slice(1).map((to, k) => binOf(outcomes, itemAt(BOUNDS, k), to)),
  };
}

/** Where a question belongs and where the router puts it, as a slug or {@link OFF_TOPIC}, and the confidence of the latter; 0 without any. */
async function outcomeOf(router: Router, { question, methodology }: EvaluationQuestion) {
  const [best = { slug: OFF_TOPIC, confidence: 0 }] = await router.route(question, PUBLISHED);
  return { question, belongs: methodology ?? OFF_TOPIC, routed: best.slug, confidence: best.confidence };
}

type Outcome = Awaited<ReturnType<typeof outcomeOf>>;

const isRight = ({ belongs, routed }: Outcome): boolean => belongs === routed;

const countRight = (outcomes: readonly Outcome[]): number => outcomes.filter(isRight).length;

/** Mistaken pairs, the most frequent first. */
function confusionsAmong(mistakes: readonly Outcome[], floor: number) {
  const pairs = Map.groupBy(
    mistakes.filter((mistake) => !isRight(mistake)),
    ({ belongs, routed, confidence }) =>
      `${belongs} → ${routed}${confidence >= floor ? "" : " (turned away)"}`,
  );
  return Array.from(pairs, ([pair, { length }]) => ({ pair, count: length }))
    .sort((a, b) => b.count - a.count);
}

/** A range of confidence: its mean, and the share that really belonged to the best methodology; null in an empty one. */
function binOf(outcomes: readonly Outcome[], from: number, to: number) {
  const bin = outcomes.filter(({ confidence }) => confidence >= from && (confidence < to || to === 1));
  const shareOf = (sum: number) => bin.length === 0 ? null : sum / bin.length;
  return {
    from,
    to,
    questions: bin.length,
    mean_confidence: shareOf(bin.reduce((sum, { confidence }) => sum + confidence, 0)),
    right: shareOf(countRight(bin)),
  };
}

/**
 * How a question relates to a KPI question. `rewording`: the same in other words. `near_miss`: the same words, another question.
 * `topical`: another question on the methodology's topic. `stranger`: belongs nowhere; every methodology is tried with it.
 */
export const RELATIONS = ["rewording", "topical", "near_miss", "stranger"] as const;
export type Relation = (typeof RELATIONS)[number];

/** The tier of each labelled question of a split under its methodology. */
export async function evaluateTiers(
  methodologies: readonly Methodology[],
  routing: QuestionRouting,
  forecaster: Forecaster,
  split: Split,
) {
  const asked = rewordings.filter((labelled) => labelled.split === split).flatMap((labelled) =>
    methodologies.filter(({ slug }) => [null, slug].includes(labelled.methodology))
      .map((methodology) => ({ ...labelled, methodology }))
  );
  return await Promise.all(asked.map(async ({ question, methodology, relation }) => {
    const read = await forecaster.read(question, methodology);
    const similarity = builtInSimilarity(read);
    const onTopic = await routing.confidence(question, methodology) >= routing.floor;
    const { tier, table } = decideTier(read, { methodology, onTopic, similarity, offered: null });
    /** Recognised: a calibrated question or the KPI question is what is asked. */
    return { question, relation: relation as Relation, tier, isRecognised: table !== null };
  }));
}
