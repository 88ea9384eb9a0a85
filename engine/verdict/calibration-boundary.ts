import { answersOfferedIn, offeredBy } from "../bank/shares.ts";
import measured from "./measured-accuracy.json" with { type: "json" };
import type { Methodology } from "../bank/methodology.ts";
import type { QuestionIssue } from "../question/issues.ts";
import { stated } from "./people.ts";
import type { Forecast } from "../forecast/forecast.ts";
import type { CalibrationBoundary } from "./schema.ts";

export interface BoundaryInput {
  readonly forecast: Forecast;
  /** The one that was requested; null for none. */
  readonly methodology: Methodology | null;
  /** The published methodology that the question fits although it is not the requested one; null where none does. */
  readonly fitting?: Pick<Methodology, "slug" | "name"> | null;
  /** The caller's question; null: the KPI question is asked. */
  readonly question: string | null;
  readonly embedderId: string;
  /** Of the question in this methodology, 0 to 1; null where it was not computed. */
  readonly routingConfidence: number | null;
  /** `embedded` draws from the forecast; a model answers the question itself. */
  readonly engine: "embedded" | "model";
}

/**
 * How far tier-1 verdicts are off, by `deno task accuracy` (research/fitting/verdict-accuracy.ts): over questions whose own table was left out
 * and that a twin of the same object answers.
 */
export const MEASURED = measured;

const KINDS = { 1: "calibrated", 2: "topic_uncalibrated", 3: "generic_population" } as const;

/** States in plain sentences what may be claimed about a result. */
export function calibrationBoundary(input: BoundaryInput): CalibrationBoundary {
  const { forecast, methodology, engine } = input;
  const { tier, matched, similarity, sources } = forecast;
  const accuracy = tier === 1 && engine === "embedded" ? MEASURED : null;
  return {
    tier,
    kind: KINDS[tier],
    disclaimer: sentencesOf(input).join(" "),
    methodology_id: tier === 3 ? null : methodology?.slug ?? null,
    similarity,
    matched_question: matched,
    sources,
    accuracy_pct: accuracy?.accuracy_pct ?? null,
    accuracy_basis: accuracy === null
      ? null
      : { held_out_rows: accuracy.held_out_rows, baseline_pct: accuracy.baseline_pct, illustrative: false },
    confirm_mean_pct: accuracy?.confirm_mean_pct ?? null,
  };
}

function sentencesOf(input: BoundaryInput): string[] {
  const { forecast } = input;
  const { tier, evidence, issues } = forecast;
  const isEmbedded = input.engine === "embedded";
  if (evidence === "none") {
    return [
      `${issues.map((issue) => ISSUES[issue]).join(" ")} So nothing is said about people.`,
      unreadTierSentence(input),
      isEmbedded
        ? "No person was asked: simulated respondents were drawn from the mean of all calibrated questions, and their reasons and quotes are templates."
        : BY_MODEL,
    ];
  }
  const first = evidence === "demo"
    ? demoSentence
    : { 1: matchSentence, 2: topicSentence, 3: genericSentence }[tier];
  return stated([
    first(input),
    mirrorSentence(forecast),
    tier === 1 && isEmbedded && accuracySentence(),
    isEmbedded ? sourceSentence(forecast) : modelSentences(forecast),
    evidence === "predicted" && input.methodology?.population.margins !== undefined && ELSEWHERE,
    ...issues.map((issue) => ISSUES[issue]),
    isEmbedded && AGENTS,
  ]);
}

/** Questions that say nothing may still name a topic: tiers differ by that alone. */
function unreadTierSentence({ forecast, methodology, routingConfidence }: BoundaryInput): string {
  if (forecast.tier === 3 || methodology === null) {
    return "Its words name the topic of no methodology, which is all that tier 3 means here.";
  }
  const figures = routingConfidence === null ? "" : ` (routing confidence ${routingConfidence.toFixed(2)})`;
  return `Its words name the topic of the methodology ${methodology.name}${figures}, which is all that tier 2 means here.`;
}

const AGENTS =
  "No person was asked: simulated respondents were drawn from that expectation, and their reasons and quotes are templates.";

const BY_MODEL =
  "The answers were drawn from what a language model says about such respondents; no person was asked.";

/** A prediction for the people of a user's survey: none of them was asked anything like it. */
const ELSEWHERE =
  "Those surveys asked U.S. adults; how far the people of this methodology differ from them was not measured, so nothing is said about people.";

const ISSUES: Readonly<Record<QuestionIssue, string>> = {
  gibberish: "The question has too few English words to be read.",
  not_english: "The question is not in English, which alone is read.",
  open: "The question cannot be answered with yes or no.",
  double_barrelled: "The question asks two things at once, so nobody knows which of them a yes is to.",
};

function demoSentence(input: BoundaryInput): string {
  const name = input.methodology?.name ?? "";
  return input.question === null
    ? `No question was given, so the KPI question of the methodology ${name} was asked.`
    : `The question fits the methodology ${name}${figuresOf(input)}.`;
}

function matchSentence({ question, forecast, embedderId, methodology }: BoundaryInput): string {
  const name = methodology?.name ?? "";
  if (question === null) {
    return `No question was given, so the calibrated question of the methodology ${name} was asked.`;
  }
  const similarity = forecast.similarity === null
    ? ""
    : ` (similarity ${forecast.similarity.toFixed(2)} by the embedder ${embedderId})`;
  return `The question matches a calibrated question of the methodology ${name}, "${
    forecast.matched?.text ?? ""
  }"${similarity}.`;
}

function topicSentence({ forecast, embedderId, methodology, routingConfidence }: BoundaryInput): string {
  return `The question fits the topic of the methodology ${
    methodology?.name ?? ""
  } but matches none of its calibrated questions${figuresOf({ forecast, embedderId, routingConfidence })}. ` +
    `The result is not calibrated for it and no accuracy is claimed.${apartSentence(forecast)}`;
}

/** Why a question that is much like a calibrated one is not taken for it. */
function apartSentence({ matched, qualifiers, scenario }: Forecast): string {
  if (matched === null) return "";
  const words = qualifiers.map((word) => `"${word}"`).join(" and ");
  const scale = offeredBy({ has_maybe: matched.scale.maybe.length > 0 });
  const asked = answersOfferedIn(scenario ?? {});
  const reasons = stated([
    words !== "" && `${words} may ask for something else`,
    asked !== null && asked !== scale &&
    `its survey offered ${scale === "yes_no" ? "no" : "a"} middle answer`,
  ]);
  return reasons.length === 0 ? "" : ` It comes near "${matched.text}", but ${reasons.join(", and ")}.`;
}

function figuresOf(
  { forecast, embedderId, routingConfidence }: Pick<
    BoundaryInput,
    "forecast" | "embedderId" | "routingConfidence"
  >,
): string {
  const figures = stated([
    forecast.similarity !== null &&
    `similarity ${forecast.similarity.toFixed(2)} by the embedder ${embedderId}`,
    routingConfidence !== null && `routing confidence ${routingConfidence.toFixed(2)}`,
  ]);
  return figures.length === 0 ? "" : ` (${figures.join(", ")})`;
}

function genericSentence({ methodology, fitting }: BoundaryInput): string {
  const why = methodology !== null && fitting
    ? `The question does not fit the chosen methodology ${methodology.name}, but ${fitting.name} (workflow_id ${fitting.slug})`
    : "The question fits no published methodology";
  return `${why}, so respondents simulated as U.S. adults in general were drawn. No calibration and no accuracy is claimed.`;
}

function mirrorSentence({ matched, tier }: Forecast): string | false {
  if (matched?.polarity !== "opposite") return false;
  const which = tier === 1 ? "calibrated question" : `nearest calibrated question, "${matched.text}"`;
  return `It is read as the opposite of the ${which}, so yes and no are swapped.`;
}

/** In points of the yes share: the error of other verdicts, whose question's own table was left out. */
function accuracySentence(): string {
  const { accuracy_pct, held_out_rows, baseline_pct } = MEASURED;
  const points = (pct: number) => Math.round(100 - pct);
  return `No error of this verdict: ${held_out_rows} calibrated questions, each answered by a twin's table in place of its own, were off by ${
    points(accuracy_pct)
  } points on average; the mean share said to all, by ${
    points(baseline_pct)
  }. Its interval says how far this one may be off, but for what its disclosure lists as not measured.`;
}

function modelSentences({ uncertainty }: Forecast): string {
  const known = uncertainty === null
    ? "How far this model is off was never measured, so nothing is said about people."
    : "The interval comes from how far this model was off on questions that people really answered.";
  return `${BY_MODEL} ${known}`;
}

function sourceSentence({ evidence, sources, calibrated, uncertainty }: Forecast): string {
  if (evidence === "demo") {
    return "The table behind it is illustrative: its figures were made up and are no survey's, so the verdict is a demonstration and says nothing about people.";
  }
  const named = sources.map(({ survey, year }) => year === null ? survey : `${survey} (${year})`).join("; ");
  if (calibrated !== null) {
    return `The table's source: ${named}, ${calibrated.respondents.toLocaleString("en-US")} respondents.`;
  }
  const measured = uncertainty?.basis === "held_out_questions"
    ? `; the interval comes from how far such predictions were off on questions that were left out${
      evidence === "general_population"
        ? ", and could hold only if the question makes sense to people (nobody knows)"
        : ""
    }`
    : "";
  return `The verdict is predicted from questions that people really answered (${named})${measured}.`;
}
