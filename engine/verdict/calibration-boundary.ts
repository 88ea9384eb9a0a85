import type { Methodology } from "../bank/methodology.ts";
import type { FigureSource, Forecast, MatchedQuestion } from "../forecast/forecast.ts";

/** What may be claimed about a result, as the API shows it. */
export interface CalibrationBoundary {
  readonly tier: 1 | 2 | 3;
  readonly kind: "calibrated" | "topic_uncalibrated" | "generic_population";
  /** The API shows it word for word. */
  readonly disclaimer: string;
  /** The methodology's slug; null on tier 3. */
  readonly methodology_id: string | null;
  /** Cosine of the literal and the nearest calibrated question; 1 where no question was given, null without one to compare. */
  readonly similarity: number | null;
  readonly matched_question: MatchedQuestion | null;
  readonly sources: readonly FigureSource[];
  /** Null unless the tier is 1 and the accuracy has been computed. */
  readonly accuracy_pct: number | null;
  readonly accuracy_basis: AccuracyBasis | null;
  readonly confirm_mean_pct: number | null;
}

/** What an accuracy rests on. */
export interface AccuracyBasis {
  readonly held_out_rows: number;
  /** What the overall share alone scores on the same rows; null where it was not computed. */
  readonly baseline_pct: number | null;
  readonly illustrative: boolean;
}

/** Accuracy of a made-up table on its held-out rows, and when it was computed (ISO 8601). */
export interface ComputedAccuracy {
  readonly accuracy_pct: number;
  readonly confirm_mean_pct: number;
  readonly baseline_pct: number | null;
  readonly held_out_rows: number;
  readonly computed_at: string;
}

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
  /** Of the methodology's made-up table. */
  readonly accuracy: ComputedAccuracy | null;
  /** `embedded` draws from the forecast; a model answers the question itself. */
  readonly engine: "embedded" | "model";
}

const KINDS = { 1: "calibrated", 2: "topic_uncalibrated", 3: "generic_population" } as const;

/** States in plain sentences what may be claimed about a result. */
export function calibrationBoundary(input: BoundaryInput): CalibrationBoundary {
  const { forecast, methodology } = input;
  const { tier, matched, similarity, sources } = forecast;
  const accuracy = tier === 1 ? accuracyOf(input) : null;
  return {
    tier,
    kind: KINDS[tier],
    disclaimer: sentencesOf(input, accuracy).join(" "),
    methodology_id: tier === 3 ? null : methodology?.slug ?? null,
    similarity,
    matched_question: matched,
    sources,
    accuracy_pct: accuracy?.accuracy_pct ?? null,
    accuracy_basis: accuracy?.basis ?? null,
    confirm_mean_pct: accuracy?.confirm_mean_pct ?? null,
  };
}

interface ShownAccuracy {
  readonly accuracy_pct: number;
  readonly confirm_mean_pct: number | null;
  readonly basis: AccuracyBasis;
  /** Day of the computation; null for a survey's, which its table carries. */
  readonly day: string | null;
}

/** A survey's question carries its own accuracy, each segment predicted with that segment left out. */
function accuracyOf({ forecast, accuracy, engine }: BoundaryInput): ShownAccuracy | null {
  if (forecast.calibrated !== null) {
    if (engine === "model") return null;
    const { accuracy_pct, baseline_pct, held_out_rows, confirm_mean_pct } = forecast.calibrated.accuracy;
    if (accuracy_pct === null) return null;
    return {
      accuracy_pct,
      confirm_mean_pct,
      basis: { held_out_rows, baseline_pct, illustrative: false },
      day: null,
    };
  }
  if (accuracy === null) return null;
  const { accuracy_pct, confirm_mean_pct, baseline_pct, held_out_rows, computed_at } = accuracy;
  return {
    accuracy_pct,
    confirm_mean_pct,
    basis: { held_out_rows, baseline_pct, illustrative: true },
    day: computed_at.slice(0, 10),
  };
}

function sentencesOf(input: BoundaryInput, accuracy: ShownAccuracy | null): string[] {
  const { forecast, engine } = input;
  const first = { 1: matchSentence, 2: topicSentence, 3: genericSentence }[forecast.tier](input);
  return [
    first,
    ...mirrorSentence(forecast),
    ...(forecast.tier === 1 ? [accuracySentence(accuracy)] : []),
    ...(engine === "embedded" ? [sourceSentence(forecast)] : modelSentences(forecast)),
    ...(forecast.closed
      ? []
      : ["The question cannot be answered with yes or no, so its verdict means little."]),
    ...(engine === "embedded"
      ? [
        "No person was asked: simulated respondents were drawn from that expectation, and their reasons and quotes are templates.",
      ]
      : []),
  ];
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
  const figures = [
    ...(forecast.similarity === null
      ? []
      : [`similarity ${forecast.similarity.toFixed(2)} by the embedder ${embedderId}`]),
    ...(routingConfidence === null ? [] : [`routing confidence ${routingConfidence.toFixed(2)}`]),
  ];
  const shown = figures.length === 0 ? "" : ` (${figures.join(", ")})`;
  return `The question fits the topic of the methodology ${
    methodology?.name ?? ""
  } but matches none of its calibrated questions${shown}. ` +
    "The result is not calibrated for it and no accuracy is claimed.";
}

function genericSentence({ methodology, fitting }: BoundaryInput): string {
  const why = methodology !== null && fitting
    ? `The question does not fit the chosen methodology ${methodology.name}, but ${fitting.name} (workflow_id ${fitting.slug})`
    : "The question fits no published methodology";
  return `${why}, so simulated respondents of a generic U.S. adult population were asked. No calibration and no accuracy is claimed.`;
}

function mirrorSentence({ matched, tier }: Forecast): string[] {
  if (matched?.polarity !== "opposite") return [];
  const which = tier === 1 ? "calibrated question" : `nearest calibrated question, "${matched.text}"`;
  return [`It asks the opposite of the ${which}, so yes and no are swapped.`];
}

function accuracySentence(accuracy: ShownAccuracy | null): string {
  if (accuracy === null) return "Its accuracy has not been computed, so none is stated.";
  const { accuracy_pct, basis: { held_out_rows, baseline_pct }, day } = accuracy;
  const baseline = baseline_pct === null
    ? ""
    : `, where the overall share alone scores ${baseline_pct.toFixed(1)} %`;
  const computed = day === null ? "" : `, computed on ${day}`;
  return `The accuracy of ${
    accuracy_pct.toFixed(1)
  } % is that of ${held_out_rows} held-out rows of the table${computed}${baseline}.`;
}

function modelSentences({ uncertainty, illustrative }: Forecast): string[] {
  return [
    "The answers were drawn from what a language model says about such respondents; no person was asked.",
    uncertainty.basis === "measured_model"
      ? "The interval comes from how far this model was off on questions that people really answered."
      : "How far this model is off is unmeasured.",
    ...(illustrative
      ? ["The methodology's calibration table is illustrative: its figures were made up."]
      : []),
  ];
}

function sourceSentence({ tier, illustrative, sources, calibrated, uncertainty }: Forecast): string {
  if (illustrative) {
    const accuracy = tier === 1
      ? "neither the verdict nor an accuracy says anything"
      : "the verdict says nothing";
    return `The calibration table is illustrative: its figures were made up and are not a survey's, so ${accuracy} about real people, ` +
      "and how far it is off is unmeasured.";
  }
  const named = sources.map(({ survey, year }) => year === null ? survey : `${survey} (${year})`).join("; ");
  if (calibrated !== null) {
    return `The table's source: ${named}, ${calibrated.respondents.toLocaleString("en-US")} respondents.`;
  }
  const measured = uncertainty.basis === "held_out_questions"
    ? "; the interval comes from how far such predictions were off on questions that were left out"
    : "";
  return `The verdict is predicted from questions that people really answered (${named})${measured}.`;
}
